import { desc, sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { attempts } from './attempt.ts'
import { languages, problems, testCases } from './bank.ts'
import { boolColumn, count, json, key, time } from './columns.ts'
import { drives } from './drive.ts'
import { users } from './organization.ts'

export const submissions = sqliteTable(
  'submissions',
  {
    id: key(),
    attempt_id: integer('attempt_id')
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    problem_id: integer('problem_id')
      .notNull()
      .references(() => problems.id),
    language_id: integer('language_id')
      .notNull()
      .references(() => languages.id),
    /** The op it came from; a final draft's is its draft op. */
    op_id: text('op_id').notNull(),
    /** submit: spends one submission. final: the last draft, judged at the end. */
    kind: text('kind', { enum: ['submit', 'final'] }).notNull(),
    source: text('source').notNull(),
    /** held: it came late, and is neither judged nor spent unless staff accepts it. accepted: it is judged. */
    status: text('status', { enum: ['held', 'processing', 'accepted'] }).notNull(),
    verdict: text('verdict', { enum: ['on_time', 'on_time_claimed', 'late'] }).notNull(),
    total_testcases: integer('total_testcases').notNull(),
    judged_testcases: count('judged_testcases'),
    passed_testcases: count('passed_testcases'),
    marks: count('marks'),
    made_at: time('made_at').notNull(),
    created_at: time('created_at').notNull(),
    judged_at: time('judged_at'),
  },
  (t) => [
    uniqueIndex('submissions_op').on(t.attempt_id, t.op_id, t.kind),
    index('submissions_attempt').on(t.attempt_id, t.problem_id),
  ],
)

export const submissionTests = sqliteTable(
  'submission_tests',
  {
    submission_id: integer('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    test_case_id: integer('test_case_id')
      .notNull()
      .references(() => testCases.id),
    outcome: text('outcome').notNull(),
    is_passed: boolColumn('is_passed').notNull(),
    marks: integer('marks').notNull(),
    actual_output: text('actual_output').notNull(),
    message: text('message').notNull(),
    /** Words of a program that judged it, for staff alone; null: none did. */
    judge_message: text('judge_message'),
    cpu_ms: integer('cpu_ms'),
    wall_ms: integer('wall_ms'),
    memory_bytes: integer('memory_bytes'),
    engine: text('engine').notNull(),
  },
  (t) => [primaryKey({ columns: [t.submission_id, t.test_case_id] })],
)

/** A Run: of a candidate in a test, or of staff in a report. */
export const executions = sqliteTable(
  'executions',
  {
    id: key(),
    token: text('token').notNull(),
    attempt_id: integer('attempt_id').references(() => attempts.id, { onDelete: 'cascade' }),
    user_id: integer('user_id').references(() => users.id),
    problem_id: integer('problem_id').references(() => problems.id),
    language_id: integer('language_id')
      .notNull()
      .references(() => languages.id),
    source: text('source').notNull(),
    stdin: text('stdin'),
    status: text('status', { enum: ['queued', 'running', 'done'] }).notNull(),
    result: json<unknown>('result'),
    created_at: time('created_at').notNull(),
    done_at: time('done_at'),
  },
  (t) => [
    uniqueIndex('executions_token').on(t.token),
    index('executions_attempt').on(t.attempt_id, t.created_at),
  ],
)

/** Work that is slow or may fail outside is a row first and a worker's job second. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: key(),
    kind: text('kind', { enum: ['judge', 'run', 'check', 'rejudge'] }).notNull(),
    /** submissions.id, executions.id, checks.id or rejudge_results.id */
    subject_id: integer('subject_id').notNull(),
    attempt_id: integer('attempt_id').references(() => attempts.id, { onDelete: 'cascade' }),
    /** Ranks before age: a finish near its deadline goes first. */
    is_urgent: boolColumn('is_urgent').notNull().default(false),
    status: text('status', { enum: ['queued', 'leased', 'done'] }).notNull(),
    leased_until: time('leased_until'),
    tries: count('tries'),
    not_before: time('not_before').notNull(),
    /** Jobs of its attempt in the last ten minutes, as long as it waits: fewer go first. */
    turn: count('turn'),
    /** When `turn` is one less. */
    recount_at: time('recount_at'),
    last_fault: text('last_fault'),
    created_at: time('created_at').notNull(),
    done_at: time('done_at'),
  },
  (t) => [
    uniqueIndex('jobs_subject').on(t.kind, t.subject_id),
    index('jobs_attempt').on(t.attempt_id, t.created_at),
    // The order in which they are taken, with what tells that one cannot be taken yet.
    index('jobs_turn')
      .on(t.kind, desc(t.is_urgent), t.turn, t.id, t.not_before)
      .where(sql`${t.status} = 'queued'`),
    index('jobs_leased').on(t.leased_until).where(sql`${t.status} = 'leased'`),
    index('jobs_waiting').on(t.attempt_id, t.status, t.leased_until).where(sql`${t.status} <> 'done'`),
    index('jobs_recount').on(t.recount_at, t.attempt_id).where(sql`${t.status} <> 'done'`),
    index('jobs_judged').on(t.attempt_id, t.done_at).where(sql`${t.kind} = 'judge'`),
  ],
)

/** A problem of a drive judged anew by another version of it; nothing counts before it is applied. */
export const rejudges = sqliteTable(
  'rejudges',
  {
    id: key(),
    drive_id: integer('drive_id')
      .notNull()
      .references(() => drives.id, { onDelete: 'cascade' }),
    problem_id: integer('problem_id')
      .notNull()
      .references(() => problems.id),
    version: integer('version').notNull(),
    /** applying: decided, and carried out attempt by attempt until all have their new marks. */
    status: text('status', { enum: ['running', 'ready', 'applying', 'applied', 'discarded'] }).notNull(),
    left_out: count('left_out'),
    /** Attempts without a submission for the problem that have another total by it. */
    others: count('others'),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id),
    created_at: time('created_at').notNull(),
    decided_at: time('decided_at'),
    decided_by: integer('decided_by').references(() => users.id),
  },
  (t) => [index('rejudges_drive').on(t.drive_id, t.id)],
)

/** The result of one submission in it. */
export const rejudgeResults = sqliteTable(
  'rejudge_results',
  {
    id: key(),
    rejudge_id: integer('rejudge_id')
      .notNull()
      .references(() => rejudges.id, { onDelete: 'cascade' }),
    submission_id: integer('submission_id')
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    /** Rows as submission_tests has them, so far as they are judged. */
    tests: json<unknown[]>('tests'),
    marks: integer('marks'),
    judged_at: time('judged_at'),
    /** The submission's marks and the attempt's score as they counted before: at the start, then when it was applied. */
    marks_before: integer('marks_before').notNull(),
    score_before: integer('score_before'),
    /** The attempt's score since it was applied. */
    score_after: integer('score_after'),
    /** The marks that can be had on the attempt's paper, with the version it named and with this one. */
    total_before: integer('total_before'),
    total_after: integer('total_after'),
    /** When it took the place of what the submission came to before. */
    applied_at: time('applied_at'),
  },
  (t) => [uniqueIndex('rejudge_results_pair').on(t.rejudge_id, t.submission_id)],
)
