/** Troubles that an operator has to repair, and super admins are told of. */
export const TROUBLES = ['disk', 'backup', 'log', 'engine', 'erasing'] as const
export type TroubleKind = (typeof TROUBLES)[number]
export type AlertNews = 'begun' | 'lasts' | 'over'

/** Each kind of mail with what its row holds beside the subject: references and words, never a token or a link. */
export interface MailData {
  /** Subject: the attempt's reference. The zone is an IANA name, of whoever invites. */
  invitation: { timeZone?: string }
  /** Subject: the attempt's reference. The dates that no longer hold, in milliseconds since 1970. */
  dates_changed: { startsAt: number; endsAt: number }
  /** Subject: the attempt's reference. The facts that are left to tell of a deleted drive. */
  cancelled: {
    drive: string
    organization: string
    startsAt: number | null
    /** The deleted drive's id, to find whom to ask; mails of before have none. */
    driveId?: number
  }
  /** Subject: the attempt's reference. */
  reminder: Record<string, never>
  /** Subject: the attempt's reference. The test had ended and was reopened. */
  reopened: Record<string, never>
  /** Subject: the reference of the account token. */
  sign_up: Record<string, never>
  /** Subject: the reference of the account token. */
  password_reset: Record<string, never>
  /** Subject: the user's id. */
  email_changed: { from: string; to: string }
  /** Subject: the user's id. Answers a request for a sign-up link of an address that has an account. */
  account_exists: Record<string, never>
  /** Subject: the user's id. */
  test: Record<string, never>
  /** Subject: the drive's id. Who was to be told of whom; mails of before name no user, and are their address's. */
  result_report: { attemptRefs: string[]; userId?: number }
  /** Subject: the trouble. Its beginning and the moment it was seen, in milliseconds, and how it was then. */
  alert: { news: AlertNews; since: number; at: number; words: string }
}

export type MailKind = keyof MailData
