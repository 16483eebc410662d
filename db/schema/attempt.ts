import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
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
    /** The items it is asked, from its start on. */
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
    /** The reason of the finish op as it counts; the words of end_reason may be replaced by a fraud report. */
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
    /** Tails the device announced and has not sent yet: [seq, announced at, contact before that, hash, 1 where it was held] each. */
    announced: json<[number, number, number, string, 1?][]>('announced'),

    /** Id of the newest notice; 0: nobody said anything. */
    newest_notice: count('newest_notice'),
    /** The text by which staff finds the candidate: see searchKey. */
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
