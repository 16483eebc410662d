import { Box, Button, chakra, Field, HStack } from '@chakra-ui/react'
import { type FormEvent, useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { SOURCE_MAX_BYTES } from '#contract/constants.ts'
import type { TemplateView } from '#contract/views/bank.ts'
import { CodeEditor } from '#pwa/ui/CodeEditor.tsx'
import { SelectField } from '#pwa/ui/field/SelectField.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { useKeptState } from '../../kit/drafts/useKeptState.ts'
import { Conflict } from '../../kit/form/Conflict.tsx'
import type { TheirText } from '../../kit/form/fieldErrors.ts'
import type { Language } from './useLanguages.ts'
import type { TemplateGiven } from './useTemplates.ts'

interface Props {
  /** The one that is edited; null while one is added. */
  template: TemplateView | null
  /** Those that have none yet, while one is added. */
  languages: readonly Language[]
  isBusy: boolean
  /** Name under which what is typed is kept. */
  draft: string
  onSave: (
    given: TemplateGiven,
    then: { onSaved: () => void; onConflict: (theirs: TheirText) => void },
  ) => void
  onCancel: () => void
}

const errorOf = (code: string): string | undefined => {
  if (code.trim() === '') return consoleTexts.codeBlank
  if (new TextEncoder().encode(code).length > SOURCE_MAX_BYTES) return 'The program is larger than 48 KB'
  return undefined
}

/** One template: its language, chosen while it is added, and its code. */
export function TemplateForm({ template, languages, isBusy, draft, onSave, onCancel }: Props) {
  const { value, set, forget } = useKeptState(draft, {
    languageId: template?.language_id ?? languages[0]?.id ?? 0,
    code: template?.code ?? languages[0]?.code ?? '',
    isTyped: false,
    was: template?.code,
  })
  const { languageId, code, isTyped, was } = value
  const [theirs, setTheirs] = useState<TheirText | null>(null)
  const chosen = languages.find(({ id }) => id === languageId)
  const [isTried, setTried] = useState(false)
  const error = isTried ? errorOf(code) : undefined
  const name = template?.language ?? chosen?.name ?? ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The template may stand within another form: that one is not sent by it.
    event.stopPropagation()
    setTried(true)
    if (errorOf(code) === undefined && !isBusy) save(was)
  }
  const save = (from: string | undefined) =>
    onSave(
      { id: template?.id ?? null, language_id: languageId, code, was: from },
      { onSaved: forget, onConflict: setTheirs },
    )
  const choose = (to: string) => {
    const next = languages.find(({ id }) => id === Number(to))
    // Code that was typed stays; the comment that a language begins with goes with its language.
    set({ isTyped, was, languageId: Number(to), code: isTyped ? code : (next?.code ?? '') })
  }
  return (
    <chakra.form
      onSubmit={submit}
      noValidate
      aria-label={template ? `Template in ${name}` : consoleTexts.addTemplate}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
      p="4"
      borderWidth="1px"
      borderRadius="l3"
      bg="bg"
    >
      {template ? (
        <chakra.p fontWeight="600">{template.language}</chakra.p>
      ) : (
        <Box maxW="16rem">
          <SelectField
            name="language_id"
            label="Language"
            value={String(languageId)}
            choices={languages.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={choose}
            onTouched={() => {}}
          />
        </Box>
      )}
      <Field.Root invalid={error !== undefined}>
        <chakra.span textStyle="sm" fontWeight="500" aria-hidden>
          Code
        </chakra.span>
        <Box width="full" minW="0">
          <CodeEditor
            label={`Code in ${name}`}
            mode={chosen?.mode ?? ''}
            value={code}
            onChange={(to) => set((old) => ({ ...old, code: to, isTyped: true }))}
          />
        </Box>
        <Field.HelperText>Press Esc, then Tab to leave the editor.</Field.HelperText>
        <Field.ErrorText role="status">{error}</Field.ErrorText>
      </Field.Root>
      <HStack gap="2">
        <SteadyButton type="submit" loading={isBusy} loadingText={template ? 'Update' : 'Add'}>
          {template ? 'Update' : 'Add'}
        </SteadyButton>
        <Button
          type="button"
          variant="outline"
          onClick={() => {
            forget()
            onCancel()
          }}
        >
          Cancel
        </Button>
      </HStack>
      <Conflict
        theirs={theirs}
        what="template"
        rowsOf={({ text }) => [['Code', code, text]]}
        note="Saving yours overwrites the current version."
        parts={null}
        otherwise=""
        onMine={() => {
          setTheirs(null)
          save(theirs?.text)
        }}
        onTheirs={() => {
          setTheirs(null)
          if (theirs !== null) set({ isTyped: false, languageId, code: theirs.text, was: theirs.text })
        }}
        onBack={() => setTheirs(null)}
      />
    </chakra.form>
  )
}
