import { and, desc, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import { insertedId } from '../inserted.ts'
import * as s from '../schema/index.ts'
import { isAmong } from './among.ts'

export type MailRow = typeof s.mails.$inferSelect

/** A mail's state, as a screen shows it. */
export interface MailState {
  status: MailRow['status']
  /** In words: why it was refused, what keeps it waiting, or why it was kept here and not sent. */
  reason: string | null
  recipient: string
  queued_at: number
  sent_at: number | null
}

/** The post looks after the commit. */
export const insertMail = async (
  { orm, after }: Queries,
  row: typeof s.mails.$inferInsert,
): Promise<number> => {
  after('mail')
  return insertedId(await orm.insert(s.mails).values(row).returning({ id: s.mails.id }))
}

/** A statement takes some 32,000 values at most, and a drive's candidates have more. */
const AT_ONCE = 500

export const insertMails = async (
  { orm, after }: Queries,
  rows: readonly (typeof s.mails.$inferInsert)[],
): Promise<void> => {
  if (rows.length > 0) after('mail')
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await orm.insert(s.mails).values(rows.slice(from, from + AT_ONCE))
}

const ABOUT_A_TEST = ['invitation', 'dates_changed', 'cancelled', 'reminder', 'reopened']

/** How many mails about the same candidate's test were queued before this one. */
export const countTestMailsBefore = ({ orm }: Queries, mail: MailRow): Promise<number> =>
  orm.$count(
    s.mails,
    and(
      inArray(s.mails.kind, ABOUT_A_TEST),
      eq(s.mails.subject_ref, mail.subject_ref),
      lt(s.mails.id, mail.id),
    ),
  )

/**
 * The mail that waits longest, taken for as long as the lease: queued and due, or taken by one that let its lease run
 * out.
 */
export async function takeMail(
  { orm }: Queries,
  options: { now: number; leaseMs: number },
): Promise<MailRow | undefined> {
  const { now, leaseMs } = options
  const due = sql`(${s.mails.status} = 'queued' AND ${s.mails.not_before} <= ${now})
    OR (${s.mails.status} = 'sending' AND ${s.mails.leased_until} < ${now})`
  const [next] = await orm
    .select({ id: s.mails.id })
    .from(s.mails)
    .where(due)
    .orderBy(s.mails.not_before, s.mails.id)
    .limit(1)
  if (!next) return undefined
  const [taken] = await orm
    .update(s.mails)
    .set({ status: 'sending', leased_until: now + leaseMs, tries: sql`${s.mails.tries} + 1` })
    .where(eq(s.mails.id, next.id))
    .returning()
  return taken
}

/** Still in the hands of the one that took it: `tries` counts how often it was taken, so it tells two takers apart. */
const held = (mail: Pick<MailRow, 'id' | 'tries'>) =>
  and(eq(s.mails.id, mail.id), eq(s.mails.status, 'sending'), eq(s.mails.tries, mail.tries))

export const renewMail = ({ orm }: Queries, mail: MailRow, leasedUntil: number) =>
  orm.update(s.mails).set({ leased_until: leasedUntil }).where(held(mail))

/** Its reader has another address by now. */
export const setMailRecipient = ({ orm }: Queries, mail: MailRow, recipient: string) =>
  orm.update(s.mails).set({ recipient }).where(held(mail))

/** The mail is marked as sent, whoever has it by now: it has been delivered, or is kept here and `reason` says why. */
export const setMailSent = ({ orm }: Queries, id: number, at: number, reason: string | null = null) =>
  orm
    .update(s.mails)
    .set({ status: 'sent', sent_at: at, reason, leased_until: null })
    .where(eq(s.mails.id, id))

export const setMailRefused = ({ orm }: Queries, mail: MailRow, reason: string) =>
  orm.update(s.mails).set({ status: 'refused', reason, leased_until: null }).where(held(mail))

/** Back into the queue until `notBefore`; a deferral is an answer of the mail server about this very mail. */
export const setMailWaiting = (
  { orm }: Queries,
  mail: MailRow,
  until: { notBefore: number; reason: string; isDeferral: boolean },
) =>
  orm
    .update(s.mails)
    .set({
      status: 'queued',
      not_before: until.notBefore,
      reason: until.reason,
      leased_until: null,
      deferrals: mail.deferrals + (until.isDeferral ? 1 : 0),
    })
    .where(held(mail))

/** Those of these subjects that wait in the queue are due at once. */
export const hastenMails = ({ orm }: Queries, kind: string, subjectRefs: readonly string[], now: number) =>
  orm
    .update(s.mails)
    .set({ not_before: now })
    .where(
      and(
        eq(s.mails.kind, kind),
        isAmong(s.mails.subject_ref, subjectRefs),
        eq(s.mails.status, 'queued'),
        gt(s.mails.not_before, now),
      ),
    )

/** How many mails wait or are being sent, and since when the oldest of them does; null: none. */
export const mailQueueState = async (q: Queries): Promise<{ waiting: number; oldest: number | null }> =>
  (await q.raw.get<{ waiting: number; oldest: number | null }>(
    "SELECT count(*) AS waiting, min(created_at) AS oldest FROM mails WHERE status IN ('queued', 'sending')",
  )) ?? { waiting: 0, oldest: null }

/** At the start of the server nothing is being sent: what was taken waits again. */
export const releaseMails = ({ orm }: Queries) =>
  orm.update(s.mails).set({ status: 'queued', leased_until: null }).where(eq(s.mails.status, 'sending'))

/** The state of the newest mail of each subject; subjects without one are not in the map. */
export async function mailStatesOf(
  { orm }: Queries,
  kind: string,
  subjectRefs: readonly string[],
): Promise<Map<string, MailState>> {
  const states = new Map<string, MailState>()
  if (subjectRefs.length === 0) return states
  const rows = await orm
    .select()
    .from(s.mails)
    .where(and(eq(s.mails.kind, kind), isAmong(s.mails.subject_ref, subjectRefs)))
    .orderBy(desc(s.mails.id))
  for (const row of rows) {
    if (states.has(row.subject_ref)) continue
    const { status, reason, recipient, created_at: queued_at, sent_at } = row
    states.set(row.subject_ref, { status, reason, recipient, queued_at, sent_at })
  }
  return states
}

/** The state of the newest mail of a kind about one subject; null if there never was one. */
export const mailStateOf = async (q: Queries, kind: string, subjectRef: string): Promise<MailState | null> =>
  (await mailStatesOf(q, kind, [subjectRef])).get(subjectRef) ?? null

/** All mails with a drive's results, newest first, with whom they were for; those of before name nobody. */
export const listReportMails = ({ orm }: Queries, driveId: number) =>
  orm
    .select({
      id: s.mails.id,
      user_id: sql<number | null>`json_extract(${s.mails.data}, '$.userId')`,
      status: s.mails.status,
      reason: s.mails.reason,
      recipient: s.mails.recipient,
      queued_at: s.mails.created_at,
      sent_at: s.mails.sent_at,
    })
    .from(s.mails)
    .where(and(eq(s.mails.kind, 'result_report'), eq(s.mails.subject_ref, String(driveId))))
    .orderBy(desc(s.mails.id))

/** All of an organization's but its people's links to new passwords: of these only the reader's own. */
const readableBy = (of: { organizationId: number; userId: number }) =>
  and(
    eq(s.mails.organization_id, of.organizationId),
    sql`(${s.mails.kind} <> 'password_reset' OR EXISTS (SELECT 1 FROM account_tokens t
      WHERE t.ref = ${s.mails.subject_ref} AND t.user_id = ${of.userId}))`,
  )

/** One page of an organization's mails that one of its people may read, newest first, with how many there are. */
export async function listMails(
  { orm }: Queries,
  of: { organizationId: number; userId: number; offset: number; limit: number },
) {
  const where = readableBy(of)
  const rows = await orm
    .select()
    .from(s.mails)
    .where(where)
    .orderBy(desc(s.mails.id))
    .limit(of.limit)
    .offset(of.offset)
  const [counted] = await orm.select({ n: sql<number>`count(*)` }).from(s.mails).where(where)
  return { rows, total: counted?.n ?? 0 }
}

export const findMail = async (
  { orm }: Queries,
  id: number,
  of: { organizationId: number; userId: number },
) =>
  (
    await orm
      .select()
      .from(s.mails)
      .where(and(eq(s.mails.id, id), readableBy(of)))
      .limit(1)
  )[0]

/** The time zone that the newest invitation of an attempt which names one was written in; null where none does. */
export const findInvitationZone = async (q: Queries, ref: string): Promise<string | null> =>
  (
    await q.raw.get<{ zone: string }>(
      `SELECT json_extract(data, '$.timeZone') AS zone FROM mails
       WHERE kind = 'invitation' AND subject_ref = ? AND json_extract(data, '$.timeZone') IS NOT NULL ORDER BY id DESC LIMIT 1`,
      ref,
    )
  )?.zone ?? null

/**
 * Deletes what an attempt was told by mail, and the reports that name it.
 * @returns what was deleted
 */
export async function deleteMailsOf(
  { orm }: Queries,
  attempt: { ref: string; drive_id: number },
): Promise<{ id: number; created_at: number }[]> {
  const about = inArray(s.mails.kind, ['invitation', 'dates_changed', 'reminder', 'reopened', 'cancelled'])
  // A report that went out names everybody it is about; one that waits is made without who is gone.
  const names = and(
    eq(s.mails.kind, 'result_report'),
    eq(s.mails.subject_ref, String(attempt.drive_id)),
    isNotNull(s.mails.sent_at),
    sql`EXISTS (SELECT 1 FROM json_each(${s.mails.data}, '$.attemptRefs') WHERE value = ${attempt.ref})`,
  )
  return orm
    .delete(s.mails)
    .where(or(and(about, eq(s.mails.subject_ref, attempt.ref)), names))
    .returning({ id: s.mails.id, created_at: s.mails.created_at })
}
