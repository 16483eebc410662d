import { afterAll, beforeAll, expect, it } from 'vitest'
import { choiceKey } from '#contract/ops.ts'
import { must } from '../../factories/client.ts'
import { Device, fillIn } from '../../factories/device.ts'
import { firstPage } from '../support/attempts.ts'
import { violationsOf } from '../support/axe.ts'
import { openServerDatabase } from '../support/database.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let profile: Profile

beforeAll(async () => {
  server = await startTestServer()
  profile = await openProfile()
})
afterAll(async () => {
  await profile.context.close()
  await server.stop()
})

it('a candidate reads a released report by the link of the invitation', async () => {
  const send = (path: string, init?: RequestInit) => fetch(server.base + path, init)
  const link = server.demo.candidate_links[0] ?? ''
  const invitation = link.split('/').at(-1) ?? ''
  const { drive, candidate_id } = await must(send, 'getDrive', { params: { token: invitation } })
  const token = await fillIn(send, { invitation, candidateId: candidate_id })
  const device = new Device(send, token, Date.now)
  await device.start()
  const [question] = await must(send, 'getQuestions', { headers: { authorization: `Bearer ${token}` } })
  if (!question) throw new Error('The drive asks nothing')
  device.write('mcq_save', choiceKey(question.id), {
    question_id: question.id,
    selected_options: question.options.slice(0, 1).map(({ id }) => id),
  })
  device.write('finish', 'finish', { reason: 'candidate' })
  await device.sync()
  const db = openServerDatabase(server.data)
  const now = Date.now()
  db.prepare('UPDATE drives SET release_reports = 1 WHERE id = ?').run(drive.id)
  const page = await firstPage(profile)
  await page.goto(link)
  await page.waitForURL('**/candidate/endpage')
  await see(
    page.getByText(/from \d\d-\d\d-\d{4}, .* on, when the drive has ended for everybody/),
  ).toBeVisible()

  db.prepare('UPDATE drives SET end_time = ? WHERE id = ?').run(now - 1_000, drive.id)
  db.prepare('UPDATE attempts SET deadline_at = ? WHERE drive_id = ? AND started_at IS NOT NULL').run(
    now - 1_000,
    drive.id,
  )
  db.close()
  await page.goto(link)
  await page.getByRole('button', { name: 'Read your report' }).click()
  await see(page.getByRole('heading', { name: 'Your report' })).toBeVisible()
  await see(page.getByText('your answer')).toHaveCount(1)
  await see(page.getByText('Not answered.').first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  const widest = () => page.evaluate(() => document.documentElement.scrollWidth)
  await see.poll(widest).toBe(390)
  expect(await violationsOf(page)).toEqual([])
  await page.reload()
  await see(page.getByRole('heading', { name: 'Your report' })).toBeVisible()
})
