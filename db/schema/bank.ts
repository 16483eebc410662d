import { sql } from 'drizzle-orm'
import {
  blob,
  index,
  integer,
  primaryKey,
  type SQLiteColumn,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { DEFAULT_SUBMISSION_COUNT } from '#contract/constants.ts'
import type { Judging } from '#contract/judging.ts'
import type { KindOnTheWire } from '#contract/primitives.ts'
import type { ProblemLimits } from '#contract/programLimits.ts'
import { boolColumn, json, key, time } from './columns.ts'
import { organizations, users } from './organization.ts'

export const languages = sqliteTable(
  'languages',
  {
    id: key(),
    /** The executor's id: javascript, python, … */
    code_id: text('code_id').notNull(),
    name: text('name').notNull(),
    /** Starter code: a comment in the language's own form. */
    code: text('code').notNull(),
    is_active: boolColumn('is_active').notNull().default(true),
    /** The tier of engines that runs it now; null: none has told. */
    tier: text('tier', { enum: ['wasm', 'jail', 'piston'] }),
  },
  (t) => [uniqueIndex('languages_code_id').on(t.code_id)],
)

const owned = {
  organization_id: integer('organization_id')
    .notNull()
    .references(() => organizations.id),
}

export const difficulties = sqliteTable(
  'difficulties',
  { id: key(), ...owned, name: text('name').notNull() },
  (t) => [uniqueIndex('difficulties_name').on(t.organization_id, t.name)],
)

export const tags = sqliteTable('tags', { id: key(), ...owned, name: text('name').notNull() }, (t) => [
  uniqueIndex('tags_name').on(t.organization_id, t.name),
])

/** Pictures of the bank by the hash that they were stored with: one that is another one by now is not shown. */
export const pictures = sqliteTable('pictures', {
  /** The key in the storage. */
  key: text('key').primaryKey(),
  sha256: text('sha256').notNull(),
})

export const problems = sqliteTable(
  'problems',
  {
    id: key(),
    ...owned,
    title: text('title').notNull(),
    description: text('description').notNull(),
    image_key: text('image_key'),
    image_alt: text('image_alt'),
    difficulty_id: integer('difficulty_id')
      .notNull()
      .references(() => difficulties.id),
    submission_count: integer('submission_count').notNull().default(DEFAULT_SUBMISSION_COUNT),
    time_in_minutes: integer('time_in_minutes').notNull(),
    checker: text('checker', { enum: ['exact', 'tokens', 'float', 'unordered', 'program'] })
      .notNull()
      .default('exact'),
    tolerance: text('tolerance'),
    /** null: the defaults, in every language. */
    limits: json<ProblemLimits>('limits'),
    /** null: each test for itself, compared by the checker alone. */
    judging: json<Judging>('judging'),
    reference_language_id: integer('reference_language_id').references(() => languages.id),
    reference_source: text('reference_source'),
    /** Counts changes of the reference solution, which make no version of the problem. */
    reference_version: integer('reference_version').notNull().default(1),
    version: integer('version').notNull().default(1),
    deleted_at: time('deleted_at'),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [index('problems_organization').on(t.organization_id, t.id)],
)

/**
 * The programs that came with a problem's package beside its reference solution: its authors' own, right and wrong
 * ones. They are kept to go out with it again; nobody runs or shows them.
 */
export const packageSubmissions = sqliteTable(
  'package_submissions',
  {
    problem_id: integer('problem_id')
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    /** Within the package: submissions/wrong_answer/greedy.py */
    path: text('path').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.problem_id, t.path] })],
)

export const problemTags = sqliteTable(
  'problem_tags',
  {
    problem_id: integer('problem_id')
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    tag_id: integer('tag_id')
      .notNull()
      .references(() => tags.id),
  },
  (t) => [primaryKey({ columns: [t.problem_id, t.tag_id] })],
)

export const testCases = sqliteTable(
  'test_cases',
  {
    id: key(),
    problem_id: integer('problem_id')
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    input: text('input').notNull(),
    output: text('output').notNull(),
    marks: integer('marks').notNull(),
    /** Hidden unless marked sample: only samples ever reach a candidate. */
    is_sample: boolColumn('is_sample').notNull().default(false),
    is_active: boolColumn('is_active').notNull().default(true),
    /** Name of the group it earns its marks in; null: for itself. */
    group_name: text('group_name'),
  },
  (t) => [index('test_cases_problem').on(t.problem_id, t.position)],
)

/** Starter code of a problem in a language; without a problem the organization's default. */
export const templates = sqliteTable(
  'templates',
  {
    id: key(),
    ...owned,
    problem_id: integer('problem_id').references(() => problems.id, { onDelete: 'cascade' }),
    language_id: integer('language_id')
      .notNull()
      .references(() => languages.id),
    code: text('code').notNull(),
    is_default: boolColumn('is_default').notNull().default(false),
  },
  (t) => [
    uniqueIndex('templates_problem').on(t.problem_id, t.language_id).where(sql`problem_id IS NOT NULL`),
    uniqueIndex('templates_default').on(t.organization_id, t.language_id).where(sql`problem_id IS NULL`),
  ],
)

export const questions = sqliteTable(
  'questions',
  {
    id: key(),
    ...owned,
    description: text('description').notNull(),
    image_key: text('image_key'),
    image_alt: text('image_alt'),
    difficulty_id: integer('difficulty_id')
      .notNull()
      .references(() => difficulties.id),
    marks: integer('marks').notNull(),
    time_in_seconds: integer('time_in_seconds').notNull(),
    is_multi_select: boolColumn('is_multi_select').notNull(),
    version: integer('version').notNull().default(1),
    deleted_at: time('deleted_at'),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [index('questions_organization').on(t.organization_id, t.id)],
)
/** Those that name its kind. */
export const kindColumns = {
  is_multi_select: questions.is_multi_select,
} satisfies Record<keyof KindOnTheWire, SQLiteColumn>

export const questionTags = sqliteTable(
  'question_tags',
  {
    question_id: integer('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    tag_id: integer('tag_id')
      .notNull()
      .references(() => tags.id),
  },
  (t) => [primaryKey({ columns: [t.question_id, t.tag_id] })],
)

export const options = sqliteTable(
  'options',
  {
    id: key(),
    question_id: integer('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    description: text('description').notNull(),
    image_key: text('image_key'),
    is_answer: boolColumn('is_answer').notNull(),
    deleted_at: time('deleted_at'),
  },
  (t) => [index('options_question').on(t.question_id, t.position)],
)

/**
 * A problem or question as an attempt was begun with it: written once, when the first attempt needs it, and never
 * changed. A later edit of staff makes another version.
 */
export const itemVersions = sqliteTable(
  'item_versions',
  {
    kind: text('kind', { enum: ['problem', 'question'] }).notNull(),
    item_id: integer('item_id').notNull(),
    version: integer('version').notNull(),
    content: json<unknown>('content').notNull(),
    created_at: time('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.item_id, t.version] })],
)

/** A program of staff against tests that need not be saved: the reference solution, or a try as a candidate. */
export const checks = sqliteTable(
  'checks',
  {
    id: key(),
    ...owned,
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id),
    language_id: integer('language_id')
      .notNull()
      .references(() => languages.id),
    source: text('source').notNull(),
    /** Tests, checker, tolerance and limits. */
    asked: json<unknown>('asked').notNull(),
    total: integer('total').notNull(),
    results: json<unknown[]>('results').notNull(),
    status: text('status', { enum: ['queued', 'running', 'done'] }).notNull(),
    created_at: time('created_at').notNull(),
    done_at: time('done_at'),
  },
  (t) => [index('checks_user').on(t.user_id, t.created_at)],
)
