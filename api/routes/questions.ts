import { consoleTexts } from '#contract/consoleTexts.ts'
import { questionsListOf } from '../services/bankLists.ts'
import { newImageAddress } from '../services/images.ts'
import { questionViewOf } from '../services/questions/questionView.ts'
import { changeQuestion, createStaffQuestion, deleteQuestion } from '../services/questions/writing.ts'
import type { Handlers } from './handler.ts'

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
  async getQuestion({ ctx, actor, params }) {
    const which = { id: params.id, organizationId: actor.organizationId }
    return { data: { question: await questionViewOf(ctx, ctx.db.read, which) } }
  },
  postQuestion: async ({ ctx, actor, body }) => ({
    data: { question: await createStaffQuestion(ctx, actor, body) },
    message: consoleTexts.questionCreated,
  }),
  putQuestion: async ({ ctx, actor, params, body }) => ({
    data: { question: await changeQuestion(ctx, actor, params.id, body) },
    message: 'Question updated successfully',
  }),
  deleteQuestion: async ({ ctx, actor, params }) => ({
    data: await deleteQuestion(ctx, actor, params.id),
    message: 'Question deleted successfully',
  }),
  postQuestionImageUrl: async ({ ctx, actor }) => ({ data: newImageAddress(ctx, actor) }),
  getProblemImageUrl: async ({ ctx, actor }) => ({ data: newImageAddress(ctx, actor) }),
}
