import { consoleTexts } from '#contract/consoleTexts.ts'
import { closeSession } from '../auth/session.ts'
import { sessionOf, signIn } from '../services/account.ts'
import { requestReset, resetPassword } from '../services/passwordReset.ts'
import { checkInvite, signUp } from '../services/signUp.ts'
import { requestSignUp } from '../services/signUpRequests.ts'
import type { Handlers } from './handler.ts'

/** Signing in, out and up, and forgotten passwords. */
export const accountHandlers: Handlers<
  | 'signIn'
  | 'signOut'
  | 'getSession'
  | 'checkInvite'
  | 'acceptInvite'
  | 'postSignup'
  | 'postForgotPassword'
  | 'postPasswordReset'
  | 'getSupport'
> = {
  async signIn({ ctx, body, address }) {
    const { headers, view } = await signIn(ctx, body, address)
    return { data: view, headers: { ...headers } }
  },
  async signOut({ ctx, actor }) {
    await closeSession(ctx, actor.sessionId)
    // Those of the user's other sessions come again by themselves.
    ctx.hub.end({ user_id: actor.userId })
    return { data: { signed_out: true } }
  },
  getSession: async ({ ctx, actor }) => ({ data: await sessionOf(ctx, actor) }),
  checkInvite: async ({ ctx, body, address }) => ({
    data: await checkInvite(ctx, body.invitation_token, address),
  }),
  acceptInvite: async ({ ctx, body, address }) => ({
    data: await signUp(ctx, body, address),
    message: consoleTexts.accountCreated,
  }),
  postSignup: async ({ ctx, body, address }) => ({
    message: await requestSignUp(ctx, body, address),
    data: { accepted: true },
  }),
  postForgotPassword: async ({ ctx, body, address }) => ({
    message: await requestReset(ctx, body.email, address),
    data: { accepted: true },
  }),
  postPasswordReset: async ({ ctx, body, address }) => ({
    message: await resetPassword(ctx, body, address),
    data: { accepted: true },
  }),
  getSupport: async ({ ctx }) => ({
    data: { phone: ctx.config.supportPhone, email: ctx.config.supportEmail },
  }),
}
