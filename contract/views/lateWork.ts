import { z } from 'zod'
import { id, isoTime } from '../primitives.ts'

/** Work that did not simply count: it came past the end, is claimed to be older than it came, or stands beside the log. */

export const lateDecision = z.enum(['accepted', 'rejected'])
export type LateDecision = z.infer<typeof lateDecision>

/**
 * Why a piece stands here, each where it holds for certain:
 * - paused: made while the clock stood still. made_late: made after the deadline. unproven: nothing proves that it was made before. claimed: the device says so.
 * - adopted: it became the answer by itself. written_over: it did, and nothing shows that the device that wrote over it
 *   knew. superseded: that device did.
 * - written_before: the device that went on had written to the same place before it came. after_end: it came after the
 *   end. given_up: its device began its log anew and never sent it again. same: it says what counts already. lost: another device had the test, no more.
 */
export const lateReason = z.enum([
  'paused',
  'made_late',
  'unproven',
  'claimed',
  'adopted',
  'written_over',
  'superseded',
  'written_before',
  'after_end',
  'given_up',
  'same',
  'lost',
])
export type LateReason = z.infer<typeof lateReason>

/** A drive or an assessment, and how many of its candidates have work that waits. */
export const lateDrive = z.object({
  id,
  name: z.string(),
  is_assessment: z.boolean(),
  candidates: z.number(),
})
export type LateDrive = z.infer<typeof lateDrive>

/** A candidate of a drive with work that waits for a decision. */
export const lateCandidate = z.object({
  id,
  /** The attempt's reference. */
  token: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  waiting: z.number(),
})
export type LateCandidate = z.infer<typeof lateCandidate>

export const lateItem = z.object({
  op_id: z.string(),
  /** log: it came late. aside: another device had the test by then. */
  source: z.enum(['log', 'aside']),
  kind: z.enum(['draft', 'submission', 'choice']),
  /** A choice that its author had clicked and not saved. */
  is_unsaved: z.boolean(),
  /** The problem's title, or the question in plain words. */
  title: z.string(),
  language: z.string().nullable(),
  lang_code: z.string().nullable(),
  /** The program, or the chosen options by their letters. */
  value: z.string(),
  /** The value that counts in its place as things stand; null: nothing. */
  counts_now: z.string().nullable(),
  /** The options that the two name by their letters, in the order people see; none of a program. */
  options: z.array(
    z.object({ letter: z.string(), description: z.string(), image_url: z.string().nullable() }),
  ),
  verdict: z.enum(['on_time', 'on_time_claimed', 'late']).nullable(),
  /** By the device's clock, held within what the server could prove. */
  made_at: isoTime,
  /** When a sync first named it; null for what stands beside the log. */
  announced_at: isoTime.nullable(),
  received_at: isoTime,
  /** superseded: an older version of what counts, by the one who wrote both; nobody needs to decide. */
  state: z.enum(['waiting', 'accepted', 'rejected', 'superseded']),
  why: lateReason,
  /**
   * The pause it was made in: from when to when the clock stood; `to` is null if it still does, or the test ended in
   * it.
   */
  pause: z.object({ from: isoTime, to: isoTime.nullable() }).nullable(),
  /** policy: the drive's setting decided; otherwise who did. */
  decided_by: z.string().nullable(),
  decided_at: isoTime.nullable(),
  note: z.string(),
})
export type LateItem = z.infer<typeof lateItem>

export const lateWorkView = z.object({
  candidate: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
  /** When it ended, by whoever ended it; null while it runs. */
  ended_at: isoTime.nullable(),
  /** Until when it could have run, or may: of a paused test it moves on. */
  deadline_at: isoTime,
  is_paused: z.boolean(),
  /** The drive's own decision on claimed work. */
  late_policy: z.enum(['accept', 'hold', 'reject']),
  max_offline_minutes: z.number(),
  /** A page of them, oldest first. */
  items: z.array(lateItem),
  total: z.number(),
})
export type LateWorkView = z.infer<typeof lateWorkView>
