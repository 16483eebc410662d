import { problemsListOf } from '../services/bankLists.ts'
import type { Handlers } from './handler.ts'
import { later } from './later.ts'

export const problemHandlers: Handlers<
  | 'getProblems'
  | 'getProblemsList'
  | 'getProblem'
  | 'postProblem'
  | 'putProblem'
  | 'deleteProblem'
  | 'getTestCases'
  | 'postTestCase'
  | 'putTestCase'
  | 'postCheck'
  | 'getCheck'
> = {
  getProblems: later,
  getProblemsList: async ({ ctx, actor, query }) => ({ data: await problemsListOf(ctx, actor, query) }),
  getProblem: later,
  postProblem: later,
  putProblem: later,
  deleteProblem: later,
  getTestCases: later,
  postTestCase: later,
  putTestCase: later,
  postCheck: later,
  getCheck: later,
}
