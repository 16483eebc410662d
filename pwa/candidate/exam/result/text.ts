import { bytesOfBase64 } from '#pwa/http/base64.ts'

/** The text of a run's stream, which comes as base64 of UTF-8 that a program may have broken off anywhere. */
export function decodeStream(base64: string | null): string {
  if (!base64) return ''
  try {
    return new TextDecoder().decode(bytesOfBase64(base64))
  } catch {
    return base64
  }
}

/** The complaints of compiler and program, each once: both streams are the same if the engine is the compiler too. */
export function errorsOf(run: { compile_output: string | null; stderr: string | null }): string {
  const told = [decodeStream(run.compile_output), decodeStream(run.stderr)].filter(Boolean)
  return [...new Set(told)].join('\n')
}

/** A program's lines; a last line break ends a line and begins none. */
export const linesOf = (text: string): string[] => text.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n')

export interface ComparedLine {
  text: string
  differs: boolean
}

const tail = (line: string | undefined): string | undefined => line?.trimEnd()

/** Lines of one side, each told whether the other side has it otherwise; blanks at the end do not matter. */
export function compareLines(side: string, other: string): ComparedLine[] {
  const others = linesOf(other)
  return linesOf(side).map((text, index) => ({ text, differs: tail(text) !== tail(others[index]) }))
}

/** The first line that differs, counted from 1; null where none does. */
export function firstDifference(expected: string, actual: string): number | null {
  const left = linesOf(expected)
  const right = linesOf(actual)
  const length = Math.max(left.length, right.length)
  for (let index = 0; index < length; index += 1) {
    if (tail(left[index]) !== tail(right[index])) return index + 1
  }
  return null
}
