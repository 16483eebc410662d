import type { Handlers } from './handler.ts'
import { later } from './later.ts'

export const bankFileHandlers: Handlers<
  | 'getProblemSample'
  | 'getProblemsCsv'
  | 'postProblemsImport'
  | 'getQuestionSample'
  | 'getQuestionsCsv'
  | 'postQuestionsImport'
  | 'postPackageImport'
  | 'getProblemPackage'
> = {
  getProblemSample: later,
  getProblemsCsv: later,
  postProblemsImport: later,
  getQuestionSample: later,
  getQuestionsCsv: later,
  postQuestionsImport: later,
  postPackageImport: later,
  getProblemPackage: later,
}
