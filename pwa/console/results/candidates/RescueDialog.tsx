import { Field, Input, Text } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CandidateRow } from '#contract/views/admin.ts'
import { FormDialog } from '#pwa/ui/FormDialog.tsx'
import { toastDone } from '#pwa/ui/toaster.ts'
import { refusedFields } from '../../kit/form/fieldErrors.ts'
import { request } from '../../kit/http/request.ts'
import { whom } from './useCandidateAction.ts'

const NO_FILE = 'Choose the rescue file that the candidate sent.'
/** Megabytes over a slow line. */
const TIMEOUT_MS = 300_000

/** Reads in what a candidate's device could not send. */
export function RescueDialog({ row, onClose }: { row: CandidateRow; onClose: () => void }) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!file) return setError(NO_FILE)
    setBusy(true)
    setRefusal(undefined)
    const form = new FormData()
    form.set('file', file)
    try {
      const { message } = await request('postRescueFile', {
        params: { ref: row.token },
        form,
        timeoutMs: TIMEOUT_MS,
      })
      toastDone(message ?? 'The rescue file was read.', whom(row))
      await client.invalidateQueries()
      onClose()
    } catch (thrown) {
      const { errors, rest } = refusedFields(thrown, ['file'])
      setError(errors.file)
      setRefusal(rest || undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog
      isOpen
      title={`Rescue file of ${row.email}`}
      action="Import"
      isBusy={isBusy}
      refusal={refusal}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Text textStyle="sm" color="fg.muted">
        A candidate whose device has no network can download this file from the end page and send it to you.
        Importing it has the same effect as sending the work over the network; importing it twice does no
        harm.
      </Text>
      <Field.Root invalid={error !== undefined}>
        <Field.Label>Rescue file</Field.Label>
        <Input
          type="file"
          accept=".json,application/json"
          size="lg"
          pt="2"
          disabled={isBusy}
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null)
            setError(undefined)
            setRefusal(undefined)
          }}
        />
        <Field.ErrorText role="alert">{error}</Field.ErrorText>
      </Field.Root>
    </FormDialog>
  )
}
