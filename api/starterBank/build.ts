import type { BankOption, BankTest } from './types.ts'

const asText = (lines: (string | number)[]): string => `${lines.join('\n')}\n`

/** A test that candidates see in full. */
export function sample(input: string[], output: (string | number)[]): BankTest {
  return { input: asText(input), output: asText(output), marks: 1, isSample: true }
}

/** A test whose data stays with the server. */
export function hidden(marks: number, input: string[], output: (string | number)[]): BankTest {
  return { input: asText(input), output: asText(output), marks, isSample: false }
}

interface StatementParts {
  story: string
  input: string
  output: string
  constraints: string[]
  example: BankTest
  /** One sentence that explains the example */
  why?: string
}

const fence = (language: string, body: string): string => `\`\`\`${language}\n${body.trimEnd()}\n\`\`\``

/** The Markdown statement of a problem; its example is one of the problem's own sample tests. */
export function statement(parts: StatementParts): string {
  const blocks = [
    parts.story,
    `**Input**\n\n${parts.input}`,
    `**Output**\n\n${parts.output}`,
    `**Constraints**\n\n${parts.constraints.map((line) => `- ${line}`).join('\n')}`,
    `**Example**\n\n${fence('text', parts.example.input)}\n\n${fence('text', parts.example.output)}`,
  ]
  return [...blocks, ...(parts.why ? [parts.why] : [])].join('\n\n')
}

/** Program text as written, without the indentation of the surrounding file. */
export function program(source: TemplateStringsArray): string {
  const lines = (source.raw[0] ?? '').replace(/^\n/, '').trimEnd().split('\n')
  const indents = lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length)
  const indent = Math.min(...indents)
  return asText(lines.map((line) => line.slice(indent)))
}

/** Repeatable whole numbers from low to high, both included. */
export function dice(seed: number): (low: number, high: number) => number {
  let state = seed >>> 0
  return (low, high) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return low + Math.floor((state / 2 ** 32) * (high - low + 1))
  }
}

/** `count` values, each made by `make`. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** A question's text followed by a fenced block of code. */
export function withCode(text: string, language: string, ...lines: string[]): string {
  return `${text}\n\n${fence(language, lines.join('\n'))}`
}

export function right(description: string, image?: string): BankOption {
  return image ? { description, isAnswer: true, image } : { description, isAnswer: true }
}

export function wrong(description: string, image?: string): BankOption {
  return image ? { description, isAnswer: false, image } : { description, isAnswer: false }
}
