import { LINK_IN_LIST, saidOfMail } from '../mail/said.ts'
import { changeOrganization, organizationCards, organizationOf } from '../services/organizations.ts'
import { listRequests, sendSignUpLink, signUpLinkOf } from '../services/signUpRequests.ts'
import { baseOf } from './baseOf.ts'
import type { Handlers } from './handler.ts'

/** The calls of a super admin. */
export const organizationHandlers: Handlers<
  | 'getOrganizations'
  | 'getOrganization'
  | 'putOrganization'
  | 'getSignupRequests'
  | 'postSignupLink'
  | 'postSignupRequestLink'
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
      done: `A link for ${body.email} was created.`,
      where: LINK_IN_LIST,
    }),
  }),
  postSignupRequestLink: async ({ ctx, actor, params, c }) => ({
    data: await signUpLinkOf(ctx, actor, params.id, baseOf(ctx, c)),
  }),
}
