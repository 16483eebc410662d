import { expect, it } from 'vitest'
import { freshAttempts } from '../support/attempts.ts'
import { dialog, openInvitation, setOffline, writeCode } from '../support/candidate.ts'
import { draftsOf, newestAttempt } from '../support/database.ts'
import { keptOnDevice } from '../support/device.ts'
import { see } from '../support/see.ts'

const { now, database } = freshAttempts()

it('sends what a closed test left, pictures and all, from the page of whoever comes next, and leaves nothing of it', async () => {
  const { page } = now
  const pictures = async () =>
    (await keptOnDevice(page)).databases.find(({ store }) => store === 'blobs')?.rows.length
  await setOffline(page, true)
  await writeCode(page, 'console.log("nobody else should read this")')
  await see.poll(pictures).toBe(1)
  await page.getByRole('button', { name: 'Finish' }).click()
  await dialog(page).getByRole('button', { name: 'Finish the test' }).click()
  await page.waitForURL('**/candidate/feedback')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.waitForURL('**/candidate/endpage')
  await see(page.getByRole('heading', { name: 'Not everything has left this device yet' })).toBeVisible()
  await see(page.getByText('1 picture')).toBeVisible()
  expect(JSON.stringify(await keptOnDevice(page))).toContain('nobody else should read this')

  const next = await now.profile.context.newPage()
  await page.close()
  await setOffline(next, false)
  await openInvitation(next, now.server.demo.candidate_links[5] ?? '')
  const db = database()
  const stored = () => db.prepare('SELECT count(*) FROM snapshots WHERE stored_at IS NOT NULL').pluck().get()
  await see.poll(stored, { timeout: 60_000 }).toBe(1)
  const attempt = newestAttempt(db)
  expect(attempt.end_reason).toBe('Finished by candidate')
  expect(draftsOf(db, attempt.id)[0]).toBe('console.log("nobody else should read this")')
  db.close()

  const left = async () => JSON.stringify(await keptOnDevice(next))
  await see.poll(left).not.toContain('nobody else should read this')
  await see.poll(async () => (await keptOnDevice(next)).local).not.toHaveProperty('authToken')
})
