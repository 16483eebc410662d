/** A program of a candidate who has worked for a while: 240 lines of JavaScript, 7 KB. */
export const PROGRAM = Array.from({ length: 40 }, (_, n) => [
  `function step${n}(rows, limit = ${n + 2}) {`,
  '  // Rows that are too long are counted twice.',
  `  const found = rows.filter((row) => row.length > limit * ${n + 1})`,
  '  return found.reduce((sum, row) => sum + row[0], 0)',
  '}',
  '',
])
  .flat()
  .join('\n')

/** The typed text: a line as people write it, without what an editor would complete. */
export const TYPED = 'value = other + list * 42 - next / step '
