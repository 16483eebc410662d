/** Lines of a stack that are kept: enough to find the place. */
const LINES = 12
const LONGEST = 500

/**
 * A fault as the log tells it: its message and where it happened. A failed statement is told without its values, which
 * are people's addresses, their programs, hashes of passwords.
 */
export function formatError(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault).slice(0, LONGEST)
  const places = (fault.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, LINES)
  return [messageOf(fault).slice(0, LONGEST), ...places].join('\n')
}

/** Its message alone, in one line. */
export const formatErrorLine = (fault: unknown): string =>
  (formatError(fault).split('\n', 1)[0] ?? '').slice(0, LONGEST)

function messageOf(fault: Error): string {
  if (!('query' in fault) || !('params' in fault))
    return `${fault.name}: ${fault.message.replaceAll(/\s+/g, ' ')}`
  const cause = fault.cause instanceof Error ? fault.cause.message : 'a statement failed'
  return `${cause} in ${String(fault.query).replaceAll(/\s+/g, ' ')}`
}
