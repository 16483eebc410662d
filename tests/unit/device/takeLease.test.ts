import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/paths.ts'
import { receiptCode } from '#contract/receipt.ts'
import type { SyncRequest } from '#contract/sync.ts'
import { recordAck } from '#pwa/attempt/db/ack.ts'
import { purgeIfDone } from '#pwa/attempt/db/purge.ts'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import { sha256OfText } from '#pwa/attempt/hash.ts'
import { receiptCodeOf } from '#pwa/attempt/receipt.ts'
import { takeLease } from '#pwa/attempt/session/open.ts'
import { clearSession, findFinished, resumeByLink } from '#pwa/attempt/session/store.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import { readState } from '#pwa/attempt/state.ts'
import { sendOneBlob } from '#pwa/attempt/sync/media.ts'
import { uploadQuarantine } from '#pwa/attempt/sync/quarantineUpload.ts'
import { openTabChannel } from '#pwa/attempt/tabs/channel.ts'
import { writerLock } from '#pwa/attempt/tabs/lockNames.ts'
import {
  ATTEMPT,
  answerOf,
  appendOps,
  attemptOf,
  grantOf,
  openStorage,
} from '../../factories/deviceStorage.ts'

/** A device takes its test back that another one had meanwhile. */

const STORE = 'http://store.example/picture'
const grant = grantOf({
  lease_id: 'lease-3',
  lease_epoch: 3,
  granted_head_seq: 1,
  granted_head_hash: 'another device wrote this',
  head_seq: 1,
  head_hash: 'another device wrote this',
})
let given: typeof grant
let asked: string[]
/** The seqs offered to the quarantine, and whether they are taken. */
let offered: number[][]
let isKept: boolean

beforeEach(() => {
  openStorage().close()
  reopenDatabase()
  asked = []
  offered = []
  isKept = true
  given = grant
  vi.stubGlobal('navigator', { userAgent: '' })
  const answers = { choices: {}, drafts: [], submissions: [], mcqs_submitted: false }
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push(url)
    if (url === urlOf('postSync')) return quarantine(JSON.parse(String(init?.body)) as SyncRequest)
    if (url === urlOf('postSyncLease')) return Response.json({ data: { lease: given, answers } })
    if (url === STORE) return Response.json({ data: { sha256: 'a' } })
    if (url === urlOf('postSnapshotUrl')) return Response.json({ data: { url: STORE } })
    return Response.json({ data: attemptOf().view })
  })
})
/** As the server answers the lease that was lost. */
function quarantine({ ops, nonce }: SyncRequest): Response {
  if (!isKept) return Response.error()
  offered.push(ops.map(({ seq }) => seq))
  const details = { nonce, quarantined_seq: ops.at(-1)?.seq }
  return Response.json({ code: 'lease_lost', message: 'lost', request_id: 'r', details }, { status: 403 })
}
afterEach(async () => {
  clearSession({ driveId: 1, candidateId: 1 })
  vi.unstubAllGlobals()
  await localDatabase().delete()
})

it('puts its own log aside, and sends its pictures although their ops are in no log any more', async () => {
  const db = localDatabase()
  await db.attempts.add(attemptOf(grantOf(), { lease_lost: true }))
  const picture = { sha256: 'a', body: new Blob(['picture']), not_before: 0 }
  await appendOps(db, ATTEMPT, [
    { type: 'focus_lost', key: '', body: {} },
    { type: 'snapshot_taken', key: '', body: { sha256: 'a', bytes: 7 }, picture },
  ])
  await takeLease('token', true)
  expect((await db.aside.toArray()).map((op) => op.type)).toEqual(['focus_lost', 'snapshot_taken'])
  expect(await db.attempts.get(ATTEMPT)).toMatchObject({ lease_id: 'lease-3', acked_seq: 1, tail_seq: 1 })

  expect(await sendOneBlob(db, ATTEMPT, true)).toBe(true)
  expect(asked.at(-1)).toBe(STORE)
  expect(await db.blobs.count()).toBe(0)
})

it('does not say again what staff had said, and was read here', async () => {
  const db = localDatabase()
  await db.attempts.add(attemptOf(grantOf(), { lease_lost: true, notices_read: 7 }))
  await takeLease('token', true)
  expect(await db.attempts.get(ATTEMPT)).toMatchObject({ lease_id: 'lease-3', notices_read: 7 })
  // Nor where the test had left the device, and was opened again.
  await db.attempts.update(ATTEMPT, { state: 'final' })
  expect(await purgeIfDone(db, ATTEMPT)).not.toBeNull()
  await takeLease('token', true)
  expect(await db.attempts.get(ATTEMPT)).toMatchObject({ state: 'running', notices_read: 7 })
})

it('states the true end of a test that was finished elsewhere, and no receipt code beside the one given there', async () => {
  const db = localDatabase()
  given = {
    ...grant,
    state: 'finished',
    finished_at: '2026-01-15T09:20:00.000Z',
    end_reason: 'Finished by candidate',
  }
  const here = { seq: 1, hash: grant.head_hash }
  await takeLease('link', true)
  await recordAck(db, ATTEMPT, answerOf(here, { state: 'finished', receipt: 'of a heartbeat' }))
  const attempt = await db.attempts.get(ATTEMPT)
  expect(attempt?.finished_at).toBe(Date.parse('2026-01-15T09:20:00.000Z'))
  expect(attempt && receiptCodeOf(attempt)).toBeNull()

  // Opened again and finished here, it has a code of this device's.
  await recordAck(db, ATTEMPT, answerOf(here, { state: 'running' }))
  await recordAck(db, ATTEMPT, answerOf(here, { state: 'finished', receipt: 'of the end here' }))
  const ended = await db.attempts.get(ATTEMPT)
  expect(ended && receiptCodeOf(ended)).toBe(receiptCode(sha256OfText, ATTEMPT, 'of the end here'))
})

it('goes by the rules of the link opened again where it holds the test still', async () => {
  const db = localDatabase()
  const older = attemptOf(grant)
  await db.attempts.add({ ...older, view: { ...older.view, leave_policy: 'warn', lifted_rules: ['paste'] } })
  await takeLease('link', false)
  const { leave_policy, lifted_rules } = older.view
  expect((await db.attempts.get(ATTEMPT))?.view).toMatchObject({ leave_policy, lifted_rules })
})

it('tells the tabs that have the test open', async () => {
  await localDatabase().attempts.add(attemptOf(grantOf(), { lease_lost: true }))
  const tab = openTabChannel(writerLock(ATTEMPT))
  const told = tab.answer('renewed', 5_000)
  await takeLease('token', true)
  expect(await told).toBe(true)
  tab.close()
})

it('is no longer lost where the server grants the lease that it has', async () => {
  const db = localDatabase()
  await db.attempts.add(attemptOf(grant, { lease_lost: true }))
  await takeLease('link', true)
  expect(await db.attempts.get(ATTEMPT)).toMatchObject({ lease_lost: false })
})

const draft = (answer: string) => ({
  type: 'draft' as const,
  key: 'code:1:2',
  body: { problem_id: 1, language_id: 2, answer },
})
const drafts = async () => (await localDatabase().answers.toArray()).map(({ value }) => value)

it('takes what it had not sent along to a lease that it asked for itself, and of which it heard nothing', async () => {
  const db = localDatabase()
  const own = grantOf({ lease_id: 'lease-1', lease_epoch: 2 })
  await db.attempts.add(attemptOf(own, { giving_up: 'lease-1', lease_lost: true }))
  await appendOps(db, ATTEMPT, [draft('never sent')])
  await takeLease('token', true)
  expect(await db.attempts.get(ATTEMPT)).toMatchObject({
    lease_id: 'lease-3',
    tail_seq: 2,
    lease_lost: false,
  })
  expect(await drafts()).toEqual(['never sent'])
})

it('leaves what it had not sent aside where another device wrote since it asked', async () => {
  const db = localDatabase()
  const own = grantOf({ lease_id: 'lease-1', lease_epoch: 1 })
  await db.attempts.add(attemptOf(own, { giving_up: 'lease-1', lease_lost: true }))
  await appendOps(db, ATTEMPT, [draft('older than theirs')])
  await takeLease('token', true)
  expect(await drafts()).toEqual([])
  expect(await db.aside.count()).toBe(1)
})

it('knows the test by its re-issued link from then on, while it runs and when it is over', async () => {
  const db = localDatabase()
  await db.attempts.add(attemptOf(grant, { invitation_token: 'link' }))
  given = { ...grant, auth_token: 'new token' }
  await takeLease('new link', false)
  expect(await resumeByLink('new link')).toMatchObject({ authToken: 'new token', attemptId: ATTEMPT })
  // The page that asks with the attempt's own token keeps the link.
  await takeLease('new token', true)
  expect(await resumeByLink('new link')).toMatchObject({ invitationToken: 'new link' })
  await db.attempts.update(ATTEMPT, { state: 'finished', end_reached: true })
  const record = await purgeIfDone(db, ATTEMPT)
  expect(record).not.toBeNull()
  expect(await findFinished('new link')).toEqual(record)
  clearSession({ driveId: 1, candidateId: 1 })
})

describe('what it had not sent when another device took the test', () => {
  const submit = {
    type: 'submit' as const,
    key: 'code:1:2',
    body: { problem_id: 1, language_id: 2, source_code: 's' },
  }

  beforeEach(async () => {
    await localDatabase().attempts.add(attemptOf(grantOf(), { lease_lost: true }))
    const entries = [draft('old'), { type: 'focus_lost' as const, key: '', body: {} }, submit, draft('new')]
    await appendOps(localDatabase(), ATTEMPT, entries)
  })
  const alone = async () => {
    const rows = await localDatabase().aside.toArray()
    return rows.filter((op) => op.quarantined_at === undefined).map(({ seq }) => seq)
  }

  it('is handed in before the test is taken: every submission and the newest of each key', async () => {
    await takeLease('token', true)
    expect(offered).toEqual([[3, 4]])
    expect(asked.indexOf(urlOf('postSync'))).toBeLessThan(asked.indexOf(urlOf('postSyncLease')))
    // The rest follows, and is counted until then.
    expect(await alone()).toEqual([1, 2])
    const { aside, total } = snapshotOf(await readState(localDatabase(), ATTEMPT))
    expect({ aside, total: total.state, waiting: total.waiting }).toEqual({
      aside: 2,
      total: 'device',
      waiting: 2,
    })
    while (await uploadQuarantine(localDatabase(), ATTEMPT)) {}
    expect(await alone()).toEqual([])
    const after = snapshotOf(await readState(localDatabase(), ATTEMPT))
    expect([after.aside, after.total.state]).toEqual([0, 'server'])
  })

  it('is called waiting, and not saved, where it could not be handed in', async () => {
    isKept = false
    await takeLease('token', true)
    expect(await alone()).toEqual([1, 2, 3, 4])
    const { total } = snapshotOf(await readState(localDatabase(), ATTEMPT))
    expect(total).toMatchObject({ state: 'device', waiting: 4 })
  })

  it('is not counted again where the quarantine had it before', async () => {
    await localDatabase().attempts.update(ATTEMPT, { quarantined_seq: 4 })
    await takeLease('token', true)
    expect(offered).toEqual([])
    expect(await alone()).toEqual([])
    expect(snapshotOf(await readState(localDatabase(), ATTEMPT)).total.waiting).toBe(0)
  })
})
