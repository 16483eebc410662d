import { useMemo } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { StaffDriveView } from '#contract/views/drive.ts'
import type { DriveForm } from '#machines/drive/form.ts'
import type { Stored, WizardStep } from '#machines/drive/wizard.ts'
import { Trouble } from '#pwa/ui/Trouble.tsx'
import { useOpened } from '../../kit/drafts/useOpened.ts'
import { isNotFound, queryOf } from '../../kit/http/queryOf.ts'
import { OpeningPage } from '../../kit/page/OpeningPage.tsx'
import { usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { wizardPosition } from './address.ts'
import { wizardStart } from './start.ts'
import { WizardFrame } from './WizardFrame.tsx'

/**
 * Add New Drive, its copy from another one, and Update Drive. Going to one of them begins it, even if the router sees
 * the same address, because a wizard moves on within its own address, past the router. So the rules of a drive that was
 * just created and its edit page are two wizards, and New Drive beside those rules is a third.
 */
export default function WizardPage() {
  return <OpenedWizard key={useLocation().key} />
}

function OpenedWizard() {
  const { driveId = null } = useParams()
  const [address] = useSearchParams()
  const copyId = driveId === null ? address.get('copy') : null
  const title = driveId === null ? consoleTexts.addNewDrive : consoleTexts.updateDrive
  usePageTitle(title)
  const { isCreated, step } = wizardPosition(address)
  const { query, start, drive } = useWizardStart({ editId: driveId, copyId, isCreated, step })
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  if (driveId !== null && drive?.drive_status === 'completed')
    return (
      <Trouble
        title="This drive is over"
        text="A completed drive can no longer be changed. Copy it to run it again."
      />
    )
  return (
    <OpeningPage
      path={[{ name: 'Home', to: urls.home }]}
      title={title}
      query={query}
      start={start}
      sentence={consoleTexts.somethingWrong}
      heights={['320px']}
    >
      {(start) => <WizardFrame key={start.draft} start={start} title={title} />}
    </OpeningPage>
  )
}

/** Which drive is edited or copied; neither for a new one. */
interface Which {
  editId: string | null
  copyId: string | null
  /** It was just created, and its rules come now. */
  isCreated: boolean
  /** The step it was left at. */
  step: WizardStep
}

/** The wizard's initial state: read from the server, with the draft of the last time over it. */
function useWizardStart({ editId, copyId, isCreated, step }: Which) {
  const { query, source, opened } = useOpened<{ drive: StaffDriveView }, StaffDriveView, DriveForm, Stored>(
    (id) => queryOf('getAdminDrive', { params: { id } }),
    (answer) => answer.drive,
    editId ?? copyId,
    editId ? `edit ${editId}` : copyId ? `copy ${copyId}` : 'new',
  )
  const start = useMemo(
    () => opened && wizardStart(opened, { isEdit: editId !== null, isCreated, step, now: Date.now() }),
    [opened, editId, isCreated, step],
  )
  return { query, start, drive: source }
}
