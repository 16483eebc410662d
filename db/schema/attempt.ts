import { sql } from 'drizzle-orm'
import {
  blob,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { noticeKinds } from '#contract/events.ts'
import { boolColumn, count, json, key, time } from './columns.ts'
import { drives, papers } from './drive.ts'
import { organizations } from './organization.ts'

export const candidates = sqliteTable(
  'candidates',
  {
    id: key(),
    organization_id: integer('organization_id')
      .notNull()
      .references(() => organizations.id),
    email: text('email').notNull(),
    email_key: text('email_key').notNull(),
    /** As they said the last time; each attempt keeps what was said in it. */
    first_name: text('first_name'),
    last_name: text('last_name'),
    mobile_number: text('mobile_number'),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('candidates_email').on(t.organization_id, t.email_key),
    // Who lost a link is found by the address alone.
    index('candidates_address').on(t.email_key),
  ],
)

/** One candidate on one drive: the specification's drives_candidates row. The head of the log stands here. */
export const attempts = sqliteTable(
  'attempts',
  {
    id: key(),
    /** Random public reference; no credential. */
    ref: text('ref').notNull(),
    drive_id: integer('drive_id')
      .notNull()
      .references(() => drives.id, { onDelete: 'cascade' }),
    candidate_id: integer('candidate_id')
      .notNull()
      .references(() => candidates.id),
    /** Both tokens are derived from attempt and generation and stand here as hashes only. */
    generation: integer('generation').notNull().default(1),
    invitation_hash: text('invitation_hash').notNull(),
    token_hash: text('token_hash').notNull(),
    invited_at: time('invited_at').notNull(),
    /** When the page of its link was read first. */
    opened_at: time('opened_at'),
    /** When the reminder of the day before the start was queued. */
    reminded_at: time('reminded_at'),
    /** The link ended without a new one; both hashes fit no token any more. */
    revoked_at: time('revoked_at'),
    profile_completed_at: time('profile_completed_at'),
    /** The details form as filled in for this attempt. */
    first_name: text('first_name'),
    last_name: text('last_name'),
    mobile_number: text('mobile_number'),

    /** When the link of an assessment stops opening it; null: with its drive. */
    link_expires_at: time('link_expires_at'),
    started_at: time('started_at'),
    /** What it is asked, from its start on. */
    paper_id: integer('paper_id').references(() => papers.id),
    order_seed: text('order_seed').notNull(),
    allotted_seconds: count('allotted_seconds'),
    time_factor: real('time_factor').notNull().default(1),
    lifted_rules: json<string[]>('lifted_rules'),
    minutes_granted: count('minutes_granted'),
    paused_at: time('paused_at'),
    paused_ms: count('paused_ms'),
    /** Between begin and end, and not used: pauses, and what lay between an end and its reopening. */
    unused_ms: count('unused_ms'),
    deadline_at: time('deadline_at'),
    /** When it ended, by the finish or by the server's seal. */
    finished_at: time('finished_at'),
    /** The finish op in the log; null where only the server sealed it. */
    finish_seq: integer('finish_seq'),
    /** What the finish op said; the words of end_reason may be replaced by a fraud report. */
    finish_kind: text('finish_kind', { enum: ['candidate', 'timeout', 'switched', 'feedback'] }),
    /** How that finish counts: one that is only claimed leaves what counts without it as it was. */
    finish_verdict: text('finish_verdict', { enum: ['on_time', 'on_time_claimed', 'late'] }),
    sealed_at: time('sealed_at'),
    end_reason: text('end_reason'),
    mcqs_submitted_at: time('mcqs_submitted_at'),
    feedback_at: time('feedback_at'),
    is_fraud: boolColumn('is_fraud').notNull().default(false),
    copy_attempts: count('copy_attempts'),
    strikes: count('strikes'),
    /** How often full screen was left and it counts: so many of the attempts are spent. */
    screen_exits: count('screen_exits'),
    is_selected: boolColumn('is_selected').notNull().default(false),
    runs: count('runs'),

    head_seq: count('head_seq'),
    head_hash: text('head_hash').notNull().default(''),
    /** The server's seal over its rows of the log, from `sealed_from` on: see log.ts. */
    head_seal: text('head_seal').notNull().default(''),
    /** The first op under the seal; null: none yet. */
    sealed_from: integer('sealed_from'),
    /** The server's seal over the attempt's rows beside its log: see sealedRows.ts. */
    rows_seal: text('rows_seal').notNull().default(''),
    /** Bodies of the log as they are stored. */
    log_bytes: count('log_bytes'),
    lease_id: text('lease_id'),
    lease_epoch: count('lease_epoch'),
    last_contact_at: time('last_contact_at'),
    /** Calls beside the syncs that were answered: when the newest run of them began, and the newest one. */
    reads_from: time('reads_from'),
    /** When the run of calls before that one ended. */
    reads_before: time('reads_before'),
    read_at: time('read_at'),
    /** Nobody reads it, and nothing writes it any more: it holds what earlier builds noted. */
    last_saved_at: time('last_saved_at'),
    /** Tails the device announced and has not sent yet: [seq, announced at, contact before that, hash] each. */
    announced: json<[number, number, number, string][]>('announced'),

    /** Id of the newest notice; 0: nobody said anything. */
    newest_notice: count('newest_notice'),
    /** What staff finds the candidate by: see searchKey. */
    search_key: text('search_key').notNull(),
    /** Sort keys of the results, kept in the row. */
    score: integer('score'),
    score_claimed: integer('score_claimed'),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('attempts_ref').on(t.ref),
    uniqueIndex('attempts_invitation').on(t.invitation_hash),
    uniqueIndex('attempts_token').on(t.token_hash),
    uniqueIndex('attempts_pair').on(t.drive_id, t.candidate_id),
    // These hold all that finding a page asks for; also what a part is told by, which SQLite reads once more.
    // Without a score who is in the test stands before who has not begun, so each way of sorting has its own.
    index('attempts_results').on(
      t.drive_id,
      t.score,
      sql`started_at IS NOT NULL`,
      t.id,
      t.started_at,
      t.finished_at,
      t.search_key,
    ),
    index('attempts_worst').on(
      t.drive_id,
      t.score,
      sql`started_at IS NULL`,
      t.id,
      t.started_at,
      t.search_key,
    ),
    index('attempts_listed').on(t.drive_id, t.id, t.search_key),
    index('attempts_by_email').on(t.drive_id, t.search_key, t.id),
    index('attempts_absent').on(t.drive_id, t.id, t.search_key, t.started_at).where(sql`started_at IS NULL`),
    index('attempts_selected')
      .on(t.drive_id, t.id, t.score, t.started_at, t.search_key, t.is_selected)
      .where(sql`is_selected = 1`),
    index('attempts_unopened').on(t.drive_id, t.opened_at).where(sql`opened_at IS NULL`),
    index('attempts_candidate').on(t.candidate_id),
    // Which papers of a drive are anybody's.
    index('attempts_paper').on(t.paper_id).where(sql`paper_id IS NOT NULL`),
    // Those that have begun and are not over: looked through every second.
    index('attempts_running').on(t.deadline_at).where(sql`deadline_at IS NOT NULL AND finished_at IS NULL`),
  ],
)

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

/** Where each later lease first wrote to a key: who wrote over what a lost one had, without reading the log. */
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
    /** The op beside the log that `saved` came from, and the one that `selected` did; null where the log has them. */
    saved_from: text('saved_from'),
    selected_from: text('selected_from'),
  },
  (t) => [primaryKey({ columns: [t.attempt_id, t.key] })],
)

/** What staff decided about work that came late or beside the log. The ops themselves never change. */
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
    /** Of `op`, as UTF-8; of what was kept by earlier builds its length. */
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
 * What staff said to a candidate or did for one whose test had begun. A device asks for those it has not shown, however
 * long it was out of reach.
 */
export const notices = sqliteTable(
  'notices',
  {
    id: key(),
    attempt_id: ofAttempt(),
    kind: text('kind', { enum: noticeKinds }).notNull(),
    /** Of a message. */
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
