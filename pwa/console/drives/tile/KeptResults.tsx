import { Button, chakra, Text } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { keptDays } from '#contract/forms/drive.ts'
import { plural } from '#contract/plural.ts'
import type { KeptFields, WouldErase } from '#contract/views/drive.ts'
import { formatLoss } from '#machines/drive/retention.ts'
import { CallError } from '#pwa/http/call.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { FormDialog } from '#pwa/ui/FormDialog.tsx'
import { TextField } from '#pwa/ui/field/TextField.tsx'
import { toastDone } from '#pwa/ui/toaster.ts'
import { formatDay } from '../../kit/format/dates.ts'
import { request } from '../../kit/http/request.ts'
import { formatKept } from './formatKept.ts'

interface Props {
  of: { id: number; name: string; invitation_sent: number } & KeptFields
  kind: 'drive' | 'assessment'
}

/** How long results are kept, or that they are gone; and the way to change it, whatever the state of the drive. */
export function KeptResults({ of, kind }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isEmpty = of.invitation_sent === 0
  const words = formatKept(of, isEmpty) ?? (isEmpty ? null : 'Results are kept for ever.')
  if (words === null) return null
  return (
    <chakra.p textStyle="xs" color="fg.muted" overflowWrap="anywhere">
      {words}{' '}
      {!isEmpty && (
        <Button
          variant="plain"
          textStyle="xs"
          height="auto"
          minW="0"
          p="0"
          verticalAlign="baseline"
          color="sea"
          _hover={{ textDecoration: 'underline' }}
          aria-label={`Change how long results of ${of.name} are kept`}
          onClick={() => setOpen(true)}
        >
          Change
        </Button>
      )}
      {isOpen && <KeepResultsDialog of={of} kind={kind} onClose={() => setOpen(false)} />}
    </chakra.p>
  )
}

/** Days as they are typed: empty is for ever. */
const daysOf = (typed: string): unknown =>
  typed.trim() === '' ? null : /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : typed

/** A shorter time takes a second word: the server says what goes by it, and when. */
function KeepResultsDialog({ of, kind, onClose }: Props & { onClose: () => void }) {
  const client = useQueryClient()
  const before = of.results_retention_days ?? null
  const [was, setWas] = useState(before)
  const [typed, setTyped] = useState(before === null ? '' : String(before))
  const [isJudged, setJudged] = useState(false)
  const parsed = keptDays.safeParse(daysOf(typed))
  const save = useMutation({
    networkMode: 'always',
    mutationFn: ({ days, confirmed }: { days: number | null; confirmed: boolean }) =>
      request('putRetention', { params: { id: of.id }, body: { days, was, confirmed } }),
    onSuccess: ({ message }) => {
      if (message) toastDone(message)
      onClose()
      return client.invalidateQueries()
    },
    onError: (error) => {
      // Somebody else set other days: saved again, these are written over them.
      if (error instanceof CallError && 'current' in error.details)
        setWas(error.details.current as number | null)
    },
  })
  const erases =
    save.error instanceof CallError && 'erases' in save.error.details
      ? (save.error.details.erases as WouldErase)
      : null
  const isDue = erases?.at != null && Date.parse(erases.at) <= Date.now()
  const time = `for ${plural(Number(typed), 'day')}`
  const send = (confirmed: boolean) => {
    if (parsed.success) save.mutate({ days: parsed.data, confirmed })
  }
  return (
    <>
      <FormDialog
        isOpen
        size="sm"
        title="Keep results"
        action="Save"
        isDirty={typed !== (before === null ? '' : String(before))}
        isBusy={save.isPending}
        refusal={save.error && !erases ? save.error.message : undefined}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          setJudged(true)
          send(false)
        }}
        onCancel={onClose}
      >
        <Text color="fg.muted" overflowWrap="anywhere">
          {of.name}
        </Text>
        <TextField
          name="days"
          label={`Days after the end of ${kind === 'drive' ? 'the drive' : 'each test'}`}
          help="Then results are erased with everything that belongs to them: tests, answers, pictures and emails. From 30 to 3650 days; empty: they are kept for ever."
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={isJudged && !parsed.success ? parsed.error.issues[0]?.message : undefined}
          onChange={setTyped}
          onTouched={() => setJudged(typed.trim() !== '')}
        />
      </FormDialog>
      <ConfirmDialog
        isOpen={erases !== null}
        title={isDue ? 'Erase results?' : `Keep results only ${time}?`}
        action={isDue ? 'Erase' : `Keep ${time}`}
        isDestructive
        isBusy={save.isPending}
        onConfirm={() => send(true)}
        onCancel={() => save.reset()}
      >
        {erases &&
          formatLoss({ name: of.name, is_assessment: kind === 'assessment' }, erases, {
            now: Date.now(),
            dayOf: (iso) => formatDay(new Date(iso)),
          })}
      </ConfirmDialog>
    </>
  )
}
