import type { MailRow } from '#db/queries/mails.ts'
import type { Context } from '../../context.ts'
import type { Mailbox } from '../address.ts'
import type { Attachment, Letter } from '../message.ts'

/** The sources of a body: the row, the database as it stands now, and where people reach this installation. */
export interface BodySource {
  ctx: Context
  base: string
  mail: MailRow
  attachReport: AttachReport
}

export interface Body {
  letter: Letter
  replyTo: Mailbox | null
  /** The address its reader has now, where that can be another one than when the mail was queued. */
  to?: string
}

/** The mail is pointless by now; why, in words. */
export interface Pointless {
  pointless: string
  /** How things stand instead, for whoever reads the mail later on. */
  instead?: { subject: string; text: string }
}

export const pointless = (why: string, instead?: Pointless['instead']): Pointless => ({
  pointless: why,
  ...(instead && { instead }),
})

/** Files for the result report of these attempts of a drive. */
export type AttachReport = (
  ctx: Context,
  report: { organizationId: number; driveId: number; attemptRefs: readonly string[] },
) => Promise<Attachment[]>
