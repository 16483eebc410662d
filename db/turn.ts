/**
 * Lets the event loop turn. Queries answer within a turn, so a long read that does not wait for this keeps every other
 * call waiting. Never within a write: its transaction would stand open.
 */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
