import type { InterviewProgram } from '../program.ts'

/** Standard input, in every way that programs take it. */
export const JAVASCRIPT_INPUT: readonly InterviewProgram[] = [
  {
    name: 'two sums from the whole input',
    stdin: '4 9\n2 7 11 15',
    source: String.raw`
const [head, body] = require('fs').readFileSync(0, 'utf8').trim().split('\n')
const [, target] = head.split(' ').map(Number)
const seen = new Map()
body.split(' ').map(Number).forEach((value, at) => {
  if (seen.has(target - value)) console.log(seen.get(target - value), at)
  seen.set(value, at)
})`,
  },
  {
    name: 'a matrix line by line',
    stdin: '2 3\n1 2 3\n4 5 6',
    source: String.raw`
const readline = require('node:readline')
const rl = readline.createInterface({ input: process.stdin, terminal: false })
const rows = []
rl.on('line', (line) => rows.push(line.trim().split(/\s+/).map(Number)))
rl.on('close', () => {
  const [[height, width], ...matrix] = rows
  const turned = Array.from({ length: width }, (_, x) => matrix.map((row) => row[x]))
  console.log(height, width)
  for (const row of turned) console.log(row.join(' '))
  console.log(turned)
})`,
  },
  {
    name: 'events of standard input',
    stdin: 'listen silent\nabc cab\nhello world',
    source: String.raw`
process.stdin.resume()
process.stdin.setEncoding('utf8')
let input = ''
process.stdin.on('data', (chunk) => { input += chunk })
process.stdin.on('end', () => main(input.split('\n').filter(Boolean)))
const sorted = (word) => [...word].sort().join('')
function main(lines) {
  for (const line of lines) {
    const [a, b] = line.split(' ')
    console.log(a + ' ' + b + ': ' + (sorted(a) === sorted(b) ? 'anagram' : 'different'))
  }
}`,
  },
  {
    name: 'lines in an async loop',
    stdin: '3\nbanana\napple\ncherry',
    source: `
const { createInterface } = require('readline')
async function main() {
  const words = []
  let count = null
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (count === null) count = Number(line)
    else words.push(line)
  }
  console.log(count === words.length, words.toSorted())
}
main()`,
  },
  {
    name: 'a question with a prompt',
    stdin: '21',
    source: `
const rl = require('readline').createInterface({ input: process.stdin, output: process.stdout })
rl.question('How many? ', (answer) => {
  console.log('Twice that is ' + answer * 2)
  rl.close()
})
rl.on('close', () => console.log('done'))`,
  },
  {
    name: 'a promised question',
    stdin: 'Ada',
    source: `
import { createInterface } from 'node:readline/promises'
import { stdin as input, stdout as output } from 'node:process'
const rl = createInterface({ input, output })
const name = await rl.question('Name: ')
console.log('Hello, ' + name + '!')
rl.close()`,
  },
  {
    name: 'chunks of bytes',
    stdin: 'naïve café',
    source: `
const chunks = []
process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
  const bytes = Buffer.concat(chunks)
  const text = bytes.toString('utf8').trim()
  console.log(Buffer.isBuffer(bytes), bytes.length, text.length, text.toUpperCase())
})`,
  },
  {
    name: 'an imported file system',
    stdin: '5\n3 1 4 1 5',
    source: String.raw`
import { readFileSync } from 'fs'
const [count, ...values] = readFileSync('/dev/stdin', 'utf-8').split(/\s+/).filter(Boolean).map(Number)
const sum = values.reduce((total, value) => total + value, 0)
console.log(count, sum, Math.max(...values), (sum / count).toFixed(2))`,
  },
]
