/** One line of a program's output, held against the expected one. */
export interface DiffLine {
  /** The beginning that both have; `differs` is in this output alone, and `rest` is in both again. */
  same: string
  differs: string
  rest: string
}

const lines = (text: string): string[] => text.trimEnd().split(/\r?\n/)

/** Both ends that two lines have in common stay; what is between them differs. Trailing blanks never count. */
function compare(line: string, other: string): DiffLine {
  const [own, expected] = [line.trimEnd(), other.trimEnd()]
  if (own === expected) return { same: own, differs: '', rest: '' }
  let start = 0
  while (start < Math.min(own.length, expected.length) && own[start] === expected[start]) start++
  let end = 0
  while (
    end < Math.min(own.length, expected.length) - start &&
    own[own.length - 1 - end] === expected[expected.length - 1 - end]
  )
    end++
  return {
    same: own.slice(0, start),
    differs: own.slice(start, own.length - end),
    rest: own.slice(own.length - end),
  }
}

/**
 * The lines of an output against the expected ones, place by place.
 * @returns a line more where the output ends too early: empty, and marked as differing by `isShort`
 */
export function differenceOf(actual: string, expected: string): { lines: DiffLine[]; isShort: boolean } {
  const [own, wanted] = [lines(actual), lines(expected)]
  return {
    lines: own.map((line, i) =>
      wanted[i] === undefined ? { same: '', differs: line, rest: '' } : compare(line, wanted[i]),
    ),
    isShort: own.length < wanted.length || (actual.trim() === '' && expected.trim() !== ''),
  }
}
