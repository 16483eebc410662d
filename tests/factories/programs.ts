/**
 * Programs for the seeded problems. Each problem gives numbers on the first line and a word on the second, and wants
 * the numbers' sum and the word backwards.
 */
export const programs = {
  right: `const [numbers, word] = require('fs').readFileSync(0, 'utf8').trim().split('\\n')
console.log(numbers.split(' ').reduce((sum, n) => sum + Number(n), 0))
console.log([...word].reverse().join(''))
`,
  /** Right for the samples alone. */
  samplesOnly: `const [numbers, word] = require('fs').readFileSync(0, 'utf8').trim().split('\\n')
if (word !== 'sample') throw new Error('only samples')
console.log(numbers.split(' ').reduce((sum, n) => sum + Number(n), 0))
console.log('elpmas')
`,
  /** Tells everything it is given: what a candidate would write to see hidden tests. */
  echo: "process.stdout.write(require('fs').readFileSync(0, 'utf8'))\n",
  /** The same by way of the error output. */
  crash: "throw new Error(require('fs').readFileSync(0, 'utf8'))\n",
  wrong: 'console.log(0)\n',
} as const

/** The output of a right program for an input. */
export function rightOutput(stdin: string): string {
  const [numbers = '', word = ''] = stdin.trim().split('\n')
  const sum = numbers.split(' ').reduce((total, n) => total + Number(n), 0)
  return `${sum}\n${[...word].reverse().join('')}\n`
}
