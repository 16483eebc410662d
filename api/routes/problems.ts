import { consoleTexts } from '#contract/consoleTexts.ts'
import { problemsListOf } from '../services/bankLists.ts'
import { checkOf, startCheck } from '../services/problems/checks.ts'
import { problemViewOf } from '../services/problems/problemView.ts'
import { addTestCase, changeTestCase, testCasesOf } from '../services/problems/testCases.ts'
import { unrunLanguagesOf } from '../services/problems/unrunLanguages.ts'
import { addProblem, changeProblem, deleteProblem } from '../services/problems/writing.ts'
import type { Handlers } from './handler.ts'

export const problemHandlers: Handlers<
  | 'getProblems'
  | 'getProblemsList'
  | 'getUnrunLanguages'
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
  getProblems: async ({ ctx, actor, query }) => ({ data: await problemsListOf(ctx, actor, query) }),
  getProblemsList: async ({ ctx, actor, query }) => ({ data: await problemsListOf(ctx, actor, query) }),
  getUnrunLanguages: async ({ ctx, actor, query }) => ({
    data: { languages: await unrunLanguagesOf(ctx, actor.organizationId, query.ids) },
  }),
  async getProblem({ ctx, actor, params }) {
    const which = { id: params.id, organizationId: actor.organizationId }
    return { data: { problem: await problemViewOf(ctx, ctx.db.read, which) } }
  },
  postProblem: async ({ ctx, actor, body }) => ({
    data: { problem: await addProblem(ctx, actor, body) },
    message: 'Problem created successfully',
  }),
  putProblem: async ({ ctx, actor, params, body }) => ({
    data: { problem: await changeProblem(ctx, actor, params.id, body) },
    message: consoleTexts.problemUpdated,
  }),
  deleteProblem: async ({ ctx, actor, params }) => ({
    data: await deleteProblem(ctx, actor, params.id),
    message: consoleTexts.problemDeleted,
  }),
  getTestCases: async ({ ctx, actor, params }) => ({ data: await testCasesOf(ctx, actor, params.id) }),
  postTestCase: async ({ ctx, actor, body }) => ({
    data: await addTestCase(ctx, actor, body),
    message: 'Test case added successfully',
  }),
  putTestCase: async ({ ctx, actor, params, body }) => ({
    data: await changeTestCase(ctx, actor, params.id, body),
    message: body.is_active === false ? 'Test case removed successfully' : 'Test case updated successfully',
  }),
  postCheck: async ({ ctx, actor, body }) => ({ data: await startCheck(ctx, actor, body) }),
  getCheck: async ({ ctx, actor, params }) => ({ data: await checkOf(ctx, actor, params.id) }),
}
