import { consoleTexts } from '#contract/consoleTexts.ts'
import type { peopleEndpoints } from '#contract/endpoints/assessments.ts'
import { LINK_IN_LIST, saidOfMail } from '../mail/said.ts'
import { endParamKey, makeParamKey, paramKeyOf } from '../services/paramKey.ts'
import { deleteFeedback, feedbacksOf } from '../services/people/feedbacks.ts'
import { invitationLinkOf, inviteUser, ROLES } from '../services/people/inviting.ts'
import { usersOf } from '../services/users.ts'
import { baseOf } from './baseOf.ts'
import type { Handlers } from './handler.ts'

/** Colleagues, the Param key, and what candidates said. */
export const peopleHandlers: Handlers<keyof typeof peopleEndpoints> = {
  getUsers: async ({ ctx, actor, query }) => ({
    data: await usersOf(ctx, actor.organizationId, query.search),
  }),
  getRoles: async () => ({ data: { roles: ROLES.map((role) => ({ ...role })) } }),
  async postInviteUser({ ctx, actor, body, address }) {
    const { user, isRenewed } = await inviteUser(ctx, actor, body, address)
    return {
      data: { user },
      message: isRenewed
        ? saidOfMail(ctx, 'Invitation sent again; the previous link no longer works.', {
            done: 'Invitation created again; the previous link no longer works.',
            where: LINK_IN_LIST,
          })
        : saidOfMail(ctx, 'Invitation sent. It can be accepted for 7 days.', {
            done: 'Invitation created. It can be accepted for 7 days.',
            where: LINK_IN_LIST,
          }),
    }
  },
  postUserLink: async ({ ctx, actor, params, c }) => ({
    data: await invitationLinkOf(ctx, actor, params.id, baseOf(ctx, c)),
  }),
  getParamKey: async ({ ctx, actor }) => ({ data: await paramKeyOf(ctx, actor) }),
  postParamKey: async ({ ctx, actor }) => ({ data: await makeParamKey(ctx, actor) }),
  deleteParamKey: async ({ ctx, actor }) => ({
    data: await endParamKey(ctx, actor),
    message: 'The Param key was revoked.',
  }),
  getFeedbacks: async ({ ctx, actor, query }) => ({ data: await feedbacksOf(ctx, actor, query) }),
  deleteFeedback: async ({ ctx, actor, params }) => ({
    data: await deleteFeedback(ctx, actor, params.id),
    message: consoleTexts.feedbackDeleted,
  }),
}
