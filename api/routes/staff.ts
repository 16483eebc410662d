import { consoleTexts } from '#contract/consoleTexts.ts'
import { findOrganization } from '#db/queries/accounts.ts'
import { auditLogOf } from '../services/audit.ts'
import { mailOf, mailsOf, sendTestMail, testMailOf } from '../services/mailbox.ts'
import { activeUsers, changeProfile, setActive } from '../services/users.ts'
import type { Handlers } from './handler.ts'

/** The calls of staff about their own accounts and their organization. */
export const staffHandlers: Handlers<
  | 'putUser'
  | 'getUsersList'
  | 'getRemainingCredits'
  | 'postTestMail'
  | 'getTestMail'
  | 'getMails'
  | 'getMail'
  | 'getAuditLog'
> = {
  async putUser({ ctx, actor, params, body, address }) {
    const { id: _, is_active, ...profile } = body
    if (is_active !== undefined) {
      const user = await setActive(ctx, actor, params.id, is_active)
      return { data: { user }, message: is_active ? 'The user is active.' : 'The user is inactive.' }
    }
    const { user, isEmailChanged } = await changeProfile(ctx, actor, params.id, profile, address)
    return { data: { user }, message: isEmailChanged ? consoleTexts.emailUpdated : 'Update Successful' }
  },
  getUsersList: async ({ ctx, actor }) => ({ data: { users: await activeUsers(ctx, actor.organizationId) } }),
  async getRemainingCredits({ ctx, actor }) {
    const organization = await findOrganization(ctx.db.read, actor.organizationId)
    return { data: { credits: organization?.credits ?? 0 } }
  },
  postTestMail: async ({ ctx, actor }) => ({ data: { mail: await sendTestMail(ctx, actor) } }),
  getTestMail: async ({ ctx, actor }) => ({ data: { mail: await testMailOf(ctx, actor) } }),
  getMails: async ({ ctx, actor, query }) => ({ data: await mailsOf(ctx, actor, query) }),
  getMail: async ({ ctx, actor, params }) => ({
    data: { mail: await mailOf(ctx, actor, params.id) },
  }),
  getAuditLog: async ({ ctx, actor, query }) => ({ data: await auditLogOf(ctx, actor, query) }),
}
