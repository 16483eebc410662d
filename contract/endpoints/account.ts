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
      'Signs staff in; the session is returned in the response headers access-token, token-type, client, expiry, uid',
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
    summary: 'Requests a sign-up link; the response is the same for every address',
    body: signUpRequestForm,
    output: told,
    errors: ['too_many_requests'],
  },
  postForgotPassword: {
    who: 'public',
    summary: 'Requests a link to set a new password; the response is the same for every address',
    body: forgotPasswordForm,
    output: told,
    errors: ['too_many_requests'],
  },
  postPasswordReset: {
    who: 'public',
    summary: 'Sets a new password with a one-time link and ends all sessions of the account',
    body: resetPasswordBody,
    output: told,
    errors: ['not_found', 'too_many_requests'],
  },
  checkInvite: {
    who: 'public',
    summary: 'Says whether a sign-up link is still valid, and for whom',
    body: z.strictObject({ invitation_token: token }),
    output: view.invitationView,
    errors: ['not_found', 'too_many_requests'],
  },
  acceptInvite: {
    who: 'public',
    summary: 'Signs up with a one-time link, which this uses up',
    body: signUpBody,
    output: z.object({ email: z.string() }),
    errors: ['not_found', 'conflict', 'too_many_requests'],
  },
  getSession: {
    who: 'session',
    summary: "Who is signed in, with the organization's current flags",
    output: view.sessionView,
  },
  getSupport: {
    who: 'public',
    summary: 'Telephone number and address for support',
    output: view.supportView,
  },
  putUser: {
    who: 'session',
    summary: "Changes the caller's own profile, or switches a colleague's account on or off",
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
    summary: 'Sends a test email to the caller, to see whether mail goes out',
    body: z.strictObject({}),
    output: z.object({ mail: view.mailState }),
    errors: ['too_many_requests'],
  },
  getTestMail: {
    who: 'admin',
    summary: 'The state of the newest test email to the caller',
    output: z.object({ mail: view.mailState.nullable() }),
  },
  getMails: {
    who: 'admin',
    summary: "In a demonstration without a mail server: the organization's emails, newest first",
    query: z.object({ offset, limit }),
    output: z.object({ mails: z.array(view.mailHead), total: z.number() }),
    errors: ['not_found'],
  },
  getMail: {
    who: 'admin',
    summary: 'In a demonstration without a mail server: one email, as its reader would see it',
    params: z.object({ id: pathId }),
    output: z.object({ mail: view.mailView }),
    errors: ['not_found'],
  },
  getAuditLog: {
    who: 'session',
    summary:
      'What was changed and by whom, newest first: in the organization, or for a super admin in all of them',
    query: z.object({ offset, limit }),
    output: z.object({ entries: z.array(view.auditRow), total: z.number() }),
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
