import { Box, chakra, Heading, HStack, Text } from '@chakra-ui/react'
import { CircleCheck, CircleX, Gauge, Play } from 'lucide-react'
import { KEPT_OUTPUT } from '#contract/constants.ts'
import { CodeEditor } from '#pwa/ui/CodeEditor.tsx'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import { OutputDifference } from '#pwa/ui/OutputDifference.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { formatTime } from '../../kit/format/dates.ts'
import type { Language } from '../templates/useLanguages.ts'
import { EngineDifferences } from './EngineDifferences.tsx'
import { isCloseToLimit, resultLook } from './try/checkLabels.ts'
import type { ProblemFormModel } from './useProblemForm.ts'
import type { Reference } from './useReference.ts'

interface Props {
  form: ProblemFormModel
  reference: Reference
  languages: readonly Language[]
}

/** A program that should pass every test: written here, run on the tests as they stand in the form. */
export function ReferencePanel({ form, reference, languages }: Props) {
  const { values, set } = form
  const { source } = values.reference
  const language = languages.find(({ id }) => id === values.reference.language_id) ?? languages[0]
  const change = (to: Partial<typeof values.reference>) =>
    set({ reference: { language_id: language?.id ?? 0, source, ...to } })
  const canRun = source.trim() !== '' && values.tests.length > 0 && language !== undefined
  return (
    <Box as="section" aria-label="Reference solution" p="4" display="grid" gap="3">
      <HStack justifyContent="space-between">
        <Heading as="h2" textStyle="sm" fontWeight="600">
          Reference solution
        </Heading>
        <SteadyButton
          type="button"
          size="sm"
          variant="outline"
          disabled={!canRun}
          loading={reference.isRunning}
          loadingText="Running"
          title={canRun ? undefined : 'Write a program and add a test first.'}
          onClick={reference.run}
        >
          <Play aria-hidden />
          Run on all tests
        </SteadyButton>
      </HStack>
      <SelectField
        name="reference_language"
        label="Language"
        size="md"
        value={String(language?.id ?? '')}
        choices={languages.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(to) => change({ language_id: Number(to) })}
        onTouched={() => {}}
      />
      <EngineDifferences language={language} />
      <CodeEditor
        label="Reference solution"
        mode={language?.mode ?? ''}
        value={source}
        onChange={(to) => change({ source: to })}
      />
      <Text textStyle="xs" color="fg.subtle">
        For staff only: candidates never see it. Press Esc, then Tab to leave the editor.
      </Text>
      {(form.errors.reference ?? reference.error) && (
        <Text role="alert" textStyle="sm" color="fg.error">
          {form.errors.reference ?? reference.error}
        </Text>
      )}
      <Outcome form={form} reference={reference} />
    </Box>
  )
}

/** How many passed, which are near their limit, and where the first wrong one goes astray. */
function Outcome({ form, reference }: Omit<Props, 'languages'>) {
  const { tests } = form.values
  const { judged, passed, failed, ranAt } = reference
  if (judged === 0 || ranAt === null) return null
  const results = tests.map(reference.resultOf)
  const firstFailed = results.findIndex((one) => one && !one.is_passed)
  const result = results[firstFailed]
  const test = tests[firstFailed]
  const isGood = failed === 0 && judged === passed
  return (
    <Box role="status" display="grid" gap="2.5">
      <HStack justifyContent="space-between" textStyle="sm">
        <HStack color={isGood ? 'fg.success' : 'fg.error'} fontWeight="500" gap="1.5">
          {isGood ? <CircleCheck size={16} aria-hidden /> : <CircleX size={16} aria-hidden />}
          {passed} of {tests.length} passed
        </HStack>
        <Text color="fg.subtle">{formatTime(new Date(ranAt))}</Text>
      </HStack>
      <HStack gap="1" aria-hidden>
        {tests.map((one, i) => (
          <chakra.span key={one.key} flex="1" minW="2px" h="6px" borderRadius="2px" bg={toneOf(results[i])} />
        ))}
      </HStack>
      {results.some((one) => one && isCloseToLimit(one)) && (
        <HStack textStyle="sm" color="fg.warning" gap="1.5">
          <Gauge size={14} aria-hidden />
          Some tests take 80% or more of their time limit.
        </HStack>
      )}
      {result && test && (
        <Box borderWidth="1px" borderColor="border.error" borderRadius="l2" p="3" display="grid" gap="1.5">
          <Text textStyle="sm" fontWeight="500">
            Test {firstFailed + 1}: {resultLook(result).word}
          </Text>
          <Facts name="expected">
            <OutputDifference actual={test.output} expected={null} what="expected output" />
          </Facts>
          <Facts name="printed">
            <OutputDifference
              actual={result.actual_output}
              expected={test.output}
              what="printed output"
              keptTo={KEPT_OUTPUT}
            />
          </Facts>
          {result.message && (
            <Facts name="said">
              <OutputDifference
                actual={result.message}
                expected={null}
                what="error output"
                keptTo={KEPT_OUTPUT}
              />
            </Facts>
          )}
        </Box>
      )}
    </Box>
  )
}

const toneOf = (result: ReturnType<Reference['resultOf']>): string => {
  if (!result) return 'border'
  if (isCloseToLimit(result)) return 'fg.warning'
  return result.is_passed ? 'fg.success' : 'fg.error'
}

function Facts({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="64px minmax(0, 1fr)"
      gap="2"
      maxH="160px"
      overflowY="auto"
    >
      <chakra.span textStyle="xs" color="fg.subtle" lineHeight="20px">
        {name}
      </chakra.span>
      {children}
    </chakra.div>
  )
}
