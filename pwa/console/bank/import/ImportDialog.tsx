import { Box, Button, chakra, Dialog, Field, Input, Progress, Text } from '@chakra-ui/react'
import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { PACKAGE_MAX_BYTES } from '#contract/constants.ts'
import { DialogShell } from '#pwa/ui/DialogShell.tsx'
import { ServerSays } from '#pwa/ui/ServerSays.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { useFileDownload } from '../../kit/download/useFileDownload.ts'
import { ColumnMapping } from './ColumnMapping.tsx'
import { PreviewTable } from './PreviewTable.tsx'
import { choiceError, type ImportKind, isPackage, useImport } from './useImport.ts'
import { usePreview } from './usePreview.ts'
import { WrongRowsTable } from './WrongRowsTable.tsx'

interface Props {
  kind: ImportKind
  isOpen: boolean
  onClose: () => void
  /** Something is in the bank that was not there before. */
  onImported: () => void
}

const kinds = {
  mcq: {
    title: consoleTexts.importMcq,
    label: 'CSV file',
    accept: '.csv,text/csv',
    sample: { call: 'getQuestionSample', name: 'sampleQuestions.csv' },
    errors: 'question-error.csv',
  },
  problem: {
    title: consoleTexts.importProblem,
    label: 'CSV file or problem package (.zip)',
    accept: '.csv,text/csv,.zip,application/zip',
    sample: { call: 'getProblemSample', name: 'sampleProblems.csv' },
    errors: 'problem-error.csv',
  },
} as const

const CSV = 'At most 5,000 rows and 5 MB, in any usual encoding. All rows are imported, or none.'
const PACKAGE = `One problem in the ICPC, DOMjudge or CMS form, at most ${PACKAGE_MAX_BYTES / 1_000_000} MB. Anything that cannot be imported is listed afterwards; if it is tests, you are asked first.`

/** The limits of a file, by the kind that was chosen. */
function limitsOf(kind: ImportKind, file: File | null): string {
  if (kind === 'mcq') return CSV
  if (!file) return `A CSV file: ${CSV} A package: ${PACKAGE}`
  return isPackage(file) ? PACKAGE : CSV
}

/** A file of the bank: all its rows or none, unless somebody asks for the good ones after seeing what is wrong. */
export function ImportDialog(props: Props) {
  // Opened anew it begins anew.
  return props.isOpen ? <OpenDialog {...props} /> : null
}

function OpenDialog({ kind, onClose, onImported }: Props) {
  const { title, label, accept, sample, errors } = kinds[kind]
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const download = useFileDownload()
  const { isBusy, refusal, wrong, warnings, question, send, clear } = useImport(kind, onImported)
  const { preview, mapping, isReading, ...shown } = usePreview(kind)
  const said = preview?.is_known === false ? mapping : undefined
  const start = async (how: { onlyGood: boolean; isAsked: boolean }) => {
    if (file && (await send(file, { ...how, mapping: said }))) onClose()
  }
  const choose = (to: File | null) => {
    setFile(to)
    setError(undefined)
    clear()
    shown.clear()
    if (to && !choiceError(to, kind) && !isPackage(to)) shown.read(to)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = choiceError(file, kind)
    setError(found)
    if (!found) await start({ onlyGood: false, isAsked: false })
  }
  return (
    <DialogShell
      size="lg"
      isHeld
      title={title}
      cross={{ disabled: isBusy }}
      onSubmit={submit}
      onClose={() => !isBusy && onClose()}
    >
      <Dialog.Body
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        // A table keeps its height when the body scrolls.
        gridAutoRows="max-content"
        gap="4"
        pt="0"
      >
        {warnings ? (
          <Warnings lines={warnings} />
        ) : (
          <>
            <Field.Root invalid={error !== undefined}>
              <Field.Label>{label}</Field.Label>
              <Input
                type="file"
                accept={accept}
                size="lg"
                pt="2"
                disabled={isBusy}
                onChange={(event) => choose(event.target.files?.[0] ?? null)}
              />
              <Field.ErrorText role="alert">{error}</Field.ErrorText>
            </Field.Root>
            <Box>
              <SteadyButton
                type="button"
                variant="ghost"
                size="sm"
                ms="-2"
                loading={download.isPending}
                loadingText={sample.name}
                onClick={() => download.mutate(sample)}
              >
                <Download aria-hidden />
                {sample.name}
              </SteadyButton>
              <Text textStyle="xs" color="fg.subtle">
                {limitsOf(kind, file)}
              </Text>
            </Box>
            {said && preview && (
              <ColumnMapping
                preview={preview}
                mapping={said}
                isDisabled={isBusy}
                onChange={(to) => {
                  clear()
                  shown.choose(to)
                }}
              />
            )}
            {preview && mapping && !wrong && <PreviewTable preview={preview} mapping={mapping} />}
            {(isBusy || isReading) && (
              <Progress.Root value={null} size="xs" aria-label="Uploading and checking the file">
                <Progress.Track>
                  <Progress.Range />
                </Progress.Track>
              </Progress.Root>
            )}
            <ServerSays>{refusal ?? shown.error}</ServerSays>
            {question && (
              <Text role="alert" color="fg.warning">
                {question.words} If you import again, there will be duplicates.
              </Text>
            )}
            {wrong && (
              <WrongRowsTable
                wrong={wrong}
                fileName={errors}
                of={file && isPackage(file) ? 'tests' : 'rows'}
              />
            )}
          </>
        )}
      </Dialog.Body>
      <Dialog.Footer flexWrap="wrap">
        {warnings ? (
          <Button type="button" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button type="button" variant="outline" disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
            {!question && wrong && wrong.right > 0 && (
              <SteadyButton
                type="button"
                variant="outline"
                loading={isBusy}
                onClick={() => void start({ onlyGood: true, isAsked: false })}
              >
                {importGood(file, wrong.right)}
              </SteadyButton>
            )}
            {question ? (
              <SteadyButton
                type="button"
                loading={isBusy}
                loadingText="Import anyway"
                onClick={() => void start({ onlyGood: question.onlyGood, isAsked: true })}
              >
                Import anyway
              </SteadyButton>
            ) : (
              <SteadyButton type="submit" loading={isBusy || isReading} loadingText="Upload">
                Upload
              </SteadyButton>
            )}
          </>
        )}
      </Dialog.Footer>
    </DialogShell>
  )
}

function importGood(file: File | null, right: number): string {
  if (file && isPackage(file))
    return `Import with ${right.toLocaleString('en')} ${right === 1 ? 'test' : 'tests'}`
  return right === 1 ? 'Import the valid row' : `Import the ${right.toLocaleString('en')} valid rows`
}

/** It is there; this is to be known of it. */
function Warnings({ lines }: { lines: readonly string[] }) {
  return (
    <Box role="status">
      <Text mb="2">Imported. Check this before you use it:</Text>
      <chakra.ul listStyleType="disc" ps="5" display="grid" gap="1" textStyle="sm" color="fg.muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </chakra.ul>
    </Box>
  )
}
