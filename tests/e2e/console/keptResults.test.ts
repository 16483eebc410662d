import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { violationsOf } from '../support/axe.ts'
import { openSignedIn } from '../support/console.ts'
import { openServerDatabase } from '../support/database.ts'
import { see } from '../support/see.ts'
import { BUILT } from '../support/server.ts'

/** How long the results of a completed drive are kept is set on its tile, and the page says what goes by it. */

const { server, page, faults, said } = await openSignedIn()

it('a completed drive is given a shorter time after a question that says what goes, and its pages say that it went', async () => {
  const db = openServerDatabase(server.data)
  const drive = db
    .prepare('SELECT id, name, invitation_sent FROM drives WHERE end_time < ?')
    .get(Date.now()) as {
    id: number
    name: string
    invitation_sent: number
  }
  const day = 86_400_000
  db.prepare('UPDATE drives SET start_time = ?, end_time = ? WHERE id = ?').run(
    Date.now() - 42 * day,
    Date.now() - 40 * day,
    drive.id,
  )
  db.close()
  await page.reload()
  const tile = page.getByRole('article', { name: drive.name, exact: true })
  await see(tile.getByText('Results are kept for ever.')).toBeVisible()
  await tile.getByRole('button', { name: `Change how long results of ${drive.name} are kept` }).click()
  const form = page.getByRole('dialog', { name: 'Keep results' })
  const days = form.getByLabel('Days after the end of the drive')
  await see(days).toHaveValue('')
  await days.fill('29')
  await form.getByRole('button', { name: 'Save' }).click()
  await see(form.getByText('A whole number from 30 to 3650')).toBeVisible()
  await days.fill('400')
  await form.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog', { name: /^(Keep|Erase) results/ })
  await see(question).toContainText(`${drive.invitation_sent} invitations and tests of ‘${drive.name}’`)
  await see(question).toContainText(/will be erased on \d\d-\d\d-\d{4}/)
  expect(await violationsOf(page)).toEqual([])
  await question.getByRole('button', { name: 'Keep for 400 days' }).click()
  await see(tile.getByText(/^Results are kept until/)).toBeVisible()
  // A shorter one asks again; whoever leaves the question has changed nothing.
  await tile.getByRole('button', { name: /^Change how long results/ }).click()
  await see(days).toHaveValue('400')
  await days.fill('30')
  await form.getByRole('button', { name: 'Save' }).click()
  await see(question).toContainText('will be erased within minutes')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await see(days).toHaveValue('30')
  await form.getByRole('button', { name: 'Save' }).click()
  await question.getByRole('button', { name: 'Erase' }).click()
  await see(tile.getByText('The time to keep results is over.')).toBeVisible()
  const env = { PATH: process.env.PATH, HOLDFAST_DATA: server.data }
  const run = spawnSync(process.execPath, [BUILT, 'retention', '--run', '--json'], { env, encoding: 'utf8' })
  expect([run.status, run.stderr]).toEqual([0, expect.stringContaining(drive.name)])
  expect(JSON.parse(run.stdout)).toMatchObject({
    erased: [{ id: drive.id, attempts: drive.invitation_sent }],
  })
  await page.reload()
  await see(tile.getByText(/^Results were erased on/)).toBeVisible()
  // What is gone is told, and nothing is offered that needs it; the drive itself stays.
  await see(tile.getByRole('button', { name: `Delete ${drive.name}` })).toBeHidden()
  await see(tile.getByRole('definition').first()).toHaveText('-')
  await tile.getByRole('link', { name: 'Result' }).click()
  await page.waitForURL('**/result')
  await said(/^Results were erased on/)
  for (const name of ['Download', 'Send Report'])
    await see(page.getByRole('button', { name, exact: true })).toBeHidden()
  await see(page.getByRole('link', { name: 'Rejudge' })).toBeHidden()
  await page.getByRole('navigation', { name: 'Drive' }).getByRole('link', { name: 'Candidates' }).click()
  await page.waitForURL('**/candidates')
  await said(/^Results were erased on/)
  await page.goto(`${server.base}/admin/drive/${drive.id}/details`)
  await said(/^Results were erased on/)
  await see(page.getByText('Total Candidates')).toBeHidden()
  await page.goto(`${server.base}/audit_log`)
  await see(page.getByText(/Erased the results of the drive/).first()).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  expect(faults).toEqual([])
})
