import { Button, chakra, Field, HStack, Input } from '@chakra-ui/react'
import { Download, Upload } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { CALL_MAX_EMAILS, splitEmails } from '#contract/forms/invitation.ts'
import { Locked } from '#pwa/ui/Locked.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { saveFile } from '../../kit/download/useFileDownload.ts'
import { addressesOfFile, invalidRowsFile, invalidRowsMessage, textOfFile } from './addressesOfFile.ts'
import type { Invite } from './useInvite.ts'

const NO_CSV = 'Please choose a CSV file.'
const sample = 'first.candidate@example.com,second.candidate@example.com\r\nthird.candidate@example.com\r\n'

interface Props {
  invite: Invite
  /** Whether a file waits to be sent. */
  onChosen: (isChosen: boolean) => void
}

/** Addresses from a file, a line or a comma each. */
export function CsvInvite({ invite, onChosen }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const choose = (to: File | null) => {
    setFile(to)
    onChosen(to !== null)
  }
  const error = invite.errorAt('file')
  const refuse = (words: string) => invite.refuse({ at: 'file', words })
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isReading || invite.isBusy) return
    setReading(true)
    await sendFile().finally(() => setReading(false))
  }
  const sendFile = async () => {
    // Windows tells a spreadsheet's own type for the same file.
    const isCsv = file?.type === 'text/csv' || file?.name.toLowerCase().endsWith('.csv')
    if (!file || !isCsv) return refuse(NO_CSV)
    const text = textOfFile(new Uint8Array(await file.arrayBuffer()))
    if (text.includes('\0')) return refuse('This is not a text file. Save it as CSV (UTF-8).')
    const { emails, invalidRows } = await addressesOfFile(text)
    const count = splitEmails(emails).length
    if (count === 0) return refuse('There are no email addresses in this file.')
    if (count > CALL_MAX_EMAILS)
      return refuse(`At most ${CALL_MAX_EMAILS} addresses at once; this file has ${count}.`)
    // A file that could not be sent stays chosen.
    const invalid =
      invalidRows.length > 0
        ? { words: invalidRowsMessage(invalidRows), file: await invalidRowsFile(invalidRows) }
        : undefined
    if ((await invite.send(emails, invalid)) === 'failed') return
    choose(null)
    if (input.current) input.current.value = ''
  }
  return (
    <chakra.form onSubmit={submit} noValidate>
      <Locked when={isReading}>
        <Field.Root invalid={error !== undefined}>
          <Field.Label>CSV file</Field.Label>
          <Input
            ref={input}
            type="file"
            accept=".csv,text/csv"
            size="lg"
            pt="2"
            onChange={(event) => {
              choose(event.target.files?.[0] ?? null)
              invite.mend('file')
            }}
          />
          <Field.ErrorText role="status">{error}</Field.ErrorText>
        </Field.Root>
      </Locked>
      <HStack mt="3" gap="3">
        <SteadyButton
          type="submit"
          variant="outline"
          size="lg"
          loading={isReading}
          disabled={invite.isBusy}
          loadingText="Upload"
        >
          <Upload aria-hidden />
          Upload
        </SteadyButton>
        <Button
          type="button"
          variant="ghost"
          size="lg"
          onClick={() => saveFile('sampleInvitations.csv', sample)}
        >
          <Download aria-hidden />
          Sample CSV
        </Button>
      </HStack>
    </chakra.form>
  )
}
