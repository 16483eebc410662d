import { findOrganization } from '#db/queries/accounts.ts'
import { closeSession } from '../auth/session.ts'
import { signIn } from '../services/account.ts'
import { auditLogOf } from '../services/audit.ts'
import { checkInvite, signUp } from '../services/signUp.ts'
import type { Handlers } from './handler.ts'

export const accountHandlers: Handlers<
  'signIn' | 'signOut' | 'checkInvite' | 'acceptInvite' | 'getRemainingCredits' | 'getAuditLog'
> = {
  async signIn({ ctx, body, address }) {
    const { headers, view } = await signIn(ctx, body, address)
    return { data: view, headers: { ...headers } }
  },
  async signOut({ ctx, actor }) {
    await closeSession(ctx, actor.sessionId)
    return { data: { signed_out: true } }
  },
  checkInvite: async ({ ctx, body, address }) => ({
    data: await checkInvite(ctx, body.invitation_token, address),
  }),
  acceptInvite: async ({ ctx, body, address }) => ({
    data: await signUp(ctx, body, address),
    message: 'Your account has been created successfully. Please login',
  }),
  async getRemainingCredits({ ctx, actor }) {
    const organization = await findOrganization(ctx.db.read, actor.organizationId)
    return { data: { credits: organization?.credits ?? 0 } }
  },
  getAuditLog: async ({ ctx, actor, query }) => ({ data: await auditLogOf(ctx, actor, query) }),
}
