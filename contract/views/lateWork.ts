import { z } from 'zod'
import { id, isoTime } from '../primitives.ts'

/** Work that did not simply count: it came past the end, is claimed to be older than it came, or stands beside the log. */

export const lateDecision = z.enum(['accepted', 'rejected'])
export type LateDecision = z.infer<typeof lateDecision>

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
  /** Of the problem, or the question in plain words. */
  title: z.string(),
  language: z.string().nullable(),
  lang_code: z.string().nullable(),
  /** The program, or the chosen options by their letters. */
  value: z.string(),
  /** What counts in its place as things stand; null: nothing. */
  counts_now: z.string().nullable(),
  verdict: z.enum(['on_time', 'on_time_claimed', 'late']).nullable(),
  /** By the device's clock, held within what the server could prove. */
  made_at: isoTime,
  /** When a sync first named it; null for what stands beside the log. */
  announced_at: isoTime.nullable(),
  received_at: isoTime,
  state: z.enum(['waiting', 'accepted', 'rejected']),
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
  /** What the drive does with claimed work by itself. */
  late_policy: z.enum(['accept', 'hold', 'reject']),
  max_offline_minutes: z.number(),
  items: z.array(lateItem),
})
export type LateWorkView = z.infer<typeof lateWorkView>
