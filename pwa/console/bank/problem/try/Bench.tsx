import { Box, Button, Field, HStack, Text, Textarea } from '@chakra-ui/react'
import { Play, Send } from 'lucide-react'
import { useState } from 'react'
import { texts } from '#contract/texts.ts'
import { CodeEditor } from '#pwa/ui/CodeEditor.tsx'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import { Tick } from '#pwa/ui/field/Tick.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { useLanguages } from '../../templates/useLanguages.ts'
import { useTemplates } from '../../templates/useTemplates.ts'
import { EngineDifferences } from '../EngineDifferences.tsx'
import { type TryRequest, TryResult } from './TryResult.tsx'
import type { Tried } from './tried.ts'
import { useCheck } from './useCheck.ts'

/** Compared with nothing: whatever is printed is shown. */
const UNCOMPARED = '-'

/** The texts written while a problem is tried: programs by language, and an input of one's own. */
export interface BenchTexts {
  programs: Readonly<Record<number, string>>
  input: string
}

interface Props {
  problem: Tried
  written: BenchTexts
  onWritten: (change: (old: BenchTexts) => BenchTexts) => void
}

/** Editor, Run and Submit. The program written in each language is kept while the dialog is open. */
export function Bench({ problem, written: { programs, input }, onWritten }: Props) {
  const languages = useLanguages()
  const { templates: defaults } = useTemplates({ problemId: null })
  const [chosen, setChosen] = useState<number | null>(null)
  const [isCustom, setCustom] = useState(false)
  const [asked, setAsked] = useState<TryRequest | null>(null)
  const check = useCheck()
  const language = languages.find(({ id }) => id === chosen) ?? languages[0]
  const of = (list: Tried['templates'] | undefined) =>
    list?.find((one) => one.language_id === language?.id)?.code
  const template = of(problem.templates) ?? of(defaults) ?? language?.code ?? ''
  const source = programs[language?.id ?? 0] ?? template
  const samples = problem.tests.filter((test) => test.is_sample)
  const start = (kind: TryRequest['kind'], tests: Tried['tests']) => {
    if (!language) return
    setAsked({ kind, tests })
    check.start({
      language_id: language.id,
      source,
      tests,
      ...problem.judged,
    })
  }
  const run = () =>
    isCustom
      ? start('own', [{ input: input === '' ? '\n' : input, output: UNCOMPARED, marks: 1, is_sample: true }])
      : start('samples', samples)
  const canRun = source.trim() !== '' && language !== undefined
  return (
    <Box display="flex" flexDirection="column" minW="0" minH="0" overflowY={{ lg: 'auto' }}>
      <HStack px="4" py="2" gap="3" borderBottomWidth="1px" flexWrap="wrap">
        <Box width="13rem">
          <SelectField
            name="language"
            label="Language"
            size="md"
            value={String(language?.id ?? '')}
            choices={languages.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(to) => setChosen(Number(to))}
            onTouched={() => {}}
          />
        </Box>
        <Text textStyle="xs" color="fg.subtle" flex="1 1 12rem">
          Nothing here is kept as a result. Press Esc, then Tab to leave the editor.
        </Text>
      </HStack>
      {language?.is_embedded && (
        <Box px="4" py="2">
          <EngineDifferences language={language} />
        </Box>
      )}
      {language && defaults && (
        <CodeEditor
          key={language.id}
          label={`Code in ${language.name}`}
          mode={language.mode}
          height="46dvh"
          value={source}
          onChange={(to) =>
            onWritten((old) => ({ ...old, programs: { ...old.programs, [language.id]: to } }))
          }
        />
      )}
      <Box p="4" display="grid" gap="3" borderTopWidth="1px">
        <HStack gap="3" flexWrap="wrap">
          <Tick label={texts.addCustomInput} isTicked={isCustom} onTick={setCustom} />
          <HStack ms="auto" gap="2">
            <Button
              variant="outline"
              disabled={!canRun || check.isRunning || (!isCustom && samples.length === 0)}
              title={!isCustom && samples.length === 0 ? 'There is no sample test to run it on.' : undefined}
              onClick={run}
            >
              <Play aria-hidden />
              {texts.run}
            </Button>
            <SteadyButton
              disabled={!canRun || problem.tests.length === 0}
              loading={check.isRunning}
              loadingText={texts.submit}
              onClick={() => start('all', problem.tests)}
            >
              <Send aria-hidden />
              {texts.submit}
            </SteadyButton>
          </HStack>
        </HStack>
        {isCustom && (
          <Field.Root>
            <Field.Label>{texts.enterInput}</Field.Label>
            <Textarea
              rows={3}
              fontFamily="mono"
              textStyle="code"
              value={input}
              onChange={(event) => onWritten((old) => ({ ...old, input: event.target.value }))}
            />
          </Field.Root>
        )}
        <TryResult
          asked={asked}
          progress={check.progress}
          isRunning={check.isRunning}
          error={check.error?.message}
        />
      </Box>
    </Box>
  )
}
