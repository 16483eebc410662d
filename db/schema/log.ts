import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { noticeKinds } from '#contract/events.ts'
import { attempts } from './attempt.ts'
import { boolColumn, json, key, time } from './columns.ts'

/** The parts of an attempt: its leases, its log, what the log comes to, and what stands beside it. */

const ofAttempt = () =>
  integer('attempt_id')
    .notNull()
    .references(() => attempts.id, { onDelete: 'cascade' })

/** The right of one device to append; the server's own lease carries plain calls. */
export const leases = sqliteTable(
  'leases',
  {
    lease_id: text('lease_id').primaryKey(),
    attempt_id: ofAttempt(),
    epoch: integer('epoch').notNull(),
    /** null: the server's own */
    device_id: text('device_id'),
    device_name: text('device_name').notNull(),
    nonce: text('nonce').notNull(),
    granted_head_seq: integer('granted_head_seq').notNull(),
    granted_head_hash: text('granted_head_hash').notNull(),
    granted_at: time('granted_at').notNull(),
    frozen_at: time('frozen_at'),
    /** When its device was last heard before that; null for leases frozen before this was noted. */
    heard_at: time('heard_at'),
    /** Its own device gave it up for another one, under which it writes again what the log had not taken. */
    given_up: boolColumn('given_up').notNull().default(false),
  },
  (t) => [
    uniqueIndex('leases_epoch').on(t.attempt_id, t.epoch),
    index('leases_device').on(t.attempt_id, t.device_id),
    index('leases_kept').on(t.attempt_id, t.epoch).where(sql`given_up = 0`),
  ],
)

/** The attempt log. Append-only; the primary key is the order. */
export const ops = sqliteTable(
  'ops',
  {
    attempt_id: ofAttempt(),
    seq: integer('seq').notNull(),
    op_id: text('op_id').notNull(),
    lease_id: text('lease_id').notNull(),
    type: text('type').notNull(),
    key: text('key').notNull(),
    /** JSON text, deflated where that is shorter; null where it was too large to send. */
    body: blob('body', { mode: 'buffer' }),
    body_deflated: boolColumn('body_deflated').notNull().default(false),
    body_hash: text('body_hash').notNull(),
    prev_hash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
    boot_id: text('boot_id').notNull(),
    mono_ms: integer('mono_ms').notNull(),
    wall_ms: integer('wall_ms').notNull(),
    anchor_id: text('anchor_id').notNull(),
    est_server_ms: integer('est_server_ms').notNull(),
    made_at: time('made_at').notNull(),
    received_at: time('received_at').notNull(),
    announced_at: time('announced_at').notNull(),
    result: text('result', { enum: ['applied', 'applied_late', 'rejected'] }).notNull(),
    reason: text('reason'),
    verdict: text('verdict', { enum: ['on_time', 'on_time_claimed', 'late'] }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.attempt_id, t.seq] }),
    uniqueIndex('ops_op_id').on(t.attempt_id, t.op_id),
    // Few: what waits for a decision is found without reading the rest.
    index('ops_late').on(t.attempt_id, t.seq).where(sql`verdict <> 'on_time'`),
    // The newest of a key that is claimed or came too late, also where the answer is another one.
    index('ops_late_key')
      .on(t.attempt_id, t.key, t.verdict, t.seq)
      .where(sql`verdict <> 'on_time' AND (result <> 'rejected' OR reason = 'no_submissions_left')`),
    // The newest work of a key by how it counts: a log may hold tens of thousands.
    index('ops_saves')
      .on(t.attempt_id, t.key, t.verdict, t.seq)
      .where(
        sql`type IN ('draft', 'submit', 'mcq_save') AND (result <> 'rejected' OR reason = 'no_submissions_left')`,
      ),
    // Few: what a device out of reach had made.
    index('ops_slow').on(t.attempt_id, t.received_at, t.seq).where(sql`received_at - made_at > 10000`),
    // Fewer still: their bodies are sealed beside the log, as nothing hashes them.
    index('ops_unread').on(t.attempt_id, t.seq).where(sql`reason = 'bad_body'`),
  ],
)

/**
 * The place at which each later lease first wrote to a key: it tells who wrote over the work of a lost one, without
 * reading the log.
 */
export const firstWritings = sqliteTable(
  'first_writings',
  {
    attempt_id: ofAttempt(),
    key: text('key').notNull(),
    epoch: integer('epoch').notNull(),
    seq: integer('seq').notNull(),
  },
  (t) => [primaryKey({ columns: [t.attempt_id, t.key, t.epoch] })],
)

/** The newest value of each key: what the log says now. */
export const answers = sqliteTable(
  'answers',
  {
    attempt_id: ofAttempt(),
    key: text('key').notNull(),
    /** The saved value as JSON; null where a choice was only selected. */
    saved: text('saved'),
    saved_seq: integer('saved_seq'),
    saved_at: time('saved_at'),
    /** A choice not yet saved; at zero it counts as saved. Without a time it is only told: it came too late to count. */
    selected: text('selected'),
    selected_at: time('selected_at'),
    made_at: time('made_at').notNull(),
    verdict: text('verdict', { enum: ['on_time', 'on_time_claimed', 'late'] }).notNull(),
    /** The newest value that needs no decision, where `saved` is claimed or late. */
    verified: text('verified'),
    /** When that was made; null where there is none, and where it was kept before this was noted. */
    verified_at: time('verified_at'),
    /** Whether that is a click that nobody saved; null where there is none, and where it was kept before this was noted. */
    verified_click: boolColumn('verified_click'),
    /** The op beside the log that it came from. */
    verified_from: text('verified_from'),
    /** The op beside the log that `saved` came from, and the one that `selected` did; null where the log has them. */
    saved_from: text('saved_from'),
    selected_from: text('selected_from'),
  },
  (t) => [primaryKey({ columns: [t.attempt_id, t.key] })],
)

/** The decisions of staff about work that came late or beside the log. The ops themselves never change. */
export const lateDecisions = sqliteTable(
  'late_decisions',
  {
    attempt_id: ofAttempt(),
    op_id: text('op_id').notNull(),
    decision: text('decision', { enum: ['accepted', 'rejected'] }).notNull(),
    note: text('note').notNull(),
    decided_by: integer('decided_by').notNull(),
    decided_at: time('decided_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.attempt_id, t.op_id] })],
)

/** Ops of a frozen lease: kept beside the log, never in it. */
export const quarantine = sqliteTable(
  'quarantine',
  {
    attempt_id: ofAttempt(),
    lease_id: text('lease_id').notNull(),
    seq: integer('seq').notNull(),
    /** The op's own: a device whose storage went back may have written another one at the same place. */
    hash: text('hash').notNull(),
    /** The op's own, so that what it is about is found without reading it. */
    op_id: text('op_id').notNull(),
    type: text('type').notNull(),
    key: text('key').notNull(),
    op: json<unknown>('op').notNull(),
    /** The bytes of `op` as UTF-8; in rows kept by earlier builds its length. */
    bytes: integer('bytes').notNull(),
    received_at: time('received_at').notNull(),
    /** When it became the answer: by itself where nothing newer was, or by staff. */
    adopted_at: time('adopted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.attempt_id, t.lease_id, t.seq, t.hash] }),
    // With the hash of the body: whether another op goes by the same id is told without reading either.
    index('quarantine_op').on(
      t.attempt_id,
      t.op_id,
      sql`(CASE WHEN json_valid(op) THEN op ->> '$.body_hash' END)`,
    ),
    index('quarantine_key').on(t.attempt_id, t.lease_id, t.key, t.type, t.seq),
    // Few: what became an answer.
    index('quarantine_adopted').on(t.attempt_id, t.key).where(sql`adopted_at IS NOT NULL`),
  ],
)

/**
 * A message of staff to a candidate, or an act for one whose test had begun. A device asks for those it has not shown,
 * however long it was out of reach.
 */
export const notices = sqliteTable(
  'notices',
  {
    id: key(),
    attempt_id: ofAttempt(),
    kind: text('kind', { enum: noticeKinds }).notNull(),
    /** The text of a message. */
    text: text('text'),
    /** Given with minutes and with a reopening. */
    minutes: integer('minutes'),
    created_at: time('created_at').notNull(),
  },
  (t) => [index('notices_attempt').on(t.attempt_id, t.id)],
)

/** Stretches in which the server heard nothing from a running attempt for longer than its silence limit. */
export const contactGaps = sqliteTable(
  'contact_gaps',
  { id: key(), attempt_id: ofAttempt(), from_at: time('from_at').notNull(), to_at: time('to_at').notNull() },
  (t) => [index('contact_gaps_attempt').on(t.attempt_id, t.from_at)],
)
