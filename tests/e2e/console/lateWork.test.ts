import { expect, it } from 'vitest'
import { choiceKey, codeKey } from '#contract/ops.ts'
import { must } from '../../factories/client.ts'
import { Device, fillIn } from '../../factories/device.ts'
import { violationsOf } from '../support/axe.ts'
import { openSignedIn } from '../support/console.ts'
import { newestAttempt, openServerDatabase, setDeadline } from '../support/database.ts'
import { see } from '../support/see.ts'

/** The queue of late work, in the browser: found from the results, decided with its evidence, changed again. */

const { server, page, faults, button, said } = await openSignedIn()
const send = (path: string, init?: RequestInit) => fetch(server.base + path, init)
const SECOND = 1_000

it('late work is found from the results, seen beside what counts, and decided', async () => {
  const invitation = (server.demo.candidate_links[0] ?? '').split('/').at(-1) ?? ''
  const { drive, candidate_id } = await must(send, 'getDrive', { params: { token: invitation } })
  const token = await fillIn(send, { invitation, candidateId: candidate_id })
  const device = new Device(send, token, Date.now)
  await device.start()
  const db = openServerDatabase(server.data)
  const { id } = newestAttempt(db)
  const headers = { authorization: `Bearer ${token}` }
  const [problem] = await must(send, 'getDriveProblems', { params: { id: drive.id }, headers })
  const [question] = await must(send, 'getQuestions', { query: {}, headers })
  if (!problem || !question) throw new Error('The drive asks nothing')
  const key = codeKey(problem.id, 1)
  const body = (answer: string) => ({ problem_id: problem.id, language_id: 1, answer })
  device.write('draft', key, body('in_time = True'))
  await device.sync()
  const deadline = Date.now() - 5 * SECOND
  setDeadline(db, id, deadline)
  device.write('draft', key, body('too_late = True'), { est: Date.now() })
  const selected_options = question.options.slice(0, 1).map((option) => option.id)
  device.write('mcq_save', choiceKey(question.id), { question_id: question.id, selected_options })
  await device.sync()

  await page.goto(`${server.base}/admin`)
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await see(waiting).toContainText('Late work from 1 candidate waiting')
  await see(waiting.getByRole('link', { name: drive.name, exact: true })).toBeVisible()
  await page.goto(`${server.base}/admin/drive/${drive.id}/result`)
  await said('Work from 1 candidate arrived late and is waiting for your decision.')
  const pages = page.getByRole('navigation', { name: 'Drive' })
  await see(pages.getByRole('link', { name: 'Late work 1 waiting' })).toBeVisible()
  await page.getByRole('link', { name: 'Review' }).click()
  await see(page.getByRole('heading', { name: 'Late work (1)' })).toBeVisible()
  const program = page.getByRole('region', { name: /^Program, not submitted/ })
  await see(program).toContainText('too_late = True')
  await see(program).toContainText('in_time = True')
  await see(program).toContainText('It was made after the deadline.')
  expect(await violationsOf(page)).toEqual([])
  await button('Accept', program).click()
  const dialog = page.getByRole('dialog')
  await see(dialog).toContainText('Program, not submitted: ')
  await dialog.getByLabel('Note (optional)').fill('The bell rang late in this room.')
  await button('Accept', dialog).click()
  await said('Accepted.')
  await see(program).toContainText('Accepted')
  await see(program).toContainText('Note: The bell rang late in this room.')
  const choice = page.getByRole('region', { name: /^Choice/ })
  const [first, ...others] = question.options
  await see(choice.getByRole('list', { name: 'This work' }).getByRole('listitem')).toHaveText(
    `A${first?.description}`,
  )
  for (const { description } of others) await see(choice).not.toContainText(description)
  await button('Reject', choice).click()
  await button('Reject', dialog).click()
  await said('No work is waiting for a decision.')
  await see(pages.getByRole('link', { name: 'Late work', exact: true })).toBeVisible()
  // With the last piece the list went: the keyboard goes on in the page.
  await see.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)

  // Work that comes now waits in its turn, and whoever goes on to another page sees it there.
  device.write('draft', key, body('later_still = True'), { est: Date.now() })
  await device.sync()
  await pages.getByRole('link', { name: 'Result' }).click()
  await see(page.getByRole('table')).toBeVisible()
  await see(pages.getByRole('link', { name: 'Late work 1 waiting' })).toBeVisible()
  await page.getByRole('link', { name: 'Review' }).click()
  await button('Accept', program).click()
  await button('Accept', dialog).click()
  await said('No work is waiting for a decision.')

  // A piece that is decided is found again from the results, and decided otherwise.
  await pages.getByRole('link', { name: 'Result' }).click()
  await see(page.getByRole('table')).toBeVisible()
  await see(page.getByText(/waits for your decision/)).toHaveCount(0)
  await pages.getByRole('link', { name: 'Late work', exact: true }).click()
  await button('Show decided').click()
  // The older one stands there as well: it was accepted, and is judged.
  await see(program).toHaveCount(2)
  await button('Reject', program.last()).click()
  await button('Reject', dialog).click()
  await see(program.last()).toContainText('Rejected')
  await see(program.first()).toContainText('Accepted')
  const verdict = db
    .prepare('SELECT verdict FROM answers WHERE attempt_id = ? AND key = ?')
    .pluck()
    .get(id, key)
  expect(verdict).toBe('late')
  const ref = db.prepare('SELECT ref FROM attempts WHERE id = ?').pluck().get(id)
  db.close()

  // The report of who has some leads there as well.
  await page.goto(`${server.base}/admin/drive/${drive.id}/candidate/${ref}/report`)
  await page.getByRole('link', { name: 'Late work, decided' }).click()
  await page.waitForURL('**/late_work')
})

it('nothing broke on the way', () => {
  expect(faults).toEqual([])
})
