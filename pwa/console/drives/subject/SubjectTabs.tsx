import { PageTabs } from '../../kit/page/PageTabs.tsx'
import { urls } from '../../urls.ts'
import { useLateWork } from './useLateWork.ts'
import type { Subject } from './useSubject.ts'

/** The pages of a drive or of an assessment; that of late work once there is any, decided or not. */
export function SubjectTabs({
  subject,
  current,
}: {
  subject: Subject
  current: 'Candidates' | 'Result' | 'Late work'
}) {
  const late = useLateWork(subject)
  const hasLate = current === 'Late work' || (late?.all ?? 0) > 0
  const tabs = [
    { name: 'Candidates', to: subject.urls.candidates },
    { name: 'Result', to: subject.urls.results },
    ...(hasLate ? [{ name: 'Late work', to: subject.urls.lateWork, count: late?.waiting ?? 0 }] : []),
    ...(subject.kind === 'assessment' ? [{ name: 'Edit', to: urls.editAssessment(subject.id) }] : []),
  ]
  return <PageTabs label={subject.kind === 'drive' ? 'Drive' : 'Assessment'} tabs={tabs} current={current} />
}
