import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { MAX_OFFLINE_MINUTES } from '#contract/constants.ts'
import { problems, questions } from './bank.ts'
import { boolColumn, count, json, key, time } from './columns.ts'
import { institutes, organizations, users } from './organization.ts'

export const drives = sqliteTable(
  'drives',
  {
    id: key(),
    organization_id: integer('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Outside address of an assessment. */
    uuid: text('uuid').notNull(),
    name: text('name').notNull(),
    /** The text by which staff finds it: see searchKey. */
    search_key: text('search_key').notNull(),
    description: text('description').notNull(),
    institute_id: integer('institute_id').references(() => institutes.id),
    start_time: time('start_time').notNull(),
    end_time: time('end_time').notNull(),
    question_type: text('question_type', { enum: ['problems', 'mcq', 'problems_mcq'] }).notNull(),
    /** The sections candidates get: the question type's, as far as the organization's flags allow them. */
    allow_coding: boolColumn('allow_coding').notNull().default(true),
    allow_mcq: boolColumn('allow_mcq').notNull().default(true),
    /** An assessment is an always-open drive drawn from the bank. */
    is_assessment: boolColumn('is_assessment').notNull().default(false),
    is_param: boolColumn('is_param').notNull().default(false),
    problem_count_hash: json<{ easy: number; medium: number; hard: number }>('problem_count_hash'),
    mcq_count_hash: json<{ easy: number; medium: number; hard: number }>('mcq_count_hash'),
    tag_list: json<string[]>('tag_list'),
    draw_seed: text('draw_seed'),
    /** Seconds: the problems' minutes and the questions' seconds. */
    allotted_seconds: count('allotted_seconds'),
    total_marks: count('total_marks'),
    leave_policy: text('leave_policy', { enum: ['end', 'warn', 'log'] })
      .notNull()
      .default('end'),
    leave_warnings: integer('leave_warnings').notNull().default(3),
    late_policy: text('late_policy', { enum: ['accept', 'hold', 'reject'] })
      .notNull()
      .default('hold'),
    max_offline_minutes: integer('max_offline_minutes').notNull().default(MAX_OFFLINE_MINUTES),
    webcam: boolColumn('webcam').notNull().default(true),
    webcam_retention_days: integer('webcam_retention_days').notNull().default(60),
    release_reports: boolColumn('release_reports').notNull().default(false),
    /** So many days after its end whole attempts are kept; null: for ever. */
    results_retention_days: integer('results_retention_days'),
    /** When the newest of them were erased because that time was over. */
    results_erased_at: time('results_erased_at'),
    /** The tier that runs each language, by its code, since the first of its tests began; null: none has. */
    engines: json('engines').$type<Readonly<Record<string, 'wasm' | 'jail' | 'piston'>>>(),
    /** Stored counters: a tile never counts rows. */
    invitation_sent: count('invitation_sent'),
    appeared: count('appeared'),
    finished: count('finished'),
    created_by_id: integer('created_by_id').references(() => users.id),
    updated_by_id: integer('updated_by_id').references(() => users.id),
    version: integer('version').notNull().default(1),
    /** Rises with everything the drive asks, edits in the bank included; `version` is its editors'. */
    content_version: integer('content_version').notNull().default(1),
    deleted_at: time('deleted_at'),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('drives_uuid').on(t.uuid),
    // Holds all that finding a page of drives asks for.
    index('drives_listed')
      .on(t.organization_id, t.end_time, t.id, t.start_time, t.search_key, t.deleted_at, t.is_assessment)
      .where(sql`deleted_at IS NULL AND is_assessment = 0`),
    index('drives_started').on(t.start_time).where(sql`deleted_at IS NULL AND is_assessment = 0`),
    index('drives_assessments')
      .on(t.organization_id, t.id, t.search_key)
      .where(sql`deleted_at IS NULL AND is_assessment = 1`),
  ],
)

const ofDrive = () =>
  integer('drive_id')
    .notNull()
    .references(() => drives.id, { onDelete: 'cascade' })

export const drivesContacts = sqliteTable(
  'drives_contacts',
  {
    id: key(),
    drive_id: ofDrive(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (t) => [uniqueIndex('drives_contacts_pair').on(t.drive_id, t.user_id)],
)

export const drivesProblems = sqliteTable(
  'drives_problems',
  {
    id: key(),
    drive_id: ofDrive(),
    problem_id: integer('problem_id')
      .notNull()
      .references(() => problems.id),
    position: count('position'),
  },
  (t) => [
    uniqueIndex('drives_problems_pair').on(t.drive_id, t.problem_id),
    index('drives_problems_problem').on(t.problem_id, t.drive_id),
  ],
)

export const drivesQuestions = sqliteTable(
  'drives_questions',
  {
    id: key(),
    drive_id: ofDrive(),
    question_id: integer('question_id')
      .notNull()
      .references(() => questions.id),
    position: count('position'),
  },
  (t) => [
    uniqueIndex('drives_questions_pair').on(t.drive_id, t.question_id),
    index('drives_questions_question').on(t.question_id, t.drive_id),
  ],
)

/**
 * The items that an attempt is asked: their versions in their order. Attempts begun with the same versions share one.
 */
export const papers = sqliteTable(
  'papers',
  {
    id: key(),
    drive_id: ofDrive(),
    /** The items by kind, id and version: 'p3@1,p8@2;q5@1'. */
    items: text('items').notNull(),
    /** The drive's when this was its newest paper the last time somebody began. */
    content_version: integer('content_version').notNull(),
    allotted_seconds: integer('allotted_seconds').notNull(),
    total_marks: integer('total_marks').notNull(),
    created_at: time('created_at').notNull(),
  },
  (t) => [uniqueIndex('papers_items').on(t.drive_id, t.items)],
)

/** A default rule of the organization, or a rule of one drive. */
export const rules = sqliteTable(
  'rules',
  {
    id: key(),
    organization_id: integer('organization_id')
      .notNull()
      .references(() => organizations.id),
    drive_id: integer('drive_id').references(() => drives.id, { onDelete: 'cascade' }),
    is_default: boolColumn('is_default').notNull().default(false),
    position: count('position'),
    description: text('description').notNull(),
  },
  (t) => [
    index('rules_drive').on(t.drive_id, t.position),
    index('rules_default').on(t.organization_id, t.is_default),
  ],
)
