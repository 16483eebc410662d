import type { Handlers } from './handler.ts'
import { later } from './later.ts'

export const assessmentHandlers: Handlers<
  | 'getAssessments'
  | 'getAssessment'
  | 'postAssessment'
  | 'putAssessment'
  | 'deleteAssessment'
  | 'getMcqCounts'
  | 'getProblemCounts'
  | 'getAssessmentCandidates'
  | 'getAssessmentResult'
  | 'getAssessmentResults'
  | 'putAssessmentInvite'
  | 'putAssessmentResend'
> = {
  getAssessments: later,
  getAssessment: later,
  postAssessment: later,
  putAssessment: later,
  deleteAssessment: later,
  getMcqCounts: later,
  getProblemCounts: later,
  getAssessmentCandidates: later,
  getAssessmentResult: later,
  getAssessmentResults: later,
  putAssessmentInvite: later,
  putAssessmentResend: later,
}
