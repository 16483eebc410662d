import { storedBytes } from '#api/storage/storage.ts'
import type { OpResult } from '#contract/sync.ts'
import type { TestApp } from '../../factories/index.ts'
import { sha256 } from '../simulator/model.ts'
import type { Person } from './person.ts'

interface StoredRow {
  op_id: string
  seq: number
  lease_id: string
  hash: string
  result: OpResult['result']
  reason: string | null
}

/** The promises the server had made to anybody when its power went, and does not hold now. */
export async function checkTold(app: TestApp, people: readonly Person[]): Promise<string[]> {
  const broken: string[] = []
  for (const person of people) broken.push(...(await checkOne(app, person)))
  return broken
}

async function checkOne(app: TestApp, { who, browsers, told }: Person): Promise<string[]> {
  const broken: string[] = []
  const rows = await app.rows<StoredRow>(
    'SELECT op_id, seq, lease_id, hash, result, reason FROM ops WHERE attempt_id = ?',
    who.attemptId,
  )
  const beside = await app.rows<{ hash: string }>(
    'SELECT hash FROM quarantine WHERE attempt_id = ?',
    who.attemptId,
  )
  const inLog = new Set(rows.map((row) => row.hash))
  const kept = new Set([...inLog, ...beside.map((row) => row.hash)])
  const byId = new Map(rows.map((row) => [row.op_id, row]))
  for (const browser of browsers) {
    broken.push(...browser.contradictions)
    for (const [lease, ops] of browser.written) {
      const acked = browser.told.get(lease) ?? 0
      const aside = browser.toldAside.get(lease) ?? 0
      for (const op of ops) {
        if (op.seq <= acked && !inLog.has(op.hash))
          broken.push(`change ${op.seq} was acknowledged and is gone`)
        if (op.seq <= aside && !kept.has(op.hash)) broken.push(`change ${op.seq} was kept aside and is gone`)
      }
    }
    for (const result of browser.results.values()) {
      const row = byId.get(result.op_id)
      if (row?.result !== result.result)
        broken.push(`change ${result.seq} was ${result.result} and is ${row?.result}`)
      if (result.result === 'rejected' && row?.reason !== result.reason)
        broken.push(`change ${result.seq} was rejected as ${result.reason}, now as ${row?.reason}`)
    }
  }
  const [attempt] = await app.rows<{ started_at: number | null }>(
    'SELECT started_at FROM attempts WHERE id = ?',
    who.attemptId,
  )
  if (told.startedAt !== null && attempt?.started_at !== Date.parse(told.startedAt))
    broken.push('the start is gone')
  for (const picture of told.pictures) {
    const bytes = await storedBytes(app.ctx.storage, `snapshots/${who.ref}/${picture}`)
    if (!bytes || sha256(bytes) !== picture) broken.push('a picture that was kept is gone')
  }
  const submissions = await app.rows<{ id: number; status: string }>(
    'SELECT id, status FROM submissions WHERE attempt_id = ?',
    who.attemptId,
  )
  for (const id of told.judged.keys())
    if (
      submissions.find((row) => row.id === id)?.status === 'processing' ||
      !submissions.some((row) => row.id === id)
    )
      broken.push('a verdict that was told is gone')
  return broken
}
