import { addTemplate, changeTemplate, deleteTemplate, templatesOf } from '../services/problems/templates.ts'
import type { Handlers } from './handler.ts'

const added = 'Template added successfully'
const updated = 'Template updated successfully'

export const templateHandlers: Handlers<
  | 'getTemplates'
  | 'postTemplate'
  | 'putTemplate'
  | 'deleteTemplate'
  | 'postDefaultTemplate'
  | 'putDefaultTemplate'
> = {
  getTemplates: async ({ ctx, actor, query }) => ({ data: await templatesOf(ctx, actor, query.problem_id) }),
  postTemplate: async ({ ctx, actor, body: { code, language_id, problem_id } }) => ({
    data: await addTemplate(ctx, actor, { code, language_id, problem_id }),
    message: added,
  }),
  putTemplate: async ({ ctx, actor, params, body: { code, language_id, problem_id, was } }) => ({
    data: await changeTemplate(ctx, actor, params.id, { code, language_id, problem_id, was }),
    message: updated,
  }),
  deleteTemplate: async ({ ctx, actor, params }) => ({
    data: await deleteTemplate(ctx, actor, params.id),
    message: 'Template deleted successfully',
  }),
  postDefaultTemplate: async ({ ctx, actor, body: { code, language_id } }) => ({
    data: await addTemplate(ctx, actor, { code, language_id, problem_id: null }),
    message: added,
  }),
  putDefaultTemplate: async ({ ctx, actor, params, body: { code, language_id, was } }) => ({
    data: await changeTemplate(ctx, actor, params.id, { code, language_id, problem_id: null, was }),
    message: updated,
  }),
}
