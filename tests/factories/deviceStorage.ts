import Dexie from 'dexie'
import { IDBKeyRange, IDBTransaction, indexedDB } from 'fake-indexeddb'
import type { LeaseGrant, SyncAnswer } from '#contract/sync.ts'
import { anchorNow } from '#pwa/attempt/clock.ts'
import { appendEntries } from '#pwa/attempt/db/append.ts'
import { type AttemptRecord, LocalDatabase, type OpRecord } from '#pwa/attempt/db/schema.ts'
import { Memory } from '#pwa/attempt/memory.ts'
import { type ClientState, readState } from '#pwa/attempt/state.ts'

/** The device's storage in memory, at the port where the browser's stands, and ways to make it fail. */

let count = 0

/** A database of this device; the same name opens the same data again. */
export function openStorage(name = `device-${++count}`): LocalDatabase {
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })
  return new LocalDatabase(name)
}

export const ATTEMPT = 'attempt'

export function grantOf(change: Partial<LeaseGrant> = {}): LeaseGrant {
  const at = '2026-01-15T09:00:00.000Z'
  return {
    attempt_id: ATTEMPT,
    auth_token: 'token',
    lease_id: 'lease-1',
    lease_epoch: 1,
    nonce: 'nonce-1',
    granted_head_seq: 0,
    granted_head_hash: '',
    head_seq: 0,
    head_hash: '',
    started_at: at,
    order_seed: 'seed',
    server_epoch: 1,
    server_time: at,
    anchor: 'anchor-1',
    deadline_at: '2026-01-15T10:00:00.000Z',
    state: 'running',
    end_reason: null,
    finished_at: null,
    strikes: 0,
    screen_exits: 0,
    paused_at: null,
    newest_notice: 0,
    receipt: 'receipt-1',
    ...change,
  }
}

/** An attempt as a device holds it right after its start. */
export function attemptOf(lease: LeaseGrant = grantOf(), change: Partial<AttemptRecord> = {}): AttemptRecord {
  const at = Date.parse(lease.server_time)
  return {
    attempt_id: lease.attempt_id,
    token: lease.auth_token,
    invitation_token: null,
    drive_id: 1,
    candidate_id: 1,
    view: {
      drive: { id: 1, name: 'Drive', description: '', allow_coding: true, allow_mcq: true },
      candidate_id: 1,
      drive_start_time: lease.started_at,
      drive_end_time: lease.deadline_at,
      link_expires_at: null,
      is_assessment: false,
      is_finished: false,
      finished_at: null,
      end_reason: null,
      is_live: true,
      has_begun: true,
      deadline_at: lease.deadline_at,
      is_profile_complete: true,
      email: 'ana@people.example',
      first_name: 'Ana',
      last_name: 'Berg',
      mobile_number: '5550100300',
      organization_name: 'Organization',
      institute_name: 'Institute',
      support_name: null,
      support_email: null,
      support_phone: null,
      support_chat: null,
      rescue_key: '',
      own_report: 'none',
      package: null,
      allotted_seconds: 3600,
      extra_seconds: 0,
      problem_count: 1,
      question_count: 1,
      leave_policy: 'end',
      leave_warnings: 0,
      webcam: true,
      webcam_retention_days: 60,
      lifted_rules: [],
      server_time: lease.server_time,
    },
    lease_id: lease.lease_id,
    lease_epoch: lease.lease_epoch,
    nonce: lease.nonce,
    granted_head_seq: lease.granted_head_seq,
    granted_head_hash: lease.granted_head_hash,
    order_seed: lease.order_seed,
    server_epoch: lease.server_epoch,
    tail_seq: lease.head_seq,
    tail_hash: lease.head_hash,
    acked_seq: lease.head_seq,
    acked_hash: lease.head_hash,
    acked_at: null,
    anchor: anchorNow(lease.anchor, at),
    started_at: at,
    deadline_at: Date.parse(lease.deadline_at),
    state: lease.state,
    end_reason: null,
    finished_at: null,
    receipt: lease.receipt,
    paused_at: null,
    newest_notice: lease.newest_notice,
    start_receipt: lease.receipt,
    mcqs_submitted: false,
    lease_lost: false,
    ...change,
  }
}

/** The server's answer that it holds everything up to an op. */
export function answerOf(head: { seq: number; hash: string }, change: Partial<SyncAnswer> = {}): SyncAnswer {
  return {
    nonce: 'nonce',
    server_epoch: 1,
    head_seq: head.seq,
    head_hash: head.hash,
    results: [],
    server_time: '2026-01-15T09:05:00.000Z',
    anchor: 'anchor-2',
    deadline_at: '2026-01-15T10:00:00.000Z',
    state: 'running',
    end_reason: null,
    paused_at: null,
    newest_notice: 0,
    mcqs_submitted: false,
    missing_blobs: [],
    receipt: 'receipt-2',
    ...change,
  }
}

/** Every row of every table. */
export async function everything(db: LocalDatabase): Promise<Record<string, unknown[]>> {
  const rows = await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()] as const))
  return Object.fromEntries(rows)
}

/** The parts of the storage in memory that carry out a transaction, request by request. */
interface Running {
  readonly mode: IDBTransactionMode
  readonly objectStoreNames: DOMStringList
  readonly _requests: readonly unknown[]
  readonly _state: string
  _abort(name: string): void
}
const engine = IDBTransaction.prototype as unknown as { _start(this: Running): void }

/** The point where a write fails: at its commit, or when so many of its requests are done. */
export type Breaking = 'commit' | number

/**
 * Lets writes that touch a table abort, as a full disk does: the transaction ends with a QuotaExceededError, its
 * requests before that had succeeded.
 * @param choose asked once for each write; null lets it pass
 * @returns how many were aborted so far, and the end of it
 */
export function breakWrites(
  table: string,
  choose: () => Breaking | null,
): { broken: () => number; mend: () => void } {
  const whole = engine._start
  const chosen = new WeakMap<Running, { at: Breaking | null; done: number }>()
  let broken = 0
  engine._start = function (this: Running): void {
    const concerned = this.mode === 'readwrite' && this.objectStoreNames.contains(table)
    if (concerned && this._state !== 'finished') {
      const plan = chosen.get(this) ?? { at: choose(), done: 0 }
      chosen.set(this, plan)
      const place = this._requests.length === 0 ? 'commit' : plan.done++
      if (plan.at === place) {
        broken++
        this._abort('QuotaExceededError')
        return
      }
    }
    whole.call(this)
  }
  return {
    broken: () => broken,
    mend: () => {
      engine._start = whole
    },
  }
}

/** A write that fails every time, at one place. */
export const breakEvery = (table: string, at: Breaking) => breakWrites(table, () => at)

/** The transactions of a database that are not over. */
function transactionsOf(db: LocalDatabase): Running[] {
  const opened = db.backendDB() as unknown as { _rawDatabase?: { transactions: Running[] } } | null
  return opened?._rawDatabase?.transactions ?? []
}

/** Lets the storage and everything that waits for it go on until nothing is under way, in it or elsewhere. */
export async function whenQuiet(db: LocalDatabase, elsewhere: () => boolean = () => false): Promise<void> {
  for (let calm = 0; calm < 4; calm = transactionsOf(db).length > 0 || elsewhere() ? 0 : calm + 1)
    await new Promise(setImmediate)
}

/** Drops the writes under way, as a killed browser does. */
export function dropWrites(db: LocalDatabase): void {
  for (const running of transactionsOf(db))
    if (running.mode === 'readwrite' && running._state !== 'finished') running._abort('AbortError')
}

/** Writes to the log of this device. @returns the ops as written */
export const appendOps = async (...given: Parameters<typeof appendEntries>): Promise<OpRecord[]> =>
  (await appendEntries(...given)).ops

/** The memory of a page that opens the test. */
export const openMemory = async (db: LocalDatabase, attemptId = ATTEMPT): Promise<Memory> =>
  new Memory(await readState(db, attemptId))

/** From now on this is known, as if a reading of the storage had brought it. */
export const know = (memory: Memory, change: Partial<ClientState>): void =>
  memory.send({ type: 'WORK_READ', work: { ...memory.state, ...change } })
