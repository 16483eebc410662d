/**
 * The rows beside an attempt's log that judge a person, and what of them the server seals. The log has a seal of its own
 * except for a body that does not fit its op; answers are held against the log, and sealed where it alone does not tell them.
 */

interface SealedTable {
  name: string
  /** The column that says whose row it is: its attempt, or the submission it belongs to. */
  owner: 'id' | 'attempt_id' | 'submission_id'
  columns: readonly string[]
  /** Columns newer than the seals: a row that has none of them is spelled as it was sealed before there were any. */
  later?: readonly string[]
  /** A column of bytes, which JSON does not have. */
  blob?: string
  /** SQL about columns of the row itself: whether it is sealed. */
  only?: (of: string) => string
  /** The one function that inserts its rows tells of those that are sealed: a trigger would be a third of what a save writes. */
  isToldByWriter?: true
}

export const SEALED_TABLES: readonly SealedTable[] = [
  {
    name: 'attempts',
    owner: 'id',
    columns: [
      'id',
      'ref',
      'drive_id',
      'candidate_id',
      'started_at',
      'paper_id',
      'order_seed',
      'allotted_seconds',
      'time_factor',
      'lifted_rules',
      'minutes_granted',
      'paused_at',
      'paused_ms',
      'unused_ms',
      'deadline_at',
      'finished_at',
      'finish_seq',
      'finish_kind',
      'sealed_at',
      'end_reason',
      'mcqs_submitted_at',
      'feedback_at',
      'is_fraud',
      'copy_attempts',
      'strikes',
      'screen_exits',
      'is_selected',
      'score',
      'score_claimed',
    ],
    later: ['finish_verdict'],
  },
  {
    name: 'leases',
    owner: 'attempt_id',
    columns: [
      'attempt_id',
      'lease_id',
      'epoch',
      'device_id',
      'device_name',
      'nonce',
      'granted_head_seq',
      'granted_head_hash',
      'granted_at',
      'frozen_at',
      'given_up',
    ],
    later: ['heard_at'],
  },
  {
    name: 'quarantine',
    owner: 'attempt_id',
    columns: [
      'attempt_id',
      'lease_id',
      'seq',
      'hash',
      'op_id',
      'type',
      'key',
      'op',
      'bytes',
      'received_at',
      'adopted_at',
    ],
  },
  {
    name: 'late_decisions',
    owner: 'attempt_id',
    columns: ['attempt_id', 'op_id', 'decision', 'note', 'decided_by', 'decided_at'],
  },
  {
    name: 'submissions',
    owner: 'attempt_id',
    columns: [
      'id',
      'attempt_id',
      'problem_id',
      'language_id',
      'op_id',
      'kind',
      'source',
      'status',
      'verdict',
      'total_testcases',
      'judged_testcases',
      'passed_testcases',
      'marks',
      'made_at',
      'created_at',
      'judged_at',
    ],
  },
  {
    name: 'submission_tests',
    owner: 'submission_id',
    columns: ['submission_id', 'test_case_id', 'outcome', 'is_passed', 'marks', 'actual_output', 'message'],
    later: ['judge_message'],
  },
  {
    name: 'snapshots',
    owner: 'attempt_id',
    columns: ['id', 'attempt_id', 'sha256', 'logged_at', 'stored_at', 'swept_at', 'bytes', 'taken_at'],
  },
  {
    name: 'receipts',
    owner: 'attempt_id',
    columns: [
      'id',
      'attempt_id',
      'code',
      'lease_id',
      'head_seq',
      'head_hash',
      'at',
      'server_epoch',
      'receipt',
    ],
  },
  {
    name: 'notices',
    owner: 'attempt_id',
    columns: ['id', 'attempt_id', 'kind', 'text', 'minutes', 'created_at'],
  },
  {
    name: 'moved_logs',
    owner: 'attempt_id',
    columns: ['id', 'attempt_id', 'head_seq', 'moved_at', 'receipt_key', 'numbers'],
  },
  {
    name: 'contact_gaps',
    owner: 'attempt_id',
    columns: ['id', 'attempt_id', 'from_at', 'to_at'],
  },
  {
    name: 'ops',
    owner: 'attempt_id',
    columns: ['attempt_id', 'seq', 'body_deflated'],
    blob: 'body',
    only: (of) => `${of}.reason = 'bad_body'`,
    isToldByWriter: true,
  },
  {
    name: 'answers',
    owner: 'attempt_id',
    columns: [
      'attempt_id',
      'key',
      'saved',
      'saved_seq',
      'saved_at',
      'selected',
      'selected_at',
      'made_at',
      'verdict',
      'verified',
      'saved_from',
      'selected_from',
    ],
    later: ['verified_at', 'verified_click', 'verified_from'],
    // An answer in time is told by the log alone, and a save costs nothing for it.
    only: (of) =>
      `(${of}.verdict <> 'on_time' OR ${of}.verified IS NOT NULL OR ${of}.verified_at IS NOT NULL OR ${of}.verified_click IS NOT NULL OR ${of}.verified_from IS NOT NULL OR ${of}.saved_from IS NOT NULL OR ${of}.selected_from IS NOT NULL)`,
  },
]

/** SQL that spells a row as it is sealed; NULL for one that is not. @param of the table, or a trigger's OLD or NEW */
export function sealedForm({ name, columns, later = [], blob, only }: SealedTable, of: string): string {
  const parts = columns.map((column) => `${of}.${column}`)
  if (blob) parts.push(`hex(${of}.${blob})`)
  const form = [
    `json_array('${name}', ${parts.join(', ')})`,
    // Several are told apart by their quotes, which a number does not have: whatever stands in one cannot pass for the next.
    ...later.map((column) =>
      later.length === 1
        ? `coalesce('${column} ' || ${of}.${column}, '')`
        : `CASE WHEN ${of}.${column} IS NULL THEN '' ELSE '${column} ' || json_quote(${of}.${column}) END`,
    ),
  ].join(' || ')
  return only ? `CASE WHEN ${only(of)} THEN ${form} END` : form
}

/** SQL of the attempt whose row it is. */
export const ownerForm = ({ owner }: SealedTable, of: string): string =>
  owner === 'submission_id'
    ? `(SELECT s.attempt_id FROM submissions s WHERE s.id = ${of}.submission_id)`
    : `${of}.${owner}`

/** Whether it is the writer of a table who tells the seals of its new rows, by `toldSql`. */
export const isToldByWriter = (name: string): boolean =>
  SEALED_TABLES.some((one) => one.name === name && one.isToldByWriter)

/** SQL that tells the seals of a row that came, for a table whose writer does so itself. @param of an alias of the table */
export function toldSql(name: string, of: string): string {
  const table = SEALED_TABLES.find((one) => one.name === name)
  if (!table?.isToldByWriter) throw new Error(`The rows of ${name} are told by a trigger`)
  return `SELECT row_changed(${ownerForm(table, of)}, NULL, ${sealedForm(table, of)}) FROM ${name} ${of}`
}

/** SQL that tells whether a row is sealed. */
export const isSealedForm = ({ only }: SealedTable, of: string): string => only?.(of) ?? 'TRUE'

/** SQL of the places of an attempt's rows. */
export const rowsOf = (table: SealedTable): string =>
  table.owner === 'submission_id'
    ? `SELECT t.rowid AS place FROM submissions s JOIN ${table.name} t ON t.submission_id = s.id WHERE s.attempt_id = ?`
    : `SELECT t.rowid AS place FROM ${table.name} t WHERE t.${table.owner} = ? AND ${isSealedForm(table, 't')}`
