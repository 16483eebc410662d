const WHILE_JUDGING_MS = 10_000

/** How long until the table, and the figures above it, are read again: until the last verdict has come. */
export const rereadWhile = (isJudging: boolean | undefined): number | false =>
  isJudging === true && WHILE_JUDGING_MS
