import { beforeAll, expect, test } from 'vitest'
import {
  call,
  type Invited,
  must,
  type Organization,
  PASSWORD,
  seedOrganization,
  seedSecondDrive,
  signIn,
  startDevice,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** Console specification, 2.17: what candidates said. */

const app = await appForFile()
let org: Organization
let other: Organization
let headers: Record<string, string>

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'f', { candidates: 18 })
  other = await seedOrganization(app.ctx, 'g')
  for (const [i, who] of org.candidates.slice(0, 17).entries()) await says(who, (i % 5) + 1, `Answer ${i}`)
  headers = await signIn(app.send, org.admin.email, PASSWORD)
})

async function says(who: Invited, rating: number | null, answer: string): Promise<void> {
  const device = await startDevice(app, who)
  device.write('finish', 'finish', { reason: 'candidate' })
  device.write('feedback', 'feedback', { rating, comment: answer })
  const { results } = await device.sync()
  expect(results.map((result) => result.result)).toEqual(['applied', 'applied'])
}
const page = (offset = 0, as = headers) => must(app.send, 'getFeedbacks', { headers: as, query: { offset } })
const remove = (id: number, as = headers) => call(app.send, 'deleteFeedback', { headers: as, params: { id } })

test('stand newest first, 15 at a time, with rating, answer, candidate and drive', async () => {
  const first = await page()
  expect(first.total).toBe(17)
  expect(first.feedbacks).toHaveLength(15)
  expect(first.feedbacks[0]).toMatchObject({
    rating: 2,
    answer: 'Answer 16',
    drive_name: 'Drive f',
  })
  expect((await page(15)).feedbacks.map((row) => row.answer)).toEqual(['Answer 1', 'Answer 0'])
})

test('name the candidate as in that attempt, whatever they said in a later one', async () => {
  const [newest] = (await page()).feedbacks
  const name = newest?.candidate_name
  expect(name).toBeTruthy()
  const later = (await seedSecondDrive(app.ctx, org))[16]
  if (!later) throw new Error('nobody was invited')
  await must(app.send, 'putCandidate', {
    params: { id: later.candidateId },
    token: later.invitation,
    body: { first_name: 'Renamed', last_name: 'Later', mobile_number: '5550100300' },
  })
  expect((await page()).feedbacks[0]?.candidate_name).toBe(name)
})

test('of another organization are not there', async () => {
  const foreign = await signIn(app.send, other.admin.email, PASSWORD)
  expect(await page(0, foreign)).toEqual({ feedbacks: [], total: 0 })
  const [own] = (await page()).feedbacks
  const before = await app.fingerprint()
  expect((await remove(own?.id ?? 0, foreign)).status).toBe(404)
  expect(await app.fingerprint()).toBe(before)
})

test('are deleted once, in the specification’s words; the audit log keeps nothing that was said', async () => {
  const [newest, next] = (await page()).feedbacks
  const answer = await remove(newest?.id ?? 0)
  expect(answer.json).toMatchObject({
    data: { id: newest?.id },
    message: 'Feedback deleted successfully.',
  })
  const after = await page()
  expect(after.total).toBe(16)
  expect(after.feedbacks[0]).toEqual(next)
  expect((await remove(newest?.id ?? 0)).status).toBe(404)
  const [entry] = await app.rows<Record<string, unknown>>(
    'SELECT action, subject, before, after FROM audit_log ORDER BY id DESC LIMIT 1',
  )
  expect(entry?.action).toBe('feedback.delete')
  expect(JSON.stringify(entry)).not.toContain('Answer')
  const [row] = await app.rows<{ deleted_at: number }>(
    'SELECT deleted_at FROM feedbacks WHERE id = ?',
    newest?.id,
  )
  expect(row?.deleted_at).toBe(app.clock.now())
})

test('go with their candidate', async () => {
  const { total } = await page()
  await must(app.send, 'deleteCandidate', { headers, params: { id: org.candidates[0]?.candidateId ?? 0 } })
  expect((await page()).total).toBe(total - 1)
})
