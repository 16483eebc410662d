import { chakra } from '@chakra-ui/react'
import { CutText } from './CutText.tsx'
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
const MOST_COMPARED = 2_000

/** A wrong output with what differs from the expected one marked. */
export function OutputDifference({ actual, expected, what, keptTo }: Props) {
  const isCut = keptTo !== undefined && actual.length >= keptTo
  if (expected === null || isCut || actual.length > MOST_COMPARED || expected.length > MOST_COMPARED)
    return <CutText text={actual} what={what} keptTo={keptTo} />
  const { lines, isShort } = differenceOf(actual, expected)
  return (
    <chakra.span display="block" textStyle="code" whiteSpace="pre-wrap" overflowWrap="anywhere">
      {lines.map(({ same, differs, rest }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <chakra.span key={index} display="block">
          {same}
          {differs && (
            <chakra.mark bg="bg.error" color="fg.error" borderRadius="2px" textDecoration="underline">
              {differs}
            </chakra.mark>
          )}
          {rest}
        </chakra.span>
      ))}
      {isShort && (
        <chakra.span display="block" color="fg.error" fontFamily="body" textStyle="xs">
          ends too early
        </chakra.span>
      )}
    </chakra.span>
  )
}
