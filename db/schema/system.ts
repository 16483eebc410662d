import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { count, json, key, time } from './columns.ts'
import { organizations, users } from './organization.ts'

/** The installation's own facts: server_epoch, when the server last served, … */
export const meta = sqliteTable('meta', { name: text('name').primaryKey(), value: text('value').notNull() })

/** Mail to be sent: a row first, the post's job second. No row holds a token or a link. */
export const mails = sqliteTable(
  'mails',
  {
    id: key(),
    organization_id: integer('organization_id').references(() => organizations.id),
    kind: text('kind').notNull(),
    /** The subject that the body is made from when the mail is sent; never a token. */
    subject_ref: text('subject_ref').notNull(),
    /** The rest that the body needs; never a token. */
    data: json<unknown>('data'),
    recipient: text('recipient').notNull(),
    status: text('status', { enum: ['queued', 'sending', 'sent', 'refused'] }).notNull(),
    /** In words: why it was refused, or what kept it from going out the last time. */
    reason: text('reason'),
    /** How often it was taken. */
    tries: count('tries'),
    /** How often the mail server answered that this mail should come later. */
    deferrals: count('deferrals'),
    leased_until: time('leased_until'),
    not_before: time('not_before').notNull(),
    sent_at: time('sent_at'),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    index('mails_queue').on(t.status, t.not_before),
    index('mails_subject').on(t.kind, t.subject_ref),
    index('mails_organization').on(t.organization_id, t.id),
  ],
)

/**
 * A request of staff under an Idempotency-Key, written with the change itself: the same key again changes nothing and
 * gets the same answer.
 */
export const onceKeys = sqliteTable(
  'once_keys',
  {
    id: key(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key_hash: text('key_hash').notNull(),
    /** The hash of the call and what was sent with it. */
    request_hash: text('request_hash').notNull(),
    /** Random; which request it was that changed something. */
    claim: text('claim').notNull(),
    /** The answer that it got. null: not known yet, or not any more. */
    outcome: json<unknown>('outcome'),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('once_keys_key').on(t.user_id, t.key_hash),
    index('once_keys_created').on(t.created_at),
  ],
)

/**
 * A thing that lies outside of the database and is to go because its row has gone: noted with the deletion itself,
 * struck off once it is removed. A removal that breaks off in between is carried on.
 */
export const removals = sqliteTable('removals', {
  id: key(),
  kind: text('kind', { enum: ['files', 'mail', 'person', 'attempt', 'pages'] }).notNull(),
  /**
   * The part of the storage all of which goes; the id of a mail; the mark of a person or an attempt; the file whose old pages
   * go.
   */
  name: text('name').notNull(),
  /** The time at which a mail was written, which its file is named by, or a person or an attempt was erased. */
  dated_at: time('dated_at'),
})

/** The changes of staff: append-only, each row bound to the one before. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: key(),
    organization_id: integer('organization_id').references(() => organizations.id),
    user_id: integer('user_id').references(() => users.id),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    before: json<unknown>('before'),
    after: json<unknown>('after'),
    created_at: time('created_at').notNull(),
    prev_hash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    index('audit_log_organization').on(t.organization_id, t.id),
    index('audit_log_subject').on(t.organization_id, t.subject),
    // The entries of what was carried out in several: few, and found without reading the others. An entry that somebody
    // rewrote to be no JSON is told by its hash, and breaks nothing here.
    index('audit_log_batch')
      .on(sql`CASE WHEN json_valid(after) THEN after ->> '$.batch' END`, t.id, t.organization_id)
      .where(sql`CASE WHEN json_valid(after) THEN after ->> '$.batch' END IS NOT NULL`),
  ],
)
