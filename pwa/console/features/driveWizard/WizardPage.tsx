import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { Trouble } from '#pwa/ui/Trouble.tsx'
import { isNotFound } from '../../http/queryOf.ts'
import { Opening } from '../../shell/Opening.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import { urls } from '../../urls.ts'
import { placeOf } from './address.ts'
import { useWizardStart } from './useWizardStart.ts'
import { WizardFrame } from './WizardFrame.tsx'

/**
 * Add New Drive, its copy from another one, and Update Drive. Whoever goes to one of them begins it, also where the router
 * sees the same address: a wizard moves on within its own, past the router. So the rules of a drive that was just created
 * and its edit page are two wizards, and New Drive beside those rules is a third.
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
  const { isCreated, step } = placeOf(address)
  const { query, start, drive } = useWizardStart({ editId: driveId, copyId, isCreated, step })
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
