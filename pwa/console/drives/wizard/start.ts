import type { StaffDriveView } from '#contract/views/drive.ts'
import { copyOf, type DriveForm, formOf, leftOutOf, newForm, withoutDeleted } from '#machines/drive/form.ts'
import { type Stored, storedOf, type WizardInput, type WizardStep } from '#machines/drive/wizard.ts'
import type { KeptForm } from '../../kit/drafts/useKeptDraft.ts'
import type { OpenedForm } from '../../kit/drafts/useOpened.ts'

/** The state with which the wizard is opened: the draft that was kept, or the drive as it stands. */
export interface WizardStart extends WizardInput {
  userId: number
  /** Name of its draft: 'new', 'copy 4', 'edit 4'. */
  draft: string
  keptAt: number | null
  /** The form without the draft: the drive as it stands, or an empty one. */
  plain: DriveForm
  /** The same when the draft was begun: other times were proposed then. */
  begun: DriveForm
  /** The contacts of the drive as it stands, by name: also who was switched off. */
  contacts: StaffDriveView['admin_users']
  /** Somebody has begun: the items are fixed. */
  hasBegun: boolean
  /** Names of what a copy does not take along: its source asks it, the bank has it no longer. */
  leftOut: readonly string[]
}

interface Facts {
  isEdit: boolean
  /** It was just created, and its rules come now. */
  isCreated: boolean
  /** The step it was left at. */
  step?: WizardStep
  now: number
}

/**
 * A draft stands on the drive as it was when it was begun: what a colleague changed since is not undone by it, and
 * saving shows both states as a conflict.
 */
export function wizardStart(
  { userId, draft, source, ...opened }: OpenedForm<StaffDriveView, DriveForm, Stored>,
  { isEdit, isCreated, step = 'details', now }: Facts,
): WizardStart {
  const plain = !source ? newForm(now) : isEdit ? formOf(source) : copyOf(source, now)
  const { kept, keptAt } = isOver(opened.kept, now) ? { kept: null, keptAt: null } : opened
  return {
    userId,
    draft,
    keptAt,
    plain,
    begun: kept?.begun ?? plain,
    contacts: source?.admin_users ?? [],
    form: kept ? (source && !isEdit ? withoutDeleted(kept.form, source) : kept.form) : plain,
    stored: source && isEdit ? (kept?.stored ?? storedOf(source)) : null,
    isCreated: isCreated && isEdit,
    step,
    copyOf: source && !isEdit ? source.id : null,
    leftOut: source && !isEdit ? leftOutOf(source) : [],
    hasBegun: isEdit && (source?.appeared ?? 0) > 0,
  }
}

/** Kept untouched, because its call had no answer, until its start was over: nobody misses anything of it. */
const isOver = (kept: KeptForm<DriveForm, Stored> | null, now: number): boolean =>
  kept?.begun !== undefined &&
  JSON.stringify(kept.form) === JSON.stringify(kept.begun) &&
  (kept.form.start_time ?? 0) <= now
