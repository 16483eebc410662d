import { useQuery } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import { plural } from '#contract/plural.ts'
import type { StaffDriveView } from '#contract/views/drive.ts'
import { detailsErrors } from '#machines/drive/errors.ts'
import { asksSame, type DriveForm, sumsOf } from '#machines/drive/form.ts'
import { changedPayload, newPayload, shownForm } from '#machines/drive/payload.ts'
import { type DriveTimes, isUsedAt, itemsError, type Sections, sectionsOf } from '#machines/drive/policy.ts'
import {
  type SaveInput,
  StaleDrive,
  type Stored,
  type WizardStep,
  wizardMachine,
} from '#machines/drive/wizard.ts'
import { toastDone } from '#pwa/ui/toaster.ts'
import { queryClient } from '../../kit/cache/queryClient.ts'
import { useFormRequest } from '../../kit/drafts/openCall.ts'
import { useKeptDraft } from '../../kit/drafts/useKeptDraft.ts'
import { refusedFields, theirsOf } from '../../kit/form/fieldErrors.ts'
import type { IdempotentRequest } from '../../kit/http/idempotentRequest.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { useSession } from '../../kit/session/sessionStore.ts'
import type { WizardStart } from './start.ts'

async function save(
  ask: IdempotentRequest,
  flags: Sections,
  { form, stored, copyOf }: SaveInput,
): Promise<StaffDriveView> {
  const asked = shownForm(form, stored?.form ?? null, shownOf(form, flags))
  try {
    const { data, message } =
      stored === null
        ? await ask('postDrive', { body: newPayload(asked, copyOf) })
        : await ask('putDrive', {
            params: { id: stored.id },
            body: changedPayload(asked, stored.form, stored.version),
          })
    if (message) toastDone(message)
    return data.drive
  } catch (error) {
    const current = theirsOf<StaffDriveView>(error)
    if (current && error instanceof Error) throw new StaleDrive(current, error.message)
    // It may be refused for who is no contact any more: that is shown at the field.
    void queryClient.invalidateQueries({ queryKey: ['getUsersList'] })
    // The steps have no places for a server's words at fields that are not on the last one.
    throw new Error(refusedFields(error, []).rest, { cause: error })
  }
}

const timesOf = (form: DriveForm): DriveTimes => ({
  start_time: form.start_time ?? 0,
  end_time: form.end_time ?? 0,
})

/** The sections that are shown for what is chosen so far. */
const shownOf = (form: DriveForm, flags: Sections): Sections =>
  form.question_type === ''
    ? { allow_coding: false, allow_mcq: false }
    : sectionsOf(form.question_type, flags)

/** The error of the chosen items. */
function errorOfItems(
  form: DriveForm,
  stored: Stored | null,
  own: DriveForm,
  shown: Sections,
): string | undefined {
  const used = [
    ...(shown.allow_coding
      ? form.problems.filter((one) => isUsedAt(form.institute_id, one, own.problems))
      : []),
    ...(shown.allow_mcq
      ? form.questions.filter((one) => isUsedAt(form.institute_id, one, own.questions))
      : []),
  ].length
  if (used > 0)
    return `${plural(used, 'chosen item was', 'chosen items were')} already used in this institute. Deselect the marked items.`
  // An item may be of a section that was switched off since: that keeps nobody from changing the rest.
  if (stored && asksSame(form, stored.form)) return undefined
  return itemsError({ problems: form.problems.length, mcqs: form.questions.length }, shown)
}

/** The wizard with its effects: saving, keeping its draft on this device with every change, going on to the edit page. */
export function useWizard(start: WizardStart, openEdit: (driveId: number) => void) {
  const idempotentRequest = useFormRequest(start)
  const user = useSession()?.user
  // As they are by now: they may change while the wizard is filled in.
  const flags = { allow_coding: user?.allow_coding ?? true, allow_mcq: user?.allow_mcq ?? true }
  const users = useQuery(queryOf('getUsersList'))
  const active = useMemo(() => users.data && new Set(users.data.users.map(({ id }) => id)), [users.data])
  const ownOf = (stored: Stored | null): DriveForm => stored?.form ?? start.plain
  const errorsIn = (form: DriveForm, stored: Stored | null) =>
    detailsErrors(form, stored && timesOf(stored.form), Date.now(), active, stored?.form.contact_ids)
  const [snapshot, send] = useMachine(
    wizardMachine.provide({
      actors: { save: fromPromise(({ input }) => save(idempotentRequest, flags, input)) },
      guards: {
        detailsFit: ({ context: { form, stored } }) => Object.keys(errorsIn(form, stored)).length === 0,
        itemsFit: ({ context: { form, stored } }) =>
          errorOfItems(form, stored, ownOf(stored), shownOf(form, flags)) === undefined,
      },
      actions: {
        openEdit: ({ context }) => context.stored && openEdit(context.stored.id),
      },
    }),
    { input: start },
  )
  const { form, stored, refusal, theirs, isCreated } = snapshot.context
  const [begun, setBegun] = useState(start.begun)
  const isChanged = JSON.stringify(form) !== JSON.stringify(stored?.form ?? begun)
  const isSaving = snapshot.matches('creating') || snapshot.matches('updating')
  // A new one is kept also where nothing was typed into a copy: sent again after a lost answer, it must be the same.
  const isOpen = stored === null && (isSaving || refusal !== null)
  const keptAt = useKeptDraft(start, { form, stored, begun }, isChanged || isOpen)
  const shown = shownOf(form, flags)
  const step: WizardStep = snapshot.matches('details')
    ? 'details'
    : snapshot.matches('questions') || snapshot.matches('creating')
      ? 'questions'
      : 'rules'
  return {
    step,
    form,
    stored,
    refusal,
    theirs,
    isCreated,
    isSaving,
    isDone: snapshot.matches('done'),
    flags,
    shown,
    sums: sumsOf(form, shown),
    detailsErrors: errorsIn(form, stored),
    users,
    /** Those of the drive as it stood, by name. */
    contacts: start.contacts,
    itemsError: errorOfItems(form, stored, ownOf(stored), shown),
    /** The drive's form as it stands, or as a copy carries it over. */
    own: ownOf(stored),
    keptAt: isChanged ? keptAt : null,
    send,
    edit: (change: Partial<DriveForm>) => send({ type: 'EDIT', change }),
    /** Whether anything was typed that the server does not have. */
    isChanged,
    discard(): void {
      setBegun(start.plain)
      send({ type: 'EDIT', change: stored?.form ?? start.plain })
    },
  }
}
export type Wizard = ReturnType<typeof useWizard>
