import { expect, onTestFinished, test } from 'vitest'
import {
  call,
  fillIn,
  type Invited,
  must,
  openApp,
  seedOrganization,
  seedSecondDrive,
  signIn,
  startDevice,
  type TestApp,
} from '../../factories/index.ts'

/** The details form belongs to the attempt it was filled in for: a later drive renames nobody in an older one. */

const LATER = { first_name: 'Anna-Lena', last_name: 'Lund', mobile_number: '5550100999' }

async function twoDrives() {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'details', { candidates: 2 })
  const [first] = org.candidates
  const [second] = await seedSecondDrive(app.ctx, org)
  if (!first || !second) throw new Error('nobody')
  expect(second.candidateId).toBe(first.candidateId)
  await startDevice(app, first)
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  return { app, org, first, second, headers }
}

test('the link tells how long the camera’s pictures are kept, before anybody is asked for them', async () => {
  const { app, org, first } = await twoDrives()
  const kept = async () =>
    (await must(app.send, 'getDrive', { params: { token: first.invitation } })).webcam_retention_days
  expect(await kept()).toBe(60)
  await app.ctx.db.write((tx) =>
    tx.raw.run('UPDATE drives SET webcam_retention_days = 45 WHERE id = ?', org.driveId),
  )
  expect(await kept()).toBe(45)
})

const rename = (app: TestApp, who: Invited) =>
  must(app.send, 'putCandidate', {
    params: { id: who.candidateId },
    body: { ...LATER, token: who.invitation },
  })

test('what staff reads of the older drive names the candidate as they named themselves in it', async () => {
  const { app, org, first, second, headers } = await twoDrives()
  const seen = async () => {
    const driveId = org.driveId
    const { candidates } = await must(app.send, 'getCandidateList', { params: { driveId }, headers })
    const { results } = await must(app.send, 'getResults', { params: { id: driveId }, headers })
    const report = await must(app.send, 'getReport', { params: { token: first.ref }, headers })
    const csv = await call(app.send, 'getResultCsv', { params: { id: driveId }, headers })
    expect(csv.status).toBe(200)
    return { candidates, results, candidate: report.candidate, csv: csv.text }
  }
  const before = await seen()
  expect(before.candidate).toMatchObject({ first_name: 'Ana', last_name: 'Berg' })
  expect(before.csv).toContain('Berg')

  expect(await rename(app, second)).toMatchObject(LATER)
  expect(await seen()).toEqual(before)

  const [secondDrive] = await app.rows<{ drive_id: number }>(
    'SELECT drive_id FROM attempts WHERE id = ?',
    second.attemptId,
  )
  const newer = await must(app.send, 'getCandidateList', {
    params: { driveId: secondDrive?.drive_id ?? 0 },
    headers,
  })
  expect(newer.candidates[0]).toMatchObject(LATER)
})

test('staff finds a candidate in each drive by the name given in it', async () => {
  const { app, org, second, headers } = await twoDrives()
  await rename(app, second)
  const found = async (search: string) => {
    const query = { search }
    const [list, results] = [
      await must(app.send, 'getCandidateList', { params: { driveId: org.driveId }, query, headers }),
      await must(app.send, 'getResults', { params: { id: org.driveId }, query, headers }),
    ]
    return [list.total, results.total]
  }
  expect(await found('Berg')).toEqual([1, 1])
  expect(await found('Lund')).toEqual([0, 0])
})

test('the form of the next drive begins with what was said the last time', async () => {
  const { app, first, second } = await twoDrives()
  const form = async (who: Invited) => must(app.send, 'getDrive', { params: { token: who.invitation } })
  expect(await form(second)).toMatchObject({
    first_name: 'Ana',
    last_name: 'Berg',
    is_profile_complete: false,
  })
  await rename(app, second)
  expect(await form(second)).toMatchObject({ first_name: 'Anna-Lena', is_profile_complete: true })
  expect(await form(first)).toMatchObject({ first_name: 'Ana', last_name: 'Berg' })
  // The same details again change nothing in a test that has begun.
  expect(await fillIn(app.send, first)).toBe(first.token)
})

test('before the start a draft is asked for in vain, whatever number of a problem is tried', async () => {
  const own = await openApp()
  try {
    const org = await seedOrganization(own.ctx, 'unasked')
    const [who] = org.candidates
    if (!who) throw new Error('Nobody was invited')
    const ask = (problemId: number) =>
      call(own.send, 'getCode', { params: { token: who.token, problemId, languageId: 1 } })
    const [asked, other] = [await ask(org.problems[0].id), await ask(99_999)]
    expect([asked.status, asked.failure.message]).toEqual([404, other.failure.message])
    await startDevice(own, who)
    expect((await ask(org.problems[0].id)).status).toBe(200)
    expect((await ask(99_999)).status).toBe(404)
  } finally {
    await own.remove()
  }
})
