import { AUDIT_TABLE } from '#db/movedTables.ts'
import { findLastAuditHash, insertAuditEntry } from '#db/queries/audit.ts'
import type { Row } from '#db/queries/moving.ts'
import { auditHashOf } from '../audit.ts'
import { strikeAnew } from '../auditStriking.ts'
import { digestOf } from './format.ts'
import { keyOf, type Merge } from './merge.ts'

/**
 * Entries of the audit log, told anew at the end of this one: their chain on the source runs through other organizations'
 * entries. They keep their time and who did it; numbers are those of here, and one that stands for nothing here names nobody.
 */

/** Whose numbers subjects name, by the noun. */
const nouns: Readonly<Record<string, string>> = {
  drive: 'drives',
  assessment: 'drives',
  problem: 'problems',
  question: 'questions',
  institute: 'institutes',
  user: 'users',
  candidate: 'candidates',
  'test case': 'test_cases',
  template: 'templates',
  rule: 'rules',
}
const SUBJECT =
  /\b(drive|assessment|problem|question|institute|user|candidate|test case|template|rule) (\d{1,15})\b/g

/** Fields of a change that hold numbers, or lists of them. */
const fields: Readonly<Record<string, string>> = {
  problem: 'problems',
  problems: 'problems',
  questions: 'questions',
  contacts: 'users',
  recipients: 'users',
}

export async function mergeAudit(merge: Merge, rows: Iterable<Row>): Promise<void> {
  for (const row of rows) {
    const sourceKey = keyOf(AUDIT_TABLE.name, row)
    if (merge.known(AUDIT_TABLE.name, sourceKey)) continue
    const user = row.user_id === null ? undefined : await merge.idHere('users', row.user_id ?? null)
    const action = String(row.action)
    const entry = {
      organization_id: merge.organizationId,
      user_id: user === undefined ? null : Number(user),
      action,
      subject: await subjectHere(merge, String(row.subject)),
      before: await changeHere(merge, action, row.before ?? null),
      after: await changeHere(merge, action, row.after ?? null),
      created_at: Number(row.created_at),
      prev_hash: (await findLastAuditHash(merge.tx)) ?? '',
    }
    const hash = auditHashOf(entry)
    await insertAuditEntry(merge.tx, { ...entry, hash })
    await merge.keep(AUDIT_TABLE.name, sourceKey, JSON.stringify({ hash }), digestOf(AUDIT_TABLE, row), hash)
    merge.result.added++
  }
  await strikeAnew(merge.tx)
}

async function subjectHere(merge: Merge, subject: string): Promise<string> {
  let told = subject.replace(/^organization \d+$/, `organization ${merge.organizationId}`)
  for (const [whole, noun = '', id = ''] of subject.matchAll(SUBJECT)) {
    const here = await merge.idHere(nouns[noun] ?? '', Number(id))
    // Nothing here has this name, so it is told of no other one.
    told = told.replace(whole, here === undefined ? `${noun} (formerly ${id})` : `${noun} ${here}`)
  }
  return told
}

async function changeHere(merge: Merge, action: string, json: unknown): Promise<unknown> {
  if (typeof json !== 'string') return null
  const state: unknown = JSON.parse(json)
  if (typeof state !== 'object' || state === null || Array.isArray(state)) return state
  const isImport = action.endsWith('.import')
  const imported = fields[`${action.split('.')[0]}s`]
  const told: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(state)) {
    // Numbers of entries of the source, whose chain stayed there.
    if (field === 'struck') continue
    const isEnd = isImport && (field === 'first' || field === 'last')
    const table = isEnd ? imported : fields[field]
    // Places of invitations in a list that is another one here.
    if (action === 'candidate.invite' && field === 'rows') continue
    told[field] = table === undefined ? value : await numbersHere(merge, table, value)
  }
  return told
}

/** One below zero names nothing here. */
async function numbersHere(merge: Merge, table: string, value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => numbersHere(merge, table, one)))
  if (typeof value !== 'number' || !Number.isInteger(value)) return value
  return (await merge.idHere(table, value)) ?? -Math.abs(value)
}
