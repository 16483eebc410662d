import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import type { DriveView } from '#contract/views/drive.ts'
import { detailsFaults } from '#machines/drive/faults.ts'
import { type DriveForm, sumsOf } from '#machines/drive/form.ts'
import { changedPayload, newPayload } from '#machines/drive/payload.ts'
import { type DriveTimes, itemsFault, type Sections, sectionsOf } from '#machines/drive/policy.ts'
import { type SaveInput, StaleDrive, type WizardInput, wizardMachine } from '#machines/drive/wizard.ts'
import { CallError } from '#pwa/http/call.ts'
import { toastDone } from '#pwa/ui/toaster.ts'
import { ask } from '../../http/ask.ts'
import { dropDraft, keepDraft } from '../../local/drafts.ts'

/** What the wizard is opened with: the draft that was kept, or the drive as it stands. */
export interface WizardStart extends WizardInput {
  userId: number
  /** Name of its draft: 'new', 'copy 4', 'edit 4'. */
  draft: string
  /** The form without the draft: the drive as it stands, or an empty one. */
  plain: DriveForm
  flags: Sections
  /** Somebody has begun: the items are fixed. */
  hasBegun: boolean
}

/** How a kept draft looks. */
export interface WizardDraft {
  form: DriveForm
  /** The version that was edited; another one on the server shows as a conflict at saving, not as a lost draft. */
  version: number | null
  /** The drive as it stood when the first change was made: only what differs from it was typed. */
  base: DriveForm
}

async function save({ form, stored, copyOf }: SaveInput): Promise<DriveView> {
  try {
    const { data, message } =
      stored === null
        ? await ask<{ drive: DriveView }>('postDrive', { body: newPayload(form, copyOf) })
        : await ask<{ drive: DriveView }>('putDrive', {
            params: { id: stored.id },
            body: changedPayload(form, stored.form, stored.version),
          })
    if (message) toastDone(message)
    return data.drive
  } catch (fault) {
    if (fault instanceof CallError && fault.code === 'conflict' && fault.details.current)
      throw new StaleDrive(fault.details.current as DriveView, fault.message)
    throw fault
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

/** The wizard with its effects: saving, keeping its draft on this device with every change, going on to the edit page. */
export function useWizard(start: WizardStart, openEdit: (driveId: number) => void) {
  const [snapshot, send] = useMachine(
    wizardMachine.provide({
      actors: { save: fromPromise(({ input }) => save(input)) },
      guards: {
        detailsFit: ({ context: { form, stored } }) =>
          Object.keys(detailsFaults(form, stored && timesOf(stored.form), Date.now())).length === 0,
        itemsFit: ({ context: { form } }) =>
          itemsFault(
            { problems: form.problems.length, mcqs: form.questions.length },
            shownOf(form, start.flags),
          ) === undefined,
      },
      actions: {
        openEdit: ({ context }) => context.stored && openEdit(context.stored.id),
      },
    }),
    { input: start },
  )
  const { form, stored, fault, theirs, isCreated } = snapshot.context
  const keptAt = useKeptDraft(start, form, stored?.version ?? null, stored?.form ?? start.plain)
  const now = Date.now()
  const shown = shownOf(form, start.flags)
  const isSaving = snapshot.matches('creating') || snapshot.matches('updating')
  const step = snapshot.matches('details')
    ? ('details' as const)
    : snapshot.matches('questions') || snapshot.matches('creating')
      ? ('questions' as const)
      : ('rules' as const)
  return {
    step,
    form,
    stored,
    fault,
    theirs,
    isCreated,
    isSaving,
    isDone: snapshot.matches('done'),
    shown,
    sums: sumsOf(form, shown),
    detailsFaults: detailsFaults(form, stored && timesOf(stored.form), now),
    itemsFault: itemsFault({ problems: form.problems.length, mcqs: form.questions.length }, shown),
    keptAt,
    send,
    edit: (change: Partial<DriveForm>) => send({ type: 'EDIT', change }),
    /** Whether anything was typed that the server does not have. */
    isChanged: JSON.stringify(form) !== JSON.stringify(stored?.form ?? start.plain),
    discard: () => send({ type: 'EDIT', change: stored?.form ?? start.plain }),
  }
}
export type Wizard = ReturnType<typeof useWizard>

/**
 * Keeps the form with every change; once it is what the server has, there is nothing to keep.
 * @returns when it was kept last
 */
function useKeptDraft(
  start: WizardStart,
  form: DriveForm,
  version: number | null,
  base: DriveForm,
): number | null {
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const { userId, draft } = start
  const isSame = JSON.stringify(form) === JSON.stringify(base)
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    let isCurrent = true
    const kept = isSame
      ? dropDraft(userId, draft).then(() => null)
      : keepDraft(userId, draft, { form, version, base } satisfies WizardDraft)
    void kept.then((at) => isCurrent && setKeptAt(at))
    return () => {
      isCurrent = false
    }
  }, [form, version, base, isSame, userId, draft])
  return keptAt
}
