import { Box, chakra, HStack, Text } from '@chakra-ui/react'
import { KEPT_OUTPUT } from '#contract/constants.ts'
import { texts } from '#contract/texts.ts'
import type { CheckView } from '#contract/views/bank.ts'
import { OutputDifference } from '#pwa/ui/OutputDifference.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { resultLook } from './checkLabels.ts'
import { marksOf, type Tried } from './tried.ts'

/** The request to the engine: the samples, an input of one's own, or all tests as a submission has them. */
export interface TryRequest {
  kind: 'samples' | 'own' | 'all'
  tests: Tried['tests']
}

interface Props {
  asked: TryRequest | null
  progress: CheckView | null
  isRunning: boolean
  error: string | undefined
}

/** The outcome, as a candidate would be told it: outputs of samples, and nothing but counts of hidden tests. */
export function TryResult({ asked, progress, isRunning, error }: Props) {
  return (
    <Box as="section" aria-label={texts.output} borderWidth="1px" borderRadius="l3" overflow="hidden">
      <HStack
        px="3"
        h="9"
        borderBottomWidth="1px"
        bg="bg.muted"
        textStyle="sm"
        justifyContent="space-between"
      >
        <Text fontWeight="600">{texts.output}</Text>
        {isRunning && progress && (
          <Text color="fg.muted">
            {progress.results.length} of {progress.total}
          </Text>
        )}
      </HStack>
      <Box role="status" px="3" py="2.5" minH="72px">
        {error ? (
          <Text color="fg.error">{error}</Text>
        ) : !asked ? (
          <Text color="fg.subtle">{texts.outputPlaceholder}</Text>
        ) : isRunning || !progress ? (
          <Text color="fg.subtle">{texts.loading}</Text>
        ) : asked.kind === 'all' ? (
          <Verdict asked={asked} check={progress} />
        ) : (
          <Outputs asked={asked} check={progress} />
        )}
      </Box>
    </Box>
  )
}

/** Before the rules of groups. */
const earned = (result: CheckView['results'][number] | undefined, marks: number): number =>
  Math.floor((result?.share ?? Number(result?.is_passed ?? false)) * marks + 1e-9)

function Verdict({ asked, check }: { asked: TryRequest; check: CheckView }) {
  const passed = check.results.filter((one) => one.is_passed).length
  const marks = asked.tests.reduce((sum, test, i) => sum + earned(check.results[i], test.marks), 0)
  const isAll = passed === check.total
  const refused = check.results.find(
    (one) => one.outcome === 'compile_error' || one.outcome === 'engine_error',
  )
  return (
    <Box display="grid" gap="1">
      <Text fontWeight="600" color={isAll ? 'fg.success' : passed > 0 ? 'fg.warning' : 'fg.error'}>
        {passed} of {check.total} test cases passed
      </Text>
      <Text textStyle="sm" color="fg.muted">
        {marks} of {marksOf(asked.tests)} marks
      </Text>
      {refused?.message && <Said text={refused.message} />}
    </Box>
  )
}

function Outputs({ asked, check }: { asked: TryRequest; check: CheckView }) {
  return (
    <Box display="grid" gap="3">
      {check.results.map((result, index) => {
        const look = resultLook(result)
        const isOwn = asked.kind === 'own'
        const didRun = result.outcome === 'passed' || result.outcome === 'wrong_answer'
        const wanted = isOwn || result.is_passed ? null : (asked.tests[index]?.output ?? null)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: results stand in the order of their tests
          <Box key={index} display="grid" gap="1">
            <HStack gap="3" textStyle="sm">
              {!isOwn && <Text fontWeight="500">Sample {index + 1}</Text>}
              {(!isOwn || !didRun) && (
                <StateBadge icon={look.icon} tone={look.tone} bare>
                  {look.word}
                </StateBadge>
              )}
              {result.cpu_ms !== null && <Text color="fg.subtle">{result.cpu_ms} ms</Text>}
            </HStack>
            <OutputDifference
              actual={result.actual_output}
              expected={wanted}
              what={`output ${index + 1}`}
              keptTo={KEPT_OUTPUT}
            />
            {result.message && <Said text={result.message} />}
            {result.judge_message && <Said text={result.judge_message} />}
          </Box>
        )
      })}
    </Box>
  )
}

function Said({ text }: { text: string }) {
  return (
    <chakra.pre textStyle="code" color="fg.error" whiteSpace="pre-wrap" overflowWrap="anywhere">
      {text}
    </chakra.pre>
  )
}
