import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import type { Answer } from '#pwa/http/call.ts'
import type { AddressOf, AnswerOf } from '#pwa/http/types.ts'
import type { IdempotentRequest } from '../../kit/http/idempotentRequest.ts'
import { type QueryRead, queryOf } from '../../kit/http/queryOf.ts'
import { urls } from '../../urls.ts'

type Reading<N extends 'getCandidateList' | 'getResults'> = (
  query: AddressOf<N>['query'],
) => QueryRead<AnswerOf<N>>

/** A long list of addresses on a slow line. */
const INVITE_MS = 120_000

/** A drive or an assessment, to which candidates are invited and which has results. Both are read in the same way. */
export interface Subject {
  kind: 'drive' | 'assessment'
  id: string
  /** The pages above its own. */
  path: { name: string; to: string }[]
  urls: {
    candidates: string
    invite: string
    results: string
    rejudge: string
    lateWork: string
    /** For one that is not there. */
    notFound: string
  }
  candidates: Reading<'getCandidateList'>
  results: Reading<'getResults'>
  invite: (
    idempotentRequest: IdempotentRequest,
    emails: string,
    time_zone: string,
  ) => Promise<Answer<AnswerOf<'postInvite'>>>
  resend: (
    idempotentRequest: IdempotentRequest,
    ids: readonly number[],
    time_zone: string,
  ) => Promise<Answer<unknown>>
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
    notFound: urls.notFound,
  },
  candidates: (query) => queryOf('getCandidateList', { params: { driveId: id }, query }),
  results: (query) => queryOf('getResults', { params: { id }, query }),
  invite: (idempotentRequest, emails, time_zone) =>
    idempotentRequest('postInvite', {
      body: { emails, drife_id: Number(id), time_zone },
      timeoutMs: INVITE_MS,
    }),
  resend: (idempotentRequest, ids, time_zone) =>
    idempotentRequest('postResendInvite', {
      body: { candidate_ids: [...ids], drife_id: Number(id), time_zone },
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
    notFound: urls.notFound,
  },
  candidates: (query) => queryOf('getAssessmentCandidates', { query: { id, ...query } }),
  results: (query) => queryOf('getAssessmentResult', { query: { id, ...query } }),
  invite: (idempotentRequest, email, time_zone) =>
    idempotentRequest('putAssessmentInvite', {
      body: { email, assessment_id: Number(id), time_zone },
      timeoutMs: INVITE_MS,
    }),
  resend: (idempotentRequest, ids, time_zone) =>
    idempotentRequest('putAssessmentResend', {
      body: { candidate_ids: [...ids], id: Number(id), time_zone },
    }),
})

/** The one that the address names. */
export function useSubject(): Subject {
  const { driveId, assessmentId } = useParams()
  return assessmentId === undefined ? driveSubject(driveId ?? '') : assessmentSubject(assessmentId)
}

/** The address of a candidate's report: an assessment's carries its uuid where a drive's carries the number. */
export function useReportAddress({ kind, id }: Subject): (row: { token: string }) => string {
  const { data } = useQuery({
    ...queryOf('getAssessment', { params: { id } }),
    enabled: kind === 'assessment',
  })
  return (row) => urls.report(data?.assessment.uuid ?? id, row.token)
}
