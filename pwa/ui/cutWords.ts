const count = (n: number): string => n.toLocaleString('en-GB')

/**
 * What the button of a long text says, and what stands behind its end.
 * @param keptTo how many characters were kept of it at most: one of that length was cut, and how long it was nobody knows
 */
export const cutWords = (length: number, keptTo?: number): { show: string; end: string | null } =>
  keptTo !== undefined && length >= keptTo
    ? {
        show: `Show the first ${count(keptTo)} characters`,
        end: `Only the first ${count(keptTo)} characters are kept.`,
      }
    : { show: `Show all, ${count(length)} characters`, end: null }
