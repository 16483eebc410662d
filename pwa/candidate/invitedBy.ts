/** The invitation's token travels in the history entry: out of the address bar, and still there after a reload. */
export function invitedBy(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('token' in state)) return null
  return typeof state.token === 'string' ? state.token : null
}
