import { createHash } from 'node:crypto'
import { ATTEMPT_TABLES, hasOwnId, type MovedTable } from '#db/movedTables.ts'
import type { MovedLogRow } from '#db/queries/movedLogs.ts'
import {
  deleteRowsOf,
  findNewestNotice,
  findRow,
  insertRow,
  type Row,
  rowsOfTable,
  updateRow,
  type Value,
} from '#db/queries/moving.ts'
import { type Stamps, sealOf } from '../../attempts/chain.ts'
import { type Keys, sha256 } from '../../kit/keys.ts'
import { digestOf, refused } from './format.ts'
import { LogHere } from './logHere.ts'
import type { Merge } from './merge.ts'
import { withoutClash } from './organizationRows.ts'
import { rowHere } from './rowHere.ts'

/** A test with everything that belongs to it: it comes as a whole, and is replaced as a whole if it has not changed here. */

const [ATTEMPTS, ...BELONGING] = ATTEMPT_TABLES as [MovedTable, ...MovedTable[]]
const byName = new Map(ATTEMPT_TABLES.map((table) => [table.name, table]))

export interface ArchivedRow {
  table: string
  row: Row
}

interface AttemptContext {
  keys: Keys
  /** PEM of the key that signed the source's receipts. */
  receiptKey: string
}

/**
 * @param ref the test that the archive names its rows and pictures by
 * @param rows the attempt's own row first; read twice
 * @returns its id here, where it was written
 */
export async function mergeAttempt(
  ctx: AttemptContext,
  merge: Merge,
  ref: string,
  rows: () => Iterable<ArchivedRow>,
): Promise<number | null> {
  const { tx, result } = merge
  const facts = factsOf(rows())
  const { attempt } = facts
  // Its pictures go by this name: they could take the place of another test's.
  if (attempt.ref !== ref) throw refused(`the test ${ref} in it is another one`)
  const sourceKey = JSON.stringify({ ref })
  const known = merge.known('attempts', sourceKey)
  if (known && merge.isMark(known.digest, facts.digest)) {
    result.same++
    return null
  }
  const here = await findRow(tx, 'attempts', { ref })
  const isGone = merge.isErasedTest(ref) || (known !== undefined && !here)
  const made = isGone ? null : await rowHere(merge, ATTEMPTS, attempt)
  if (!made) {
    result.goneHere++
    return null
  }
  if (here && !known) {
    result.conflicts.push(`the test ${ref} is here already, from another server or another way`)
    return null
  }
  if (here && known && !merge.isMark(known.here_digest, await digestHere(merge, Number(here.id)))) {
    merge.bothChanged(`the test ${ref}`)
    return null
  }
  const pair = { drive_id: made.drive_id ?? null, candidate_id: made.candidate_id ?? null }
  const invited = await findRow(tx, 'attempts', pair)
  if (invited && invited.ref !== ref) {
    result.conflicts.push(`the candidate of the test ${ref} was invited to the same drive here, too`)
    return null
  }
  const id = await withoutClash(merge, `the test ${ref}`, async () => {
    const own = here ? await replaced(merge, here, made) : await inserted(ctx, merge, made)
    const hasBegun = attempt.started_at !== null
    if (!merge.isTrial) await writeBelonging(ctx, merge, { ...facts, id: own, ref, hasBegun }, rows())
    return own
  })
  if (id === null) return null
  if (merge.isTrial) return id
  const hereKey = JSON.stringify({ id })
  await merge.keep('attempts', sourceKey, hereKey, facts.digest, await digestHere(merge, id))
  return id
}

/** The facts of an attempt that its first row is written by. */
function factsOf(rows: Iterable<ArchivedRow>) {
  const hash = createHash('sha256')
  const before: MovedLogRow[] = []
  let attempt: Row | null = null
  let lastAside = 0
  for (const { table, row } of rows) {
    if (table === 'attempts' && attempt) throw refused('a test has two rows of its own')
    if (table === 'attempts') attempt = row
    if (table === 'moved_logs') before.push(row as unknown as MovedLogRow)
    if (table === 'quarantine') lastAside = Math.max(lastAside, Number(row.received_at))
    hash.update(digestOf(tableOf(table), row))
  }
  if (!attempt) throw refused('a test has no row of its own')
  return { attempt, before, lastAside, digest: hash.digest('hex') }
}

function tableOf(name: string): MovedTable {
  const table = byName.get(name)
  if (!table)
    throw new Error(
      `This archive was made by a newer version of Holdfast: it has ${name.replaceAll('_', ' ')}. Update this server first. Nothing was written.`,
    )
  return table
}

/** By the rows as they stand here; the head of the log stands for its changes. */
async function digestHere({ tx }: Merge, id: number): Promise<string> {
  const hash = createHash('sha256')
  for (const table of ATTEMPT_TABLES)
    if (table.name !== 'ops')
      for await (const rows of rowsOfTable(tx, table, id))
        for (const row of rows) hash.update(digestOf(table, row))
  return hash.digest('hex')
}

/** Links lead to this server: their tokens are derived from its keys, by the reference and the generation. */
async function inserted({ keys }: AttemptContext, merge: Merge, made: Row): Promise<number> {
  merge.result.added++
  const ref = String(made.ref)
  const generation = Number(made.generation)
  const { id } = await insertRow(merge.tx, 'attempts', {
    ...made,
    invitation_hash: sha256(keys.invitationToken(ref, generation)),
    token_hash: sha256(keys.attemptToken(ref, generation)),
    head_seal: '',
    sealed_from: null,
    rows_seal: '',
    newest_notice: 0,
  })
  return Number(id)
}

async function replaced(merge: Merge, here: Row, made: Row): Promise<number> {
  const id = Number(here.id)
  merge.result.changed++
  if (!merge.isTrial) for (const table of BELONGING.toReversed()) await deleteRowsOf(merge.tx, table, id)
  const own = new Set(['id', ...(ATTEMPTS.quiet ?? [])])
  const set = Object.fromEntries(Object.entries(made).filter(([column]) => !own.has(column)))
  await updateRow(merge.tx, 'attempts', { id }, set)
  return id
}

async function writeBelonging(
  { keys, receiptKey }: AttemptContext,
  merge: Merge,
  of: { id: number; ref: string; hasBegun: boolean; before: readonly MovedLogRow[]; lastAside: number },
  rows: Iterable<ArchivedRow>,
): Promise<void> {
  const { tx } = merge
  const log = new LogHere(merge.number, of.before)
  const own = new Map<string, Map<Value, Value>>()
  let headSeq = 0
  let seal = ''
  for (const { table: name, row } of rows) {
    if (name === 'attempts') {
      own.set('attempts', new Map([[row.id ?? null, of.id]]))
      headSeq = Number(row.head_seq)
      continue
    }
    if (name === 'moved_logs') continue
    const table = tableOf(name)
    const made = await rowHere(merge, table, inLog(log, name, row, of.ref), own)
    if (!made) continue
    if (name === 'ops') seal = sealOf(keys, seal, made as unknown as Stamps)
    const key = await insertRow(tx, name, made)
    if (hasOwnId(name)) {
      const ids = own.get(name) ?? new Map<Value, Value>()
      own.set(name, ids.set(row.id ?? null, key.id ?? null))
    }
  }
  const movedAt = Math.max(merge.now, of.lastAside)
  // Nobody has written or signed anything of a test that has not begun.
  if (of.hasBegun)
    for (const origin of log.origins(headSeq, receiptKey, movedAt))
      await insertRow(tx, 'moved_logs', { ...origin, attempt_id: of.id })
  await updateRow(
    tx,
    'attempts',
    { id: of.id },
    {
      head_seal: seal,
      sealed_from: headSeq > 0 ? 1 : null,
      newest_notice: await findNewestNotice(tx, of.id),
    },
  )
}

/** A row whose numbers are those that ops name. */
function inLog(log: LogHere, name: string, row: Row, ref: string): Row {
  if (name === 'ops') return log.op(row, ref)
  if (name === 'quarantine') return log.aside(row)
  if (name === 'answers') return log.answer(row)
  if (name === 'first_writings') return { ...row, key: log.key(row.key) }
  return row
}
