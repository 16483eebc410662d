import { chakra } from '@chakra-ui/react'
import { CutText, NotPrinted } from './CutText.tsx'
import { printedOf } from './cutLabels.ts'
import { differenceOf } from './difference.ts'

interface Props {
  actual: string
  /** null where the test passed: there is nothing to compare. */
  expected: string | null
  what: string
  /** How many characters were kept of it at most: what is missing behind them is no difference. */
  keptTo?: number
}

/** Longer outputs are not compared sign by sign: nobody reads that in a cell. */
const MAX_COMPARED = 2_000

/** A wrong output with what differs from the expected one marked. */
export function OutputDifference({ actual, expected, what, keptTo }: Props) {
  const isCut = keptTo !== undefined && actual.length >= keptTo
  if (expected === null || isCut || actual.length > MAX_COMPARED || expected.length > MAX_COMPARED)
    return <CutText text={actual} what={what} keptTo={keptTo} />
  const { lines, isShort } = differenceOf(actual, expected)
  const printed = printedOf(actual.trimEnd(), Number.POSITIVE_INFINITY)
  const printedLines = printed.text.split('\n').length
  return (
    <chakra.span display="block" textStyle="code" whiteSpace="pre-wrap" overflowWrap="anywhere">
      {lines.map(({ same, differs, rest }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <chakra.span key={index} display="block" data-screen-only={index >= printedLines || undefined}>
          {same}
          {differs && (
            <chakra.mark
              data-drawn
              bg="bg.error"
              color="fg.error"
              borderRadius="2px"
              textDecoration="underline"
            >
              {differs}
            </chakra.mark>
          )}
          {rest}
        </chakra.span>
      ))}
      {printed.rest && <NotPrinted words={printed.rest} />}
      {isShort && (
        <chakra.span display="block" color="fg.error" fontFamily="body" textStyle="xs">
          ends too early
        </chakra.span>
      )}
    </chakra.span>
  )
}
