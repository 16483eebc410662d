import { Box, Button, chakra, Grid, Heading, HStack, IconButton, Text } from '@chakra-ui/react'
import { FilePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { JUDGE_FILE_MAX, JUDGE_KINDS, type JudgeKind, TESTED_LANGUAGES } from '#contract/judging.ts'
import { CodeEditor } from '#pwa/ui/CodeEditor.tsx'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import type { Language } from '../templates/useLanguages.ts'
import { type JudgeValues, judgeKindLabels } from './judgingValues.ts'
import type { ProblemFormModel } from './useProblemForm.ts'

const kinds = JUDGE_KINDS.map((value) => ({ value, label: judgeKindLabels[value] }))

const about: Record<JudgeKind, string> = {
  validator:
    'Called with the input file, the answer file and a feedback folder; reads the candidate’s output from standard input. Ends with exit code 42 to accept, 43 to reject. judgemessage.txt is kept for staff; score_multiplier.txt gives a part of the marks.',
  interactor:
    'Called as an output validator, but talks to the candidate’s program: its standard output is their input, and the other way round. What both said is kept for staff.',
  testlib:
    'Called with input, output and answer. Add testlib.h as another file. Its exit codes count, points too.',
  testlib_interactor:
    'Talks to the candidate’s program, called with input, an output file of its own and answer. Add testlib.h as another file.',
  tests:
    'Calls the candidate’s code, which it imports from ‘solution’. The input of each test case is the name of a test in this file, such as test_small or TestMore.test_base in Python, or the title in JavaScript. Outputs are not compared. Sample tests are run from the second file, if there is one; otherwise candidates see how their samples went, and not what their code wrote.',
}

/** The author's own program that judges, with the files beside it. It runs in a box of the server, never on a candidate's device. */
export function JudgePanel({ form, languages }: { form: ProblemFormModel; languages: readonly Language[] }) {
  const { values } = form
  const { judge } = values.judging
  const picker = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  if (values.checker !== 'program') return null
  const set = (to: Partial<JudgeValues>) =>
    form.set({ judging: { ...values.judging, judge: { ...judge, ...to } } })
  const [main, ...beside] = judge.files
  const offered =
    judge.kind === 'tests'
      ? languages.filter(({ mode }) => TESTED_LANGUAGES.some((one) => one === mode))
      : languages
  const isOffered = offered.some(({ mode }) => mode === judge.language)
  const add = async (file: File) => {
    if (file.size > JUDGE_FILE_MAX)
      return setRefusal(`${file.name} is larger than ${JUDGE_FILE_MAX / 1_000} KB.`)
    setRefusal(null)
    const content = await file.text()
    const added = { name: file.name, content }
    const isThere = judge.files.some(({ name }) => name === file.name)
    set({
      files: isThere
        ? judge.files.map((one) => (one.name === file.name ? added : one))
        : [...judge.files, added],
    })
  }
  const error = form.errors.judging ?? refusal
  return (
    <Box
      as="section"
      aria-label="Judge’s program"
      px={{ base: '4', md: '6' }}
      py="4"
      borderTopWidth="1px"
      display="grid"
      gap="3"
    >
      <Heading as="h2" textStyle="sm" fontWeight="600">
        Judge’s program
      </Heading>
      <Grid templateColumns={{ base: '1fr', md: 'repeat(4, minmax(0, 1fr))' }} gap="4" alignItems="start">
        <SelectField
          name="judge_kind"
          label="Kind"
          size="md"
          value={judge.kind}
          choices={kinds}
          onChange={(to) => set({ kind: kinds.find(({ value }) => value === to)?.value ?? 'validator' })}
          onTouched={() => {}}
        />
        <SelectField
          name="judge_language"
          label="Language of the program"
          size="md"
          value={judge.language}
          choices={[
            ...(isOffered ? [] : [{ value: judge.language, label: `${judge.language} (not offered here)` }]),
            ...offered.map(({ mode, name }) => ({ value: mode, label: name })),
          ]}
          onChange={(to) => set({ language: to })}
          onTouched={() => {}}
        />
        {judge.kind !== 'tests' && (
          <TextField
            name="judge_arguments"
            label="Arguments"
            size="md"
            value={judge.arguments}
            onChange={(to) => set({ arguments: to })}
            onTouched={() => {}}
            autoComplete="off"
          />
        )}
        {judge.kind === 'validator' && (
          <TextField
            name="judge_passes"
            label="Passes"
            size="md"
            placeholder="1"
            help="More than one if it writes nextpass.in"
            inputMode="numeric"
            value={judge.passes}
            onChange={(to) => set({ passes: to })}
            onTouched={() => {}}
            autoComplete="off"
          />
        )}
      </Grid>
      <Text textStyle="sm" color="fg.muted" maxW="80ch">
        {about[judge.kind]}
      </Text>
      <CodeEditor
        label="Judge’s program"
        mode={judge.language}
        value={main?.content ?? ''}
        onChange={(content) => set({ files: [{ name: main?.name ?? 'judge', content }, ...beside] })}
      />
      <HStack flexWrap="wrap" gap="3">
        <Button type="button" size="sm" variant="outline" onClick={() => picker.current?.click()}>
          <FilePlus aria-hidden />
          {judge.kind === 'tests' ? 'Add a file with the tests of samples' : 'Add a file beside it'}
        </Button>
        <chakra.input
          ref={picker}
          type="file"
          hidden
          aria-label="Another file of the judge’s program"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void add(file)
          }}
        />
        {beside.map(({ name, content }) => (
          <HStack key={name} gap="1" textStyle="sm">
            <chakra.span fontFamily="mono">{name}</chakra.span>
            <chakra.span color="fg.subtle">{Math.ceil(content.length / 1_000)} KB</chakra.span>
            <IconButton
              type="button"
              size="2xs"
              variant="ghost"
              aria-label={`Remove ${name}`}
              onClick={() => set({ files: judge.files.filter((one) => one.name !== name) })}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </HStack>
        ))}
      </HStack>
      {error && (
        <Text role="alert" textStyle="sm" color="fg.error">
          {error}
        </Text>
      )}
    </Box>
  )
}
