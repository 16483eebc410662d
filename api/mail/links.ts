import type { Context } from '../context.ts'

/** Addresses of the console's pages that a mail leads to. */
export const pageLinks = {
  login: (base: string): string => `${base}/login`,
  signUp: (base: string, token: string, isParamAi: boolean): string =>
    `${base}/accept/invite/${token}${isParamAi ? '?ref=paramAI' : ''}`,
  forgotPassword: (base: string): string => `${base}/forgot_password`,
  passwordReset: (base: string, token: string): string => `${base}/verify_forgot_password/${token}`,
  results: (base: string, driveId: number): string => `${base}/admin/drive/${driveId}/result`,
}

/** The link a candidate gets; derived, so that it can be made again and stands nowhere in clear. */
export const candidateLink = (
  ctx: Context,
  base: string,
  attempt: { ref: string; generation: number },
): string => `${base}/candidate/overview/${ctx.keys.invitationToken(attempt.ref, attempt.generation)}`
