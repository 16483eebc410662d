import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { Trouble } from '#pwa/ui/Trouble.tsx'
import { isNotFound } from '../../http/queryOf.ts'
import { Opening } from '../../shell/Opening.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import { urls } from '../../urls.ts'
import { useWizardStart } from './useWizardStart.ts'
import { WizardFrame } from './WizardFrame.tsx'

/** Add New Drive, its copy from another one, and Update Drive. */
export default function WizardPage() {
  const { driveId = null } = useParams()
  const [address] = useSearchParams()
  const copyId = driveId === null ? address.get('copy') : null
  const title = driveId === null ? consoleTexts.addNewDrive : consoleTexts.updateDrive
  usePageTitle(title)
  const { query, start, drive } = useWizardStart({
    editId: driveId,
    copyId,
    isCreated: address.get('step') === 'rules',
  })
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  if (driveId !== null && drive?.drive_status === 'completed')
    return (
      <Trouble
        title="This drive is over"
        text="A completed drive can no longer be changed. Copy it to hold it once more."
      />
    )
  if (start) return <WizardFrame key={start.draft} start={start} title={title} />
  return (
    <Opening
      path={[{ name: 'Home', to: urls.home }]}
      title={title}
      query={query}
      sentence={consoleTexts.somethingWrong}
      heights={['320px']}
    />
  )
}
