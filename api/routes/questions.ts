import { questionsListOf } from '../services/bankLists.ts'
import type { Handlers } from './handler.ts'
import { later } from './later.ts'

export const questionHandlers: Handlers<
  | 'getAdminQuestions'
  | 'getQuestion'
  | 'postQuestion'
  | 'putQuestion'
  | 'deleteQuestion'
  | 'postQuestionImageUrl'
  | 'getProblemImageUrl'
> = {
  getAdminQuestions: async ({ ctx, actor, query }) => ({ data: await questionsListOf(ctx, actor, query) }),
  getQuestion: later,
  postQuestion: later,
  putQuestion: later,
  deleteQuestion: later,
  postQuestionImageUrl: later,
  getProblemImageUrl: later,
}
