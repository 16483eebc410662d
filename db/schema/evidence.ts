import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { attempts } from './attempt.ts'
import { json, key, time } from './columns.ts'
import { organizations, users } from './organization.ts'

const ofAttempt = () =>
  integer('attempt_id')
    .notNull()
    .references(() => attempts.id, { onDelete: 'cascade' })

/** A webcam picture: its hash is in the log, its bytes in storage once they came. */
export const snapshots = sqliteTable(
  'snapshots',
  {
    id: key(),
    attempt_id: ofAttempt(),
    sha256: text('sha256').notNull(),
    /** null until the log names it (a plain client puts the body first). */
    logged_at: time('logged_at'),
    stored_at: time('stored_at'),
    /** When its time to be kept was over and its bytes were deleted. */
    swept_at: time('swept_at'),
    bytes: integer('bytes').notNull(),
    taken_at: time('taken_at').notNull(),
  },
  (t) => [
    uniqueIndex('snapshots_hash').on(t.attempt_id, t.sha256),
    index('snapshots_missing').on(t.attempt_id, t.id).where(sql`stored_at IS NULL`),
    index('snapshots_stored').on(t.taken_at).where(sql`stored_at IS NOT NULL AND swept_at IS NULL`),
  ],
)

/**
 * The facts that the server signed of a test that had ended, so that its code is found and the log can be held against
 * it.
 */
export const receipts = sqliteTable(
  'receipts',
  {
    id: key(),
    attempt_id: ofAttempt(),
    /** See receiptCode. */
    code: text('code').notNull(),
    lease_id: text('lease_id').notNull(),
    head_seq: integer('head_seq').notNull(),
    head_hash: text('head_hash').notNull(),
    /** Since when the server held this head. */
    at: time('at').notNull(),
    server_epoch: integer('server_epoch').notNull(),
    receipt: text('receipt').notNull(),
  },
  (t) => [
    uniqueIndex('receipts_head').on(t.attempt_id, t.head_seq, t.lease_id),
    index('receipts_code').on(t.code),
  ],
)

/**
 * Receipts of ours that somebody showed for a test of which this server held less: it came back from a backup, and says by
 * them what it is owed. The test may be one that it does not know at all.
 */
export const shownReceipts = sqliteTable(
  'shown_receipts',
  {
    attempt_ref: text('attempt_ref').notNull(),
    head_seq: integer('head_seq').notNull(),
    head_hash: text('head_hash').notNull(),
    /** Since when a server held it. */
    at: time('at').notNull(),
    shown_at: time('shown_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.attempt_ref, t.head_hash] })],
)

export const feedbacks = sqliteTable(
  'feedbacks',
  {
    id: key(),
    attempt_id: ofAttempt(),
    /** The organization of its drive: the list counts and finds its pages by it alone. */
    organization_id: integer('organization_id')
      .notNull()
      .references(() => organizations.id),
    rating: integer('rating'),
    answer: text('answer').notNull(),
    deleted_at: time('deleted_at'),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('feedbacks_attempt').on(t.attempt_id),
    index('feedbacks_listed').on(t.organization_id, t.id).where(sql`deleted_at IS NULL`),
  ],
)

/** Facts for the event streams; the newest thousand of an attempt can be asked again. */
export const events = sqliteTable(
  'events',
  {
    id: key(),
    attempt_id: integer('attempt_id').references(() => attempts.id, { onDelete: 'cascade' }),
    user_id: integer('user_id').references(() => users.id),
    data: json<unknown>('data').notNull(),
    created_at: time('created_at').notNull(),
  },
  (t) => [index('events_attempt').on(t.attempt_id, t.id), index('events_user').on(t.user_id, t.id)],
)
