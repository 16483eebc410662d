import { expect, it } from 'vitest'
import { violationsOf } from '../support/axe.ts'
import { openSignedIn } from '../support/console.ts'
import { openServerDatabase } from '../support/database.ts'
import { see } from '../support/see.ts'

/** The console’s words about engines: a language that none of them runs, and how the server’s own differ. */

const { server, page, faults } = await openSignedIn()
const WORDS = 'No engine of this server runs Java'

const unrun = () => page.getByRole('region', { name: 'Languages without an engine' })

it('a problem’s page and the wizard of its drive name a language that nothing here runs', async () => {
  const db = openServerDatabase(server.data)
  db.exec(`
    INSERT INTO languages (code_id, name, code, is_active) VALUES ('java', 'Java 17.0.9', '', 0);
    INSERT INTO templates (problem_id, organization_id, language_id, code)
      SELECT p.id, p.organization_id, l.id, 'class Main {}' FROM problems p, languages l
      WHERE l.code_id = 'java' AND p.title = 'Tide windows';
  `)
  const { id, drive } = db
    .prepare(
      "SELECT p.id, d.drive_id AS drive FROM problems p JOIN drives_problems d ON d.problem_id = p.id WHERE p.title = 'Tide windows'",
    )
    .get() as { id: number; drive: number }
  db.close()

  await page.goto(`${server.base}/admin/problem/${id}/details`)
  await see(unrun()).toContainText(`${WORDS}, which this problem has code or limits in.`)
  await see(unrun()).toContainText('apt-get install default-jdk-headless')
  expect(await violationsOf(page)).toEqual([])

  await page.goto(`${server.base}/admin/drive/${drive}/edit?step=questions`)
  await see(unrun()).toContainText(`${WORDS}, which ‘Tide windows’ has code or limits in.`)
  await page.getByRole('button', { name: 'Remove Tide windows' }).click()
  await see(unrun()).toHaveCount(0)
  expect(faults).toEqual([])
})

it('beside the language of a reference stands how its engine differs', async () => {
  await page.goto(`${server.base}/problem/create`)
  const panel = page.getByRole('region', { name: 'Reference solution' })
  await panel.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'SQL 3.54.1' })
  await panel.getByText('How SQL is run here').click()
  await see(panel.getByText('Between the results of two statements is an empty line.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})
