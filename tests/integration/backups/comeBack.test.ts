import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { restoreCommand } from '#api/commands/restore.ts'
import { readConfig } from '#api/config.ts'
import { verifyAll } from '#api/services/verification.ts'
import { choiceKey, codeKey } from '#contract/ops.ts'
import type { ReceiptFile } from '#contract/receipt.ts'
import {
  call,
  Device,
  fillIn,
  type Invited,
  MINUTE,
  must,
  type Organization,
  openApp,
  profile,
  seedOrganization,
  startDevice,
  type TestApp,
} from '../../factories/index.ts'

/** Devices come back to a server that was restored from a copy of before what it had told them. */

let folder: string
let data: string
let backup: string
let app: TestApp
let org: Organization

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-back-'))
  data = join(folder, 'data')
  mkdirSync(data)
  app = await openApp({ data })
  org = await seedOrganization(app.ctx, 'back', { candidates: 2 })
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

const copy = async (): Promise<void> => {
  backup = (await makeBackup(data, join(folder, 'backups'), app.clock.now())).folder
}

/** The machine is lost, and another one goes on from the copy. */
async function lose(after = 5 * MINUTE): Promise<void> {
  await app.close()
  rmSync(data, { recursive: true })
  app.clock.move(after)
  // The command goes by the clock of its machine.
  vi.useFakeTimers({ now: app.clock.now(), toFake: ['Date'] })
  await restoreCommand.run({
    config: readConfig({ HOLDFAST_DATA: data, HOLDFAST_LOG: 'silent' }),
    values: { replace: false },
    positionals: [backup],
    progress: () => {},
  })
  vi.useRealTimers()
  app = await openApp({ data, clock: app.clock })
}

const invited = (n: number): Invited => {
  const who = org.candidates[n]
  if (!who) throw new Error('Nobody was invited')
  return who
}

let typed = 0
/** Types, chooses and sends it, as an afternoon does. */
async function work(device: Device): Promise<void> {
  const [problem] = org.problems
  const [question] = org.questions
  const of = { problem_id: problem.id, language_id: 1 }
  device.write('draft', codeKey(of.problem_id, of.language_id), { ...of, answer: `text ${typed++}` })
  await device.sync()
  app.clock.move(10_000)
  device.write('mcq_save', choiceKey(question.id), {
    question_id: question.id,
    selected_options: question.right,
  })
  await device.sync()
  app.clock.move(10_000)
}

interface Row {
  seq: number
  hash: string
  received_at: number
  made_at: number
  verdict: string
}
const log = () =>
  app.rows<Row>('SELECT seq, hash, received_at, made_at, verdict FROM ops ORDER BY attempt_id, seq')
const attempt = async () =>
  (await app.rows<Record<string, unknown>>('SELECT * FROM attempts WHERE started_at IS NOT NULL'))[0]
const receiptsHold = async (receipt: ReceiptFile | undefined) => {
  if (!receipt) throw new Error('There is no receipt')
  return (await must(app.send, 'postReceiptCheck', { body: receipt })).outcome
}
const owed = async () => (await verifyAll(app.ctx)).findings.map(({ what }) => what)
const intact = async () => expect((await verifyAll(app.ctx)).findings).toEqual([])

test('what is sent again stands as it stood: its place, its times, and the receipts', async () => {
  const device = await startDevice(app, invited(0))
  await work(device)
  await copy()
  await work(device)
  await work(device)
  const before = await log()
  const { newest } = device.proof
  await lose()
  // It comes back past the deadline and its grace, and the server has ended the test by itself.
  app.clock.set(Date.parse(device.grant.deadline_at) + 10 * MINUTE)
  await app.seal()
  device.connect(app.send)
  expect(await receiptsHold(newest)).toBe('missing')
  const { lease } = await device.comeBack()
  expect(lease).toMatchObject({ lease_id: device.grant.lease_id, head_seq: 2 })
  expect(device.tail).toHaveLength(4)
  await device.sync()
  expect((await log()).map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash))
  // The receipt says of the whole that it was held by then: the newest one's time is each one's bound.
  const at = Date.parse(newest.time)
  expect((await log()).slice(2)).toEqual(
    before.slice(2).map((row) => ({ ...row, received_at: at, verdict: 'on_time' })),
  )
  expect(await receiptsHold(newest)).toBe('held')
  await intact()
})

test('a test that had begun begins again when it had begun, with the details and on the same lease', async () => {
  const who = invited(0)
  await copy()
  const device = await startDevice(app, who)
  const begun = await attempt()
  await work(device)
  const before = await log()
  await lose()
  device.connect(app.send)
  // Nobody has begun, by what this server knows.
  expect(await attempt()).toBeUndefined()
  const answer = await device.post(device.request([]))
  expect(answer.json).toMatchObject({ code: 'lease_unknown' })
  await device.comeBack({ details: profile })
  await device.sync()
  expect(await log()).toEqual(
    before.map((row) => ({ ...row, received_at: Date.parse(device.proof.newest.time) })),
  )
  const { started_at, deadline_at, first_name, mobile_number } = (await attempt()) ?? {}
  expect({ started_at, deadline_at, first_name, mobile_number }).toEqual({
    started_at: begun?.started_at,
    deadline_at: begun?.deadline_at,
    first_name: profile.first_name,
    mobile_number: profile.mobile_number,
  })
  expect(Date.parse(device.grant.started_at)).toBe(begun?.started_at)
  await intact()
})

test('nobody begins later than the first receipt says, nor on a receipt that is none', async () => {
  await copy()
  const device = await startDevice(app, invited(0))
  const other = await startDevice(app, invited(1))
  // Another lease of the same test, granted on the same change.
  const { granted: before } = device.proof
  await device.takeOver()
  await work(device)
  const begun = Date.parse(device.grant.started_at)
  await lose()
  device.connect(app.send)
  const { granted, newest } = device.proof
  const later = new Date(begun + 3 * MINUTE).toISOString()
  for (const given of [
    { granted: { ...granted, time: later } },
    { newest: { ...newest, time: later } },
    { newest: { ...newest, head_seq: newest.head_seq + 1 } },
    { newest: { ...newest, head_hash: granted.head_hash.padStart(64, '0') } },
    { granted: before },
    { granted: other.proof.granted },
    { newest: other.proof.newest },
    { granted: other.proof.granted, newest: other.proof.newest },
    // What a device has heard of a server it has heard from that server.
    { server_epoch_seen: app.ctx.serverEpoch },
  ])
    await expect(device.comeBack(given)).rejects.toThrow('not_started')
  expect(await attempt()).toBeUndefined()
  await expect(device.comeBack({ started_at: later })).rejects.toThrow('not_started')
  // A test of an older version has no signature of its start: its first receipt says it.
  await device.comeBack({ started_at: later, start_proof: undefined })
  expect((await attempt())?.started_at).toBe(begun)
})

describe('a device that had taken the test over', () => {
  /** The first one has the beginning, the second one all behind it. */
  async function takeover() {
    const who = invited(0)
    const first = await startDevice(app, who)
    await work(first)
    await copy()
    await work(first)
    const second = new Device(app.send, await fillIn(app.send, who), app.clock.now, 'Another computer')
    await second.start(true)
    await work(second)
    const before = await log()
    await lose()
    for (const device of [first, second]) device.connect(app.send)
    return { first, second, before }
  }
  const hashes = (rows: Row[]) => rows.map(({ hash }) => hash)

  test('has it again where the one before has brought its part', async () => {
    const { first, second, before } = await takeover()
    await first.comeBack()
    await first.sync()
    const lease = second.grant.lease_id
    await second.comeBack()
    expect(second.grant.lease_id).toBe(lease)
    // As then: the first one lost it when the second one got it, and was heard no later.
    const [lost] = await app.rows<{ frozen_at: number; heard_at: number; given_up: number }>(
      'SELECT frozen_at, heard_at, given_up FROM leases WHERE lease_id = ?',
      first.grant.lease_id,
    )
    expect(lost).toMatchObject({ frozen_at: Date.parse(second.proof.granted.time), given_up: 0 })
    expect(lost?.heard_at).toBeLessThanOrEqual(lost?.frozen_at ?? 0)
    await second.sync()
    expect(hashes(await log())).toEqual(hashes(before))
    expect(await receiptsHold(second.proof.newest)).toBe('held')
    // And the first one has lost it again.
    first.write('draft', 'code:1:1', { problem_id: 1, language_id: 1, answer: 'late' })
    expect((await first.post(first.request())).json).toMatchObject({ code: 'lease_lost' })
    await intact()
  })

  test('goes on under a new lease where that part is missing, and its own log is kept beside', async () => {
    const { first, second, before } = await takeover()
    const lost = second.grant.lease_id
    const written = [...second.ops]
    app.clock.set(Date.parse(second.grant.deadline_at) + 10 * MINUTE)
    const { lease } = await second.comeBack()
    expect(lease.lease_id).not.toBe(lost)
    expect(lease).toMatchObject({ head_seq: 2, granted_head_seq: 2 })
    const leases = await app.rows<{ lease_id: string; given_up: number }>(
      'SELECT lease_id, given_up FROM leases ORDER BY epoch',
    )
    expect(leases).toEqual([
      { lease_id: first.grant.lease_id, given_up: 0 },
      { lease_id: lost, given_up: 1 },
      { lease_id: lease.lease_id, given_up: 0 },
    ])
    // It was written in time, by a time that was proven before this lease: it counts under it.
    const op = written.at(-1)
    if (!op?.body) throw new Error('It wrote nothing')
    second.write(op.type, op.key, JSON.parse(op.body), { anchor_id: op.anchor_id, est: op.est_server_ms })
    await second.sync()
    expect((await log()).at(-1)).toMatchObject({ seq: 3, verdict: 'on_time_claimed' })
    const aside = second.request(written, {
      lease_id: lost,
      from_seq: written[0]?.seq ?? 0,
      tail_seq: written.at(-1)?.seq ?? 0,
      tail_hash: written.at(-1)?.hash ?? '',
    })
    expect((await second.post(aside)).json).toMatchObject({
      code: 'lease_lost',
      details: { quarantined_seq: written.at(-1)?.seq },
    })
    expect(hashes(before).length).toBe(6)
    expect(await owed()).toEqual([
      expect.stringMatching(/was shown for 4 changes, and 3 are there|another one by now/),
    ])
  })

  test('has lost it where somebody has taken it since, and its work waits beside the log', async () => {
    const { second } = await takeover()
    const third = new Device(app.send, await fillIn(app.send, invited(0)), app.clock.now, 'A third one')
    await third.start(true)
    const written = [...second.ops]
    await expect(second.comeBack()).rejects.toThrow('lease_held')
    const held = await call(app.send, 'postSyncLease', {
      token: await fillIn(app.send, invited(0)),
      body: { ...second.leaseRequest(), proof: second.proof },
    })
    expect(held.json).toMatchObject({ code: 'lease_held', details: { server_epoch: 2 } })
    const told = second.request(written, { server_epoch_seen: 2 })
    expect((await second.post(told)).json).toMatchObject({
      code: 'lease_lost',
      details: { quarantined_seq: written.at(-1)?.seq },
    })
    const kept = await app.rows<{ hash: string }>('SELECT hash FROM quarantine ORDER BY seq')
    expect(kept.map(({ hash }) => hash)).toEqual(written.map(({ hash }) => hash))
    // The first device's part is nowhere.
    expect(await owed()).toEqual([expect.stringContaining('was shown for 4 changes, and 2 are there')])
  })
})

describe('a receipt that is shown for more than the server holds', () => {
  const findings = async () => (await verifyAll(app.ctx)).findings

  test('is kept, and names its test until a device has brought that part back', async () => {
    const device = await startDevice(app, invited(0))
    await copy()
    await work(device)
    const { newest } = device.proof
    await lose()
    // The one before it, shown later, takes nothing back.
    expect(await receiptsHold(newest)).toBe('missing')
    expect(await receiptsHold(device.proof.granted)).toBe('held')
    expect(await findings()).toEqual([
      {
        where: `attempt ${newest.attempt_id}`,
        what: `a receipt of ${newest.time} was shown for 2 changes, and 0 are there`,
      },
    ])
    device.connect(app.send)
    await device.comeBack()
    await device.sync()
    expect(await findings()).toEqual([])
  })

  test('also of a test that was begun since the backup, and by its device', async () => {
    await copy()
    const device = await startDevice(app, invited(0))
    await work(device)
    const { newest } = device.proof
    await lose()
    // The start's own receipt says that there was a test.
    const { granted } = device.proof
    app.clock.move(1)
    expect(await receiptsHold(newest)).toBe('missing')
    expect((await findings()).map(({ what }) => what)).toEqual([
      `a receipt of ${newest.time} was shown for 2 changes, and this test is not there`,
    ])
    device.connect(app.send)
    await device.comeBack()
    expect(await receiptsHold(granted)).toBe('held')
    expect((await findings()).map(({ what }) => what)).toEqual([
      `a receipt of ${newest.time} was shown for 2 changes, and 0 are there`,
    ])
  })

  test('is no sign of an altered log where that went on in another way since the restore', async () => {
    const device = await startDevice(app, invited(0))
    await copy()
    await work(device)
    const { newest } = device.proof
    await lose()
    // Its storage went back as well, and it writes other changes in the place of those.
    const other = new Device(app.send, await fillIn(app.send, invited(0)), app.clock.now)
    await other.start(true)
    await work(other)
    await work(other)
    const check = await must(app.send, 'postReceiptCheck', { body: newest })
    expect(check).toMatchObject({ outcome: 'missing', held: 0 })
    expect((await findings()).map(({ what }) => what)).toEqual([
      `a receipt of ${newest.time} was shown for 2 changes, and the log is another one by now`,
    ])
    // Without a restore in between it is.
    const { newest: own } = other.proof
    await app.ctx.db.write((tx) => tx.raw.run('UPDATE ops SET hash = ? WHERE seq = 4', '0'.repeat(64)))
    expect(await receiptsHold(own)).toBe('altered')
  })

  test('is not kept of a server that never went back', async () => {
    const device = await startDevice(app, invited(0))
    await work(device)
    await app.ctx.db.write((tx) => tx.raw.run('DELETE FROM ops WHERE seq = 2'))
    expect(await receiptsHold(device.proof.newest)).toBe('altered')
    expect(await app.rows('SELECT * FROM shown_receipts')).toEqual([])
  })
})

test('a server that never went back takes no receipt for a lease', async () => {
  const device = await startDevice(app, invited(0))
  await work(device)
  const { lease_id } = device.grant
  await device.comeBack()
  // It was named as one that cannot go on.
  expect(device.grant.lease_id).not.toBe(lease_id)
  await expect(device.post(device.request([], { lease_id }))).resolves.toMatchObject({
    json: { code: 'lease_lost' },
  })
})
