import { PageTabs } from '../shell/PageTabs.tsx'
import { urls } from '../urls.ts'

interface Props {
  driveId: string
  current: 'Candidates' | 'Result'
  count?: number
}

/** The pages of one drive, side by side. */
export function DriveTabs({ driveId, ...props }: Props) {
  const tabs = [
    { name: 'Candidates', to: urls.candidates(driveId) },
    { name: 'Result', to: urls.result(driveId) },
  ]
  return <PageTabs label="Drive" tabs={tabs} {...props} />
}
