/** Lines of a stack that are kept: enough to find the place. */
const LINES = 12
const LONGEST = 500

/**
 * A fault as the log tells it: its message and where it happened. A failed statement is told without its values, which
 * are people's addresses, their programs, hashes of passwords.
 */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, LONGEST)
  const places = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, LINES)
  return [messageOf(error).slice(0, LONGEST), ...places].join('\n')
}

/** Its message alone, in one line. */
export const formatErrorLine = (error: unknown): string =>
  (formatError(error).split('\n', 1)[0] ?? '').slice(0, LONGEST)

function messageOf(error: Error): string {
  if (!('query' in error) || !('params' in error))
    return `${error.name}: ${error.message.replaceAll(/\s+/g, ' ')}`
  const cause = error.cause instanceof Error ? error.cause.message : 'a statement failed'
  return `${cause} in ${String(error.query).replaceAll(/\s+/g, ' ')}`
}
