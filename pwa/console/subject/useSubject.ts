import { useParams } from 'react-router-dom'
import type { CallName } from '#contract/paths.ts'
import type { CallInput } from '#pwa/http/call.ts'
import { urls } from '../urls.ts'

type Read = readonly [call: CallName, input: Pick<CallInput, 'params' | 'query'>]
type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** What candidates are invited to and results are of: a drive, or an assessment. They are read and asked in the same way. */
export interface Subject {
  kind: 'drive' | 'assessment'
  id: string
  /** The pages above its own. */
  path: { name: string; to: string }[]
  urls: { candidates: string; invite: string; results: string; rejudge: string; lateWork: string }
  candidates: (query: Query) => Read
  results: (query: Query) => Read
  invite: (emails: string, time_zone: string) => { call: CallName; body: unknown }
  resend: (candidate_ids: readonly number[], time_zone: string) => { call: CallName; body: unknown }
}

const driveSubject = (id: string): Subject => ({
  kind: 'drive',
  id,
  path: [{ name: 'Home', to: urls.home }],
  urls: {
    candidates: urls.candidates(id),
    invite: urls.invite(id),
    results: urls.result(id),
    rejudge: urls.rejudge(id),
    lateWork: urls.lateWork(id),
  },
  candidates: (query) => ['getCandidateList', { params: { driveId: id }, query }],
  results: (query) => ['getResults', { params: { id }, query }],
  invite: (emails, time_zone) => ({
    call: 'postInvite',
    body: { emails, drife_id: Number(id), time_zone },
  }),
  resend: (candidate_ids, time_zone) => ({
    call: 'postResendInvite',
    body: { candidate_ids, drife_id: Number(id), time_zone },
  }),
})

const assessmentSubject = (id: string): Subject => ({
  kind: 'assessment',
  id,
  path: [{ name: 'Assessments', to: urls.assessments }],
  urls: {
    candidates: urls.assessmentCandidates(id),
    invite: urls.inviteToAssessment(id),
    results: urls.assessmentResults(id),
    rejudge: urls.rejudgeAssessment(id),
    lateWork: urls.assessmentLateWork(id),
  },
  candidates: (query) => ['getAssessmentCandidates', { query: { id, ...query } }],
  results: (query) => ['getAssessmentResult', { query: { id, ...query } }],
  invite: (email, time_zone) => ({
    call: 'putAssessmentInvite',
    body: { email, assessment_id: Number(id), time_zone },
  }),
  resend: (candidate_ids, time_zone) => ({
    call: 'putAssessmentResend',
    body: { candidate_ids, id: Number(id), time_zone },
  }),
})

/** The one that the address names. */
export function useSubject(): Subject {
  const { driveId, assessmentId } = useParams()
  return assessmentId === undefined ? driveSubject(driveId ?? '') : assessmentSubject(assessmentId)
}
