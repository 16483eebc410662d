import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import {
  forgotPasswordForm,
  resetPasswordBody,
  signInForm,
  signUpBody,
  signUpRequestForm,
  userChange,
} from '../forms/account.ts'
import type { CallName } from '../paths.ts'
import { limit, offset, pathId, token } from '../primitives.ts'
import * as view from '../views/account.ts'

const told = z.object({ accepted: z.boolean() })

/** Accounts: signing in and up, passwords, the profile, and the organization's mail and audit log. */
export const accountEndpoints = {
  signIn: {
    who: 'public',
    summary:
      'Signs staff in; the session stands in the response headers access-token, token-type, client, expiry, uid',
    body: signInForm,
    output: view.sessionView,
    errors: ['unauthorized', 'too_many_requests'],
  },
  signOut: {
    who: 'session',
    summary: 'Ends the session',
    output: z.object({ signed_out: z.boolean() }),
  },
  postSignup: {
    who: 'public',
    summary: 'Asks for a sign-up link; the answer is the same for every address',
    body: signUpRequestForm,
    output: told,
    errors: ['too_many_requests'],
  },
  postForgotPassword: {
    who: 'public',
    summary: 'Asks for a link to a new password; the answer is the same for every address',
    body: forgotPasswordForm,
    output: told,
    errors: ['too_many_requests'],
  },
  postPasswordReset: {
    who: 'public',
    summary: 'Sets a new password by a one-time link and ends all sessions of the account',
    body: resetPasswordBody,
    output: told,
    errors: ['not_found', 'too_many_requests'],
  },
  checkInvite: {
    who: 'public',
    summary: 'Says whether a sign-up link still holds, and for whom',
    body: z.strictObject({ invitation_token: token }),
    output: view.invitationView,
    errors: ['not_found', 'too_many_requests'],
  },
  acceptInvite: {
    who: 'public',
    summary: 'Signs up with a one-time link; the link is used up by it',
    body: signUpBody,
    output: z.object({ email: z.string() }),
    errors: ['not_found', 'conflict', 'too_many_requests'],
  },
  getSession: {
    who: 'session',
    summary: 'Who is signed in, with the flags of the organization as they stand now',
    output: view.sessionView,
  },
  getSupport: {
    who: 'public',
    summary: 'Telephone number and address of the support',
    output: view.supportView,
  },
  putUser: {
    who: 'session',
    summary: "Changes one's own profile, or switches a colleague's account on or off",
    params: z.object({ id: pathId }),
    body: userChange,
    output: z.object({ user: view.userView }),
    errors: ['not_found', 'forbidden', 'conflict', 'too_many_requests'],
  },
  getUsersList: {
    who: 'admin',
    summary: "The organization's active users, for pickers",
    output: z.object({ users: z.array(view.userView) }),
  },
  getRemainingCredits: {
    who: 'admin',
    summary: "The organization's remaining invitation credits",
    output: z.object({ credits: z.number() }),
  },
  postTestMail: {
    who: 'admin',
    summary: 'Sends a mail to oneself, to see whether mail goes out',
    body: z.strictObject({}),
    output: z.object({ mail: view.mailState }),
    errors: ['too_many_requests'],
  },
  getTestMail: {
    who: 'admin',
    summary: 'Where the newest mail to oneself stands',
    output: z.object({ mail: view.mailState.nullable() }),
  },
  getMails: {
    who: 'admin',
    summary: "The organization's mails of a demonstration without a mail server, newest first",
    query: z.object({ offset, limit }),
    output: z.object({ mails: z.array(view.mailHead), total: z.number() }),
    errors: ['not_found'],
  },
  getMail: {
    who: 'admin',
    summary: 'One mail of a demonstration without a mail server, as its reader would see it',
    params: z.object({ id: pathId }),
    output: z.object({ mail: view.mailView }),
    errors: ['not_found'],
  },
  getAuditLog: {
    who: 'session',
    summary: 'What was changed, by whom, newest first: of the organization, for a super admin of all',
    query: z.object({ offset, limit }),
    output: z.object({ entries: z.array(view.auditRow), total: z.number() }),
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
