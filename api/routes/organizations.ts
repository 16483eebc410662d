import { MAIL_IN_FOLDER, saidOfMail } from '../mail/said.ts'
import { changeOrganization, organizationCards, organizationOf } from '../services/organizations.ts'
import { listRequests, sendSignUpLink } from '../services/signUpRequests.ts'
import type { Handlers } from './handler.ts'

/** What a super admin does. */
export const organizationHandlers: Handlers<
  'getOrganizations' | 'getOrganization' | 'putOrganization' | 'getSignupRequests' | 'postSignupLink'
> = {
  getOrganizations: async ({ ctx, query }) => ({ data: await organizationCards(ctx, query) }),
  getOrganization: async ({ ctx, params }) => ({
    data: { organization: await organizationOf(ctx.db.read, params.id) },
  }),
  putOrganization: async ({ ctx, actor, params, body }) => ({
    data: { organization: await changeOrganization(ctx, actor, params.organizationId, body) },
    message: 'Organization updated successfully',
  }),
  getSignupRequests: async ({ ctx, query }) => ({ data: await listRequests(ctx, query) }),
  postSignupLink: async ({ ctx, actor, body }) => ({
    data: { mail: await sendSignUpLink(ctx, actor, body) },
    message: saidOfMail(ctx, `The link is on its way to ${body.email}.`, {
      done: `A link for ${body.email} was made.`,
      where: MAIL_IN_FOLDER,
    }),
  }),
}
