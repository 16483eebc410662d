import { DriveTabs } from '../drive/DriveTabs.tsx'
import { PageTabs } from '../shell/PageTabs.tsx'
import { urls } from '../urls.ts'
import type { Subject } from './useSubject.ts'

/** The pages of a drive or of an assessment. */
export function SubjectTabs({ subject, current }: { subject: Subject; current: 'Candidates' | 'Result' }) {
  const { kind, id } = subject
  if (kind === 'drive') return <DriveTabs driveId={id} current={current} />
  const tabs = [
    { name: 'Candidates', to: urls.assessmentCandidates(id) },
    { name: 'Result', to: urls.assessmentResults(id) },
    { name: 'Edit', to: urls.editAssessment(id) },
  ]
  return <PageTabs label="Assessment" tabs={tabs} current={current} />
}
