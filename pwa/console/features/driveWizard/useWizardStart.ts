import { useMemo } from 'react'
import type { DriveView } from '#contract/views/drive.ts'
import type { DriveForm } from '#machines/drive/form.ts'
import type { Stored, WizardStep } from '#machines/drive/wizard.ts'
import { useOpened } from '../../local/useOpened.ts'
import { startOf } from './start.ts'

/** Which drive is edited or copied; neither for a new one. */
export interface Which {
  editId: string | null
  copyId: string | null
  /** It was just created, and its rules come now. */
  isCreated: boolean
  /** The step it was left at. */
  step: WizardStep
}

/** What the wizard begins with: read from the server, with the draft of the last time over it. */
export function useWizardStart({ editId, copyId, isCreated, step }: Which) {
  const { query, source, opened } = useOpened<{ drive: DriveView }, DriveView, DriveForm, Stored>(
    'getAdminDrive',
    (answer) => answer.drive,
    editId ?? copyId,
    editId ? `edit ${editId}` : copyId ? `copy ${copyId}` : 'new',
  )
  const start = useMemo(
    () => opened && startOf(opened, { isEdit: editId !== null, isCreated, step, now: Date.now() }),
    [opened, editId, isCreated, step],
  )
  return { query, start, drive: source }
}
