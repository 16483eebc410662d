import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { attempts } from './attempt.ts'
import { json, key, time } from './columns.ts'
import { organizations } from './organization.ts'

/** Organizations that came from other installations: which of their rows stands here as which, and how their logs are read. */

/** A row of an imported archive, and the row it became here: another archive of the same source meets it again. */
export const movedRows = sqliteTable(
  'moved_rows',
  {
    /** The source: SHA-256 of its receipt key. */
    source: text('source').notNull(),
    /** The table. */
    name: text('name').notNull(),
    /** The primary key there, and here, as JSON. */
    source_key: text('source_key').notNull(),
    here_key: text('here_key').notNull(),
    organization_id: integer('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Marks of the row as the archive had it, and as it was written here: both tell whether it was changed since. */
    digest: text('digest').notNull(),
    here_digest: text('here_digest').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.name, t.source_key] }),
    index('moved_rows_organization').on(t.organization_id, t.source),
  ],
)

/**
 * A log, or its first part, that was written against another installation: its ops were hashed with that one's numbers of
 * problems, questions, options and languages, and its receipts signed with that one's key. A log may have come through several.
 */
export const movedLogs = sqliteTable(
  'moved_logs',
  {
    id: key(),
    attempt_id: integer('attempt_id')
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    /** Changes up to this one are of that installation, unless an earlier row has them. */
    head_seq: integer('head_seq').notNull(),
    /** Work beside the log that came until then is, too. */
    moved_at: time('moved_at').notNull(),
    /** PEM of the key that signed its receipts. */
    receipt_key: text('receipt_key').notNull(),
    /** Pairs of a number here and the one there, of what the log names. */
    numbers:
      json<Record<'problem' | 'question' | 'option' | 'language', [here: number, there: number][]>>(
        'numbers',
      ).notNull(),
  },
  (t) => [index('moved_logs_attempt').on(t.attempt_id, t.id)],
)
