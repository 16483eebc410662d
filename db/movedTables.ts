import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from './schema/index.ts'

/**
 * The tables that an organization's archive takes, and how their rows are told from those of others; and those that stay, each
 * with its reason. A table that stands in neither list fails a test.
 */

export interface MovedTable {
  name: string
  /** SQL about a row: whether it belongs to @of, the organization or the attempt. */
  rows: string
  /** Columns of which nobody decides anything: no change in them is told or moved, once the row has come. */
  quiet?: readonly string[]
  /** Columns by which a row that is here already is the same one. */
  same?: readonly string[]
  /** Columns in which such a row keeps what it says here. */
  ours?: readonly string[]
  /** It goes here where the source has removed it. The rows of other tables stay, and are named. */
  goes?: boolean
  /** References that the schema does not name, by their column. */
  refs?: Readonly<Record<string, string>>
}

const OWNED = 'organization_id = @of'
const within = (column: string, table: string): string =>
  `${column} IN (SELECT id FROM ${table} WHERE ${OWNED})`
const OF_ATTEMPT = 'attempt_id = @of'
const OF_SUBMISSION = 'submission_id IN (SELECT id FROM submissions WHERE attempt_id = @of)'

/** In the order in which rows name each other. */
export const ORGANIZATION_TABLES: readonly MovedTable[] = [
  { name: 'organizations', rows: 'id = @of', quiet: ['name', 'credits'] },
  {
    name: 'users',
    rows: `${OWNED} AND role = 'Admin'`,
    quiet: ['first_login_at', 'param_key_hash', 'param_key_made_at', 'param_key_used_at'],
  },
  { name: 'institutes', rows: OWNED },
  { name: 'difficulties', rows: OWNED, same: ['organization_id', 'name'] },
  { name: 'tags', rows: OWNED, same: ['organization_id', 'name'] },
  { name: 'problems', rows: OWNED },
  { name: 'package_submissions', rows: within('problem_id', 'problems'), goes: true },
  {
    name: 'problem_tags',
    rows: within('problem_id', 'problems'),
    same: ['problem_id', 'tag_id'],
    goes: true,
  },
  { name: 'test_cases', rows: within('problem_id', 'problems') },
  { name: 'templates', rows: OWNED, goes: true },
  { name: 'questions', rows: OWNED },
  {
    name: 'question_tags',
    rows: within('question_id', 'questions'),
    same: ['question_id', 'tag_id'],
    goes: true,
  },
  { name: 'options', rows: within('question_id', 'questions') },
  {
    name: 'item_versions',
    rows: `(kind = 'problem' AND ${within('item_id', 'problems')}) OR (kind = 'question' AND ${within('item_id', 'questions')})`,
  },
  {
    name: 'drives',
    rows: OWNED,
    quiet: ['invitation_sent', 'appeared', 'finished', 'results_erased_at', 'engines'],
  },
  { name: 'drives_contacts', rows: within('drive_id', 'drives'), same: ['drive_id', 'user_id'], goes: true },
  {
    name: 'drives_problems',
    rows: within('drive_id', 'drives'),
    same: ['drive_id', 'problem_id'],
    goes: true,
  },
  {
    name: 'drives_questions',
    rows: within('drive_id', 'drives'),
    same: ['drive_id', 'question_id'],
    goes: true,
  },
  { name: 'papers', rows: within('drive_id', 'drives'), same: ['drive_id', 'items'] },
  { name: 'rules', rows: OWNED, goes: true },
  { name: 'rejudges', rows: within('drive_id', 'drives') },
  {
    name: 'candidates',
    rows: OWNED,
    same: ['organization_id', 'email_key'],
    ours: ['first_name', 'last_name', 'mobile_number'],
  },
]

/** The attempt first, then what belongs to it, in the same order. */
export const ATTEMPT_TABLES: readonly MovedTable[] = [
  {
    name: 'attempts',
    rows: 'id = @of',
    // Links and seals are this installation's own; the rest is how a device was heard.
    quiet: [
      'generation',
      'invitation_hash',
      'token_hash',
      'head_seal',
      'sealed_from',
      'rows_seal',
      'opened_at',
      'reminded_at',
      'last_contact_at',
      'reads_from',
      'reads_before',
      'read_at',
      'last_saved_at',
      'newest_notice',
    ],
  },
  { name: 'moved_logs', rows: OF_ATTEMPT },
  { name: 'leases', rows: OF_ATTEMPT },
  { name: 'ops', rows: OF_ATTEMPT },
  { name: 'first_writings', rows: OF_ATTEMPT },
  { name: 'answers', rows: OF_ATTEMPT },
  { name: 'late_decisions', rows: OF_ATTEMPT, refs: { decided_by: 'users' } },
  { name: 'quarantine', rows: OF_ATTEMPT },
  { name: 'notices', rows: OF_ATTEMPT },
  { name: 'contact_gaps', rows: OF_ATTEMPT },
  { name: 'snapshots', rows: OF_ATTEMPT, quiet: ['swept_at'] },
  { name: 'receipts', rows: OF_ATTEMPT },
  { name: 'feedbacks', rows: OF_ATTEMPT },
  { name: 'submissions', rows: OF_ATTEMPT },
  { name: 'submission_tests', rows: OF_SUBMISSION },
  { name: 'rejudge_results', rows: OF_SUBMISSION },
  { name: 'executions', rows: OF_ATTEMPT },
]

/** Entries are told anew at the end of the other log, in their order. */
export const AUDIT_TABLE: MovedTable = { name: 'audit_log', rows: OWNED }
/** Found on the other server by their code. */
export const LANGUAGE_TABLE: MovedTable = { name: 'languages', rows: '@of = @of' }

/** Tables that an archive leaves out, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  meta: 'facts of the installation itself',
  sessions: 'whoever is signed in signs in anew',
  account_tokens: 'links of accounts are derived from the keys of their installation',
  sign_up_requests: 'they belong to no organization',
  credit_holds: 'they last as long as an invitation is being written',
  checks: 'programs that staff tried: kept for the page that shows them',
  events: 'hints for open pages',
  jobs: 'work that waits: nothing of an organization waits when it is exported',
  mails: 'their links lead to the source, and what was not sent yet must not go out twice',
  once_keys: 'requests that are answered',
  pictures: 'notes of what lies in the storage: made anew where they are stored',
  removals: 'what the source still has to remove',
  shown_receipts: 'what the backups of the source lacked',
  moved_rows: 'where the rows came from that the source imported; their source knows it',
}

const tables = new Map(
  Object.values<unknown>(schema)
    .filter((one): one is SQLiteTable => is(one, SQLiteTable))
    .map((table) => [getTableName(table), getTableConfig(table)]),
)

export const tableNames: readonly string[] = [...tables.keys()]

const configOf = (name: string) => {
  const found = tables.get(name)
  if (!found) throw new Error(`There is no table ${name}`)
  return found
}

export const tableColumns = (name: string): string[] => configOf(name).columns.map((column) => column.name)

/** Whether a column takes such a value. */
export function takes(name: string, column: string, value: string | number | Uint8Array | null): boolean {
  const found = configOf(name).columns.find((one) => one.name === column)
  if (value === null) return found?.notNull === false
  const kind = found?.getSQLType()
  if (kind === 'integer') return Number.isSafeInteger(value)
  if (kind === 'real') return typeof value === 'number'
  return kind === 'blob' ? value instanceof Uint8Array : typeof value === 'string'
}

export const isNullable = (name: string, column: string): boolean =>
  configOf(name).columns.find((one) => one.name === column)?.notNull === false

/** Whether it is the value that a column has by itself, and that rows of before it was there were given. */
export function isDefault(name: string, column: string, value: string | number | Uint8Array | null): boolean {
  const found = configOf(name).columns.find((one) => one.name === column)
  return found?.default !== undefined && found.mapToDriverValue(found.default) === value
}

export function primaryKeyOf(name: string): string[] {
  const { columns, primaryKeys } = configOf(name)
  const [whole] = primaryKeys
  return whole
    ? whole.columns.map((column) => column.name)
    : columns.filter((column) => column.primary).map((column) => column.name)
}

/** Whether the database gives it its number. */
export const hasOwnId = (name: string): boolean => primaryKeyOf(name).join() === 'id'

/** The tables that a table's rows name, by the column. */
export function refsOf({ name, refs = {} }: MovedTable): Record<string, string> {
  const named = configOf(name).foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference()
    return [columns[0]?.name ?? '', getTableName(foreignTable)]
  })
  return { ...Object.fromEntries(named), ...refs }
}
