import { SILENCE_MS } from '#contract/constants.ts'
import type { Queries } from '#db/connect.ts'
import { cutContactGap, insertContactGap } from '#db/queries/contactGaps.ts'
import { findNewestLease } from '#db/queries/leases.ts'
import { endsWithFinish, findHead, type HeadRow, setHeard, setReads } from '#db/queries/log.ts'
import { findReopening } from '#db/queries/notices.ts'
import type { Context } from '../context.ts'
import { formatErrorLine } from '../kit/formatError.ts'

/** Every answered call of a candidate is contact, not a sync alone: who was in reach could have sent what they had. */

/** Calls that follow each other closer are one. */
const NOTED_EVERY_MS = 2_000

interface Contacts {
  last_contact_at: number | null
  reads_from: number | null
  reads_before?: number | null
  read_at: number | null
}

/** When the server last answered the candidate, whatever was asked. */
export const lastHeard = ({ last_contact_at, read_at }: Contacts): number | null =>
  last_contact_at === null || read_at === null ? last_contact_at : Math.max(last_contact_at, read_at)

/**
 * The last contact before a sync that is evidence against what it announces. A page that comes back into reach may ask
 * for something before its first sync goes: calls of the last minute are the same return. A run of calls that began
 * earlier is not, nor is the run before it: whoever falls silent for a minute does not thereby take back that they were heard.
 */
export function contactBefore(head: Contacts, receivedAt: number): number | null {
  const { last_contact_at, reads_from, reads_before = null, read_at } = head
  const returnBegan = receivedAt - SILENCE_MS
  if (reads_from === null || read_at === null) return last_contact_at
  if (reads_from >= returnBegan)
    return reads_before === null ? last_contact_at : Math.max(last_contact_at ?? 0, reads_before)
  return Math.max(last_contact_at ?? 0, Math.min(read_at, returnBegan))
}

/**
 * Notes that a candidate with a begun test was answered. A candidate who only reads is served even if the contact
 * cannot be written down.
 */
export async function noteContact(
  ctx: Context,
  attempt: Contacts & { id: number; started_at: number | null; finish_seq: number | null },
): Promise<void> {
  const now = ctx.now()
  if (attempt.started_at === null || attempt.finish_seq !== null) return
  if (now - (lastHeard(attempt) ?? 0) < NOTED_EVERY_MS) return
  await ctx.db
    .write(async (tx) => {
      const head = await findHead(tx, attempt.id)
      if (head) await noteContactIn(tx, head, now)
    })
    .catch((error: unknown) =>
      ctx.log.warn({ error: formatErrorLine(error) }, 'a contact could not be recorded'),
    )
}

/** The same inside a transaction: a silence of a device that ends here stays visible as a gap. */
export async function noteContactIn(tx: Queries, head: HeadRow, now: number): Promise<void> {
  const heard = lastHeard(head)
  if (heard === null || now <= heard) return
  if (now - heard > SILENCE_MS) {
    const lease = await findNewestLease(tx, head.id)
    // A plain client calls when it has something to say: its silence says nothing.
    if (lease && lease.device_id !== null) await noteSilence(tx, head, now)
  }
  const goesOn = head.reads_from !== null && head.read_at !== null && now - head.read_at <= SILENCE_MS
  const { from, before } = goesOn
    ? { from: head.reads_from ?? now, before: head.reads_before }
    : { from: now, before: head.read_at }
  await setReads(tx, head.id, from, now, before)
}

/**
 * Notes the stretch up to now in which a device was not heard, if it is long. A test that is over has nothing to say: what
 * lies behind its end, and before it was opened again, is no silence.
 */
export async function noteSilence(tx: Queries, head: HeadRow, now: number): Promise<void> {
  const heard = lastHeard(head)
  if (heard === null || now - heard <= SILENCE_MS || head.finish_seq !== null) return
  const from = await silenceFrom(tx, head, heard)
  const to = Math.min(now, head.finished_at ?? now)
  if (from !== null && to - from > SILENCE_MS) await insertContactGap(tx, head.id, from, to)
}

/**
 * A receipt says that the device was heard at that time, of which this server, restored from a backup, knew nothing: a silence
 * that was noted over the lost hours begins behind them.
 */
export async function noteHeard(tx: Queries, attemptId: number, at: number): Promise<void> {
  await setHeard(tx, attemptId, at)
  await cutContactGap(tx, attemptId, at, SILENCE_MS)
}

/**
 * From when a silence tells of the line: the last contact, of a test that was opened again the reopening. null: whoever
 * ended the test has left it, and says nothing until they come back to it.
 */
async function silenceFrom(
  q: Queries,
  attempt: { id: number; last_contact_at: number | null },
  heard: number,
): Promise<number | null> {
  const opened = await findReopening(q, attempt.id)
  if (opened === null) return heard
  const isBack = (attempt.last_contact_at ?? 0) >= opened
  if (!isBack && (await endsWithFinish(q, attempt.id))) return null
  return Math.max(heard, opened)
}

/**
 * Since when a device is silent that has not come back, while its test goes on or up to its end by the server; null where
 * it is not.
 */
export async function silentSince(
  q: Queries,
  attempt: Contacts & { id: number; finish_seq: number | null; finished_at: number | null },
  now: number,
): Promise<number | null> {
  const heard = lastHeard(attempt)
  if (heard === null || attempt.finish_seq !== null) return null
  const until = Math.min(now, attempt.finished_at ?? now)
  if (until - heard <= SILENCE_MS || (await findNewestLease(q, attempt.id))?.device_id == null) return null
  const since = await silenceFrom(q, attempt, heard)
  return since !== null && until - since > SILENCE_MS ? since : null
}
