import { z } from 'zod'
import { id, isoTime } from '../primitives.ts'

/** Accounts, organizations, mail and audit, as staff sees them. */

export const role = z.enum(['Admin', 'SuperAdmin'])

export const sessionView = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  mobile_number: z.string().nullable(),
  role,
  organization_id: id.nullable(),
  organization_name: z.string().nullable(),
  allow_coding: z.boolean(),
  allow_mcq: z.boolean(),
  is_param_ai_allowed: z.boolean(),
  credits: z.number().nullable(),
  is_first_time_login: z.boolean(),
  /** Whether there are mails to read: in a demonstration without a mail server. */
  has_mails: z.boolean(),
})
export type SessionView = z.infer<typeof sessionView>

export const userView = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  mobile_number: z.string().nullable(),
  role,
  is_active: z.boolean(),
  invitation_accepted: z.boolean(),
})
export type UserView = z.infer<typeof userView>

/** The state of a mail. */
export const mailState = z.object({
  status: z.enum(['queued', 'sending', 'sent', 'refused']),
  /** In words: why it was refused, or what kept it back the last time. */
  reason: z.string().nullable(),
  recipient: z.string(),
  queued_at: isoTime,
  sent_at: isoTime.nullable(),
})
export type MailStateView = z.infer<typeof mailState>

/** A user as the list of them shows one. */
export const listedUser = userView.extend({
  /** While the invitation waits, its newest mail; null where there is none. */
  mail: mailState.nullable(),
})
export type ListedUser = z.infer<typeof listedUser>

/** The purpose of an account's one-time link, before anybody signs up with it. */
export const invitationView = z.object({
  /** signup begins an organization, invite joins one, first_account is the installation's own. */
  kind: z.enum(['signup', 'invite', 'first_account']),
  /** null: whoever signs up says it. */
  email: z.string().nullable(),
  /** The organization that is joined. */
  organization_name: z.string().nullable(),
})
export type InvitationView = z.infer<typeof invitationView>

export const supportView = z.object({ phone: z.string().nullable(), email: z.string().nullable() })

export const organizationCard = z.object({
  id,
  name: z.string(),
  show_name: z.string().nullable(),
  description: z.string().nullable(),
  credits: z.number(),
  total_drives: z.number(),
  total_drives_candidates: z.number(),
  attended_drives_candidates: z.number(),
  unattended_drives_candidates: z.number(),
  total_assessments: z.number(),
  total_assessments_candidates: z.number(),
  attended_assessments_candidates: z.number(),
  unattended_assessments_candidates: z.number(),
})
export type OrganizationCard = z.infer<typeof organizationCard>

export const organizationView = z.object({
  id,
  name: z.string(),
  show_name: z.string().nullable(),
  description: z.string().nullable(),
  contact_number: z.string().nullable(),
  credits: z.number(),
  is_param_ai_allowed: z.boolean(),
  allow_coding: z.boolean(),
  allow_mcq: z.boolean(),
  /** Its first admin. */
  user_name: z.string().nullable(),
  user_email: z.string().nullable(),
  user_contact: z.string().nullable(),
  version: z.number(),
})
export type OrganizationView = z.infer<typeof organizationView>

/** Who asked for a sign-up link, and where its mail stands. */
export const signUpRequest = z.object({
  id,
  email: z.string(),
  is_param_ai_allowed: z.boolean(),
  requested_at: isoTime,
  /** null: no link has been sent yet. */
  mail: mailState.nullable(),
})
export type SignUpRequest = z.infer<typeof signUpRequest>

/** A mail of the demo, as it would have been sent. */
export const mailHead = z.object({
  id,
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(['queued', 'sending', 'sent', 'refused']),
  reason: z.string().nullable(),
  queued_at: isoTime,
  sent_at: isoTime.nullable(),
})
export type MailHead = z.infer<typeof mailHead>

export const mailView = mailHead.extend({
  text: z.string(),
  html: z.string(),
  /** Sizes in bytes. */
  attachments: z.array(z.object({ filename: z.string(), content_type: z.string(), size: z.number() })),
})

export const auditRow = z.object({
  id,
  at: isoTime,
  /** Whose log it stands in, by its name now; null: of none, as where a super admin sends a link. */
  organization: z.string().nullable(),
  user: z.string(),
  action: z.string(),
  subject: z.string(),
  /** Its name, as it is now; null where it is gone or has none. */
  about: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  /** The names of the things whose ids stand in the change, as they are now: by field and id. */
  names: z.record(z.string(), z.record(z.string(), z.string())),
})
export type AuditRow = z.infer<typeof auditRow>
