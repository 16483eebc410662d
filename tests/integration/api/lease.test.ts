import { beforeAll, expect, test } from 'vitest'
import { codeKey } from '#contract/ops.ts'
import { uploadUntil } from '#machines/attempt/verdict.ts'
import {
  call,
  DAY,
  Device,
  fillIn,
  type Invited,
  inTurn,
  MINUTE,
  must,
  type Organization,
  openApp,
  seedOrganization,
  signIn,
  startDevice,
  startExam,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** Who may append: start, lease, takeover, tokens, and the end of the upload window. */

const app = await appForFile()
let org: Organization
let person: () => Invited

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'lease', { candidates: 20 })
  person = inTurn(org.candidates)
})

const draft = (device: Device, answer: string) =>
  device.write('draft', codeKey(org.problems[0].id, 1), {
    problem_id: org.problems[0].id,
    language_id: 1,
    answer,
  })

test('the start is durable and idempotent; the same device gets the same lease and nonce again', async () => {
  const who = person()
  const device = await startDevice(app, who)
  const first = device.grant
  app.clock.move(5_000)
  const again = await device.start()
  const { server_time: _a, anchor: _b, receipt: _c, ...facts } = first
  expect(again).toMatchObject(facts)
  expect(again.started_at).toBe(first.started_at)
  draft(device, 'one')
  await device.sync()
  const resumed = await must(app.send, 'postSyncLease', {
    token: who.invitation,
    body: device.leaseRequest(),
  })
  expect(resumed.lease).toMatchObject({
    lease_id: first.lease_id,
    nonce: first.nonce,
    head_seq: 1,
    auth_token: who.token,
  })
  expect(resumed.answers.drafts).toMatchObject([{ answer: 'one' }])
  expect(await app.rows('SELECT * FROM leases WHERE attempt_id = ?', who.attemptId)).toHaveLength(1)
})

test('whoever goes on is told whether a draft is the program of a submission', async () => {
  const { who, device, org } = await startExam(app, {})
  const [{ id: problem_id }] = org.problems
  const writeDraft = (answer: string) =>
    device.write('draft', codeKey(problem_id, 1), { problem_id, language_id: 1, answer })
  const told = async () => {
    await device.sync()
    const { answers } = await must(app.send, 'postSyncLease', {
      token: who.token,
      body: device.leaseRequest(),
    })
    return answers.drafts.map(({ answer, submitted_as }) => [answer, submitted_as])
  }
  const submitted = device.write('submit', codeKey(problem_id, 1), {
    problem_id,
    language_id: 1,
    source_code: 'one',
  })
  expect(await told()).toEqual([['one', submitted.op_id]])
  writeDraft('two')
  expect(await told()).toEqual([['two', undefined]])
  writeDraft('one')
  expect(await told()).toEqual([['one', submitted.op_id]])
  // The same once more, in a pause: it is held, and the one before counts all the same.
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  await must(app.send, 'postPause', { params: { ref: who.ref }, headers })
  app.clock.move(MINUTE)
  device.write('submit', codeKey(problem_id, 1), { problem_id, language_id: 1, source_code: 'one' })
  expect(await told()).toEqual([['one', submitted.op_id]])
})

test('50 starts at once make one start and one lease', async () => {
  const who = person()
  const token = await fillIn(app.send, who)
  const device = new Device(app.send, token, app.clock.now)
  const appeared = async () =>
    (await app.rows<{ appeared: number }>('SELECT appeared FROM drives WHERE id = ?', org.driveId))[0]
      ?.appeared ?? 0
  const before = await appeared()
  const grants = await Promise.all(
    Array.from({ length: 50 }, () => must(app.send, 'postSyncStart', { token, body: device.leaseRequest() })),
  )
  expect(new Set(grants.map((g) => `${g.lease_id} ${g.nonce} ${g.started_at}`)).size).toBe(1)
  expect(await appeared()).toBe(before + 1)
})

test('a takeover that is sent again by the browser gives the same lease, whoever held it before', async () => {
  const who = person()
  const old = await startDevice(app, who, 'Blue laptop')
  const fresh = new Device(app.send, who.token, app.clock.now, 'Red laptop')
  const bodies = [fresh.leaseRequest(true), { ...old.leaseRequest(true), replaces: 'a-lease-of-long-ago' }]
  for (const body of bodies) {
    const [first, again] = [await taken(body), await taken(body)]
    expect(again).toBe(first)
  }
  const forked = { ...old.leaseRequest(true), replaces: await taken(old.leaseRequest(true)) }
  const next = await taken(forked)
  expect(next).not.toBe(forked.replaces)
  expect(await taken(forked)).toBe(next)

  async function taken(body: object): Promise<string> {
    const { lease } = await must(app.send, 'postSyncLease', { token: who.token, body })
    return lease.lease_id
  }
})

test('a device that takes over is told what the log counts against the candidate', async () => {
  const who = person()
  const old = await startDevice(app, who, 'Blue laptop')
  expect(old.grant).toMatchObject({ strikes: 0, screen_exits: 0 })
  for (const counted of [true, true, false])
    old.write('fullscreen_left', '', { counted, why: 'attempt_used' })
  old.write('focus_lost', '', { counted: true, why: 'warned' })
  await old.sync()
  // Ops that come again are counted once.
  await old.post(old.request(old.ops))
  const fresh = new Device(app.send, who.token, app.clock.now, 'Red laptop')
  expect(await fresh.takeOver()).toMatchObject({ strikes: 1, screen_exits: 2 })
})

test('a test that was opened again counts anew how it is left', async () => {
  const who = person()
  const device = await startDevice(app, who)
  const leave = () => {
    device.write('fullscreen_left', '', { counted: true, why: 'attempt_used' })
    device.write('focus_lost', '', { counted: true, why: 'warned' })
  }
  leave()
  leave()
  device.write('finish', 'finish', { reason: 'switched' })
  await device.sync()
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  await must(app.send, 'postReopen', { params: { ref: who.ref }, body: { minutes: 20 }, headers })
  leave()
  await device.sync()
  const fresh = new Device(app.send, who.token, app.clock.now, 'Red laptop')
  expect(await fresh.takeOver()).toMatchObject({ strikes: 1, screen_exits: 1 })
})

test('a second device is told who holds the test, and takes over when it says so', async () => {
  const who = person()
  const old = await startDevice(app, who, 'Blue laptop')
  draft(old, 'one')
  draft(old, 'two')
  await old.sync()
  const unsent = [draft(old, 'three, never sent'), draft(old, 'four')]

  const fresh = new Device(app.send, who.token, app.clock.now, 'Red laptop')
  for (const name of ['postSyncStart', 'postSyncLease'] as const) {
    const held = await call(app.send, name, { token: who.token, body: fresh.leaseRequest() })
    expect(held).toMatchObject({
      status: 409,
      failure: { code: 'lease_held', details: { device_name: 'Blue laptop' } },
    })
  }
  const grant = await fresh.takeOver()
  expect(grant).toMatchObject({
    lease_epoch: 2,
    granted_head_seq: 2,
    head_seq: 2,
    granted_head_hash: old.ops[1]?.hash,
  })

  // The old device's tail stands beside the log; sending it again changes nothing.
  for (let i = 0; i < 2; i++) {
    const lost = await old.post(old.request(unsent))
    expect(lost).toMatchObject({
      status: 403,
      failure: { code: 'lease_lost', details: { quarantined_seq: 4 } },
    })
  }
  const kept = await app.rows<{ seq: number; op: string }>(
    'SELECT seq, op FROM quarantine WHERE attempt_id = ? ORDER BY seq',
    who.attemptId,
  )
  expect(kept.map((row) => JSON.parse(row.op))).toEqual(unsent)
  const beat = await old.post(old.request([]))
  expect(beat).toMatchObject({
    status: 403,
    failure: { code: 'lease_lost', details: { quarantined_seq: null } },
  })

  // The chain goes on under the new lease.
  draft(fresh, 'three, on the other laptop')
  expect(await fresh.sync()).toMatchObject({ head_seq: 3, results: [{ result: 'applied' }] })
  const log = await app.rows<{ seq: number; lease_id: string }>(
    'SELECT seq, lease_id FROM ops WHERE attempt_id = ? ORDER BY seq',
    who.attemptId,
  )
  expect(log.map((row) => row.lease_id)).toEqual([
    old.grant.lease_id,
    old.grant.lease_id,
    fresh.grant.lease_id,
  ])
  const back = await call(app.send, 'postSyncLease', { token: who.token, body: old.leaseRequest() })
  expect(back).toMatchObject({
    status: 409,
    failure: { code: 'lease_held', details: { device_name: 'Red laptop' } },
  })
  // The report shows that it changed hands.
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const report = await must(app.send, 'getReport', { params: { token: who.ref }, headers })
  const changes = report.signals.filter(({ type }) => type === 'device_changed')
  expect(changes.map(({ device }) => device)).toEqual(['Red laptop'])
})

test('a device that comes to a finished test is told when it was finished', async () => {
  const who = person()
  const old = await startDevice(app, who, 'Blue laptop')
  expect(old.grant.finished_at).toBeNull()
  app.clock.move(60_000)
  old.write('finish', '', { reason: 'candidate' })
  await old.sync()
  const finishedAt = new Date(app.clock.now()).toISOString()
  app.clock.move(5 * 60_000)
  const late = new Device(app.send, who.token, app.clock.now, 'Red laptop')
  expect(await late.takeOver()).toMatchObject({ state: 'finished', finished_at: finishedAt })
})

test('two devices that take over at the same moment: one holds the lease, the other knows that it does not', async () => {
  const who = person()
  await startDevice(app, who)
  const devices = [0, 1, 2].map((i) => new Device(app.send, who.token, app.clock.now, `Laptop ${i}`))
  await Promise.all(devices.map((d) => d.takeOver()))
  for (const device of devices) draft(device, 'mine')
  const answers = await Promise.all(devices.map((d) => d.post(d.request())))
  expect(answers.map((a) => a.status).toSorted()).toEqual([200, 403, 403])
  expect(new Set(devices.map((d) => d.grant.lease_epoch)).size).toBe(3)
  expect(await app.rows('SELECT * FROM ops WHERE attempt_id = ?', who.attemptId)).toHaveLength(1)
  expect(await app.rows('SELECT * FROM quarantine WHERE attempt_id = ?', who.attemptId)).toHaveLength(2)
})

test('a lease that is none of this attempt is lost, and nothing is kept of it', async () => {
  const device = await startDevice(app, person())
  const other = await startDevice(app, person())
  draft(device, 'one')
  const before = await app.version()
  for (const lease_id of [other.grant.lease_id, 'no-lease-of-anybody-22'])
    expect(await device.post(device.request(device.tail, { lease_id }))).toMatchObject({
      status: 403,
      failure: { code: 'lease_lost' },
    })
  expect(await app.version()).toBe(before)
})

test('without the start there is no lease and no log', async () => {
  const who = person()
  const device = new Device(app.send, who.token, app.clock.now)
  const noProfile = await call(app.send, 'postSyncStart', { token: who.token, body: device.leaseRequest() })
  expect(noProfile).toMatchObject({ status: 409, failure: { code: 'profile_incomplete' } })
  await fillIn(app.send, who)
  const notBegun = await call(app.send, 'postSyncLease', { token: who.token, body: device.leaseRequest() })
  expect(notBegun).toMatchObject({ status: 409, failure: { code: 'not_started' } })
})

test('a drive that has not started, or is over, starts nobody', async () => {
  const later = await seedOrganization(app.ctx, 'later', { startsIn: 60_000, lasts: 120_000 })
  const [who] = later.candidates
  if (!who) throw new Error('nobody')
  const token = await fillIn(app.send, who)
  const device = new Device(app.send, token, app.clock.now)
  const start = () => call(app.send, 'postSyncStart', { token, body: device.leaseRequest() })
  app.clock.move(59_999)
  expect(await start()).toMatchObject({ status: 409, failure: { code: 'not_started' } })
  app.clock.move(120_001)
  expect(await start()).toMatchObject({ status: 410, failure: { code: 'test_over' } })
  const changed = await call(app.send, 'putCandidate', {
    params: { id: who.candidateId },
    body: { first_name: 'Late', last_name: 'Comer', mobile_number: '5550100999', token: who.invitation },
  })
  expect(changed).toMatchObject({ status: 410, failure: { code: 'test_over' } })
})

test('tokens: unknown ones are 401, and the form of a begun test cannot be changed', async () => {
  const who = person()
  const device = await startDevice(app, who)
  const request = device.request([])
  for (const token of ['x'.repeat(43), who.invitation, `${who.token}x`])
    expect(await call(app.send, 'postSync', { token, body: request })).toMatchObject({
      status: 401,
      failure: { code: 'unauthorized' },
    })
  expect(await call(app.send, 'postSync', { body: request })).toMatchObject({ status: 401 })
  const change = (last_name: string) =>
    call(app.send, 'putCandidate', {
      params: { id: who.candidateId },
      body: { first_name: 'Ana', last_name, mobile_number: '5550100300', token: who.invitation },
    })
  expect(await change('Other')).toMatchObject({ status: 409, failure: { code: 'already_started' } })
  expect((await change('Berg')).status).toBe(200)
})

test('the upload window closes 24 hours after the deadline, to the millisecond', async () => {
  const window = await openApp()
  try {
    const own = await seedOrganization(window.ctx, 'window')
    const device = await startDevice(window, own.candidates[0])
    const deadline = Date.parse(device.grant.deadline_at)
    expect(uploadUntil({ deadlineAt: deadline, downtime: [] })).toBe(deadline + DAY)
    const write = () =>
      device.write('draft', codeKey(own.problems[0].id, 1), {
        problem_id: own.problems[0].id,
        language_id: 1,
        answer: 'x',
      })
    write()
    window.clock.set(deadline + DAY)
    expect((await device.sync()).results).toMatchObject([{ result: 'applied_late' }])
    write()
    window.clock.move(1)
    const closed = { status: 410, failure: { code: 'upload_window_closed' } }
    expect(await device.post(device.request())).toMatchObject(closed)
    expect(
      await call(window.send, 'postSyncLease', {
        token: own.candidates[0]?.token,
        body: device.leaseRequest(),
      }),
    ).toMatchObject(closed)
    // Reading goes on.
    expect(
      (await must(window.send, 'getDrive', { params: { token: own.candidates[0]?.invitation ?? '' } }))
        .has_begun,
    ).toBe(true)
    expect(await window.rows('SELECT * FROM ops')).toHaveLength(1)
  } finally {
    await window.remove()
  }
})

test('a device that kept work under a re-issued link sends it by the new one, whoever has the lease', async () => {
  const who = person()
  const old = await startDevice(app, who, 'Blue laptop')
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const params = { ref: who.ref }
  await must(app.send, 'postReissue', { params, body: {}, headers })
  const { link } = await must(app.send, 'postAttemptLink', { params, body: {}, headers })
  const invitation = link.slice(link.lastIndexOf('/') + 1)
  draft(old, 'under the old link')
  expect((await old.post(old.request())).status).toBe(401)
  expect((await call(app.send, 'getSyncToken', { token: who.invitation })).status).toBe(401)

  const told = await must(app.send, 'getSyncToken', { token: invitation })
  expect(told.attempt_id).toBe(who.ref)
  old.renew(told.auth_token)
  await old.sync()
  expect(old.acked).toBe(1)

  // Another device goes on: this one keeps its token, and what it brings stands beside the log.
  const fresh = new Device(app.send, told.auth_token, app.clock.now, 'Red laptop')
  await must(app.send, 'postSyncLease', { token: invitation, body: fresh.leaseRequest(true) })
  draft(old, 'written too late to go on')
  const kept = await old.post(old.request())
  expect(kept.json).toMatchObject({ code: 'lease_lost', details: { quarantined_seq: 2 } })
})

test('there is no token of a test that was not begun', async () => {
  const who = person()
  const { json } = await call(app.send, 'getSyncToken', { token: who.invitation })
  expect(json).toMatchObject({ code: 'not_started' })
})

test.each([false, true])(
  'what a device writes again under a lease that takes the place of its own counts once, after staff reset it: %s',
  async (isReset) => {
    const e = await startExam(app)
    const body = { problem_id: e.org.problems[0].id, language_id: 1, source_code: 'the one submission' }
    const submit = () => e.device.write('submit', codeKey(body.problem_id, 1), body)
    submit()
    const old = e.device.request()
    const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
    if (isReset) await must(app.send, 'postResetDevice', { params: { ref: e.who.ref }, headers })
    await e.device.takeOver()
    expect((await e.device.post(old)).status).toBe(403)
    submit()
    await e.device.sync()
    expect(await app.rows('SELECT kind FROM submissions WHERE attempt_id = ?', e.who.attemptId)).toHaveLength(
      1,
    )
  },
)
