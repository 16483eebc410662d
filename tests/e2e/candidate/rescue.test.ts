import { join } from 'node:path'
import { expect, it } from 'vitest'
import { signIn } from '../support/admin.ts'
import { freshAttempts } from '../support/attempts.ts'
import { violationsOf } from '../support/axe.ts'
import { dialog, expectAllSaved, setOffline, writeCode } from '../support/candidate.ts'
import { draftsOf, newestAttempt, opsOf } from '../support/database.ts'
import { openProfile } from '../support/profile.ts'
import { see } from '../support/see.ts'

/** Never back: what a device could not send goes by file, through an admin's hands. */

const { now, database } = freshAttempts()

it('brings what a device could not send by a file that only the server can read', async () => {
  await expectAllSaved(now.page)
  await setOffline(now.page, true)
  await writeCode(now.page, 'console.log("only on this device")')
  await now.page.getByRole('button', { name: 'Finish' }).click()
  await dialog(now.page).getByRole('button', { name: 'Finish' }).click()
  await see(now.page.getByRole('heading', { name: 'Feedback' })).toBeVisible()
  await now.page.getByRole('button', { name: 'Submit' }).click()
  await see(now.page.getByText('Not everything has left this device yet')).toBeVisible()
  expect(await violationsOf(now.page)).toEqual([])
  // Whom to send it to stands in the sentence.
  const contact = now.page
    .getByRole('region', { name: /No network before/ })
    .getByRole('paragraph')
    .locator('span, a')
  expect(await contact.evaluateAll((all) => all.map((one) => getComputedStyle(one).display))).toContain(
    'inline',
  )
  expect(await contact.evaluateAll((all) => all.map((one) => getComputedStyle(one).display))).not.toContain(
    'flex',
  )
  const [file] = await Promise.all([
    now.page.waitForEvent('download'),
    now.page.getByRole('button', { name: 'Download rescue file' }).click(),
  ])
  const path = join(now.profile.folder, file.suggestedFilename())
  await file.saveAs(path)

  const office = await openProfile()
  const admin = office.context.pages()[0] ?? (await office.context.newPage())
  await signIn(admin, now.server)
  const db = database()
  const { id, drive_id, ref } = newestAttempt(db) as ReturnType<typeof newestAttempt> & { drive_id: number }
  const email = db
    .prepare('SELECT c.email FROM attempts a JOIN candidates c ON c.id = a.candidate_id WHERE a.id = ?')
    .pluck()
    .get(id) as string
  await admin.goto(`${now.server.base}/admin/drive/${drive_id}/candidates`)
  await admin.getByRole('button', { name: `Actions for ${email}` }).click()
  await admin.getByRole('menuitem', { name: 'Import rescue file' }).click()
  const form = admin.getByRole('dialog')
  await form.getByRole('button', { name: 'Import' }).click()
  await see(form.getByText('Choose the rescue file that the candidate sent.')).toBeVisible()
  await form.getByLabel('Rescue file').setInputFiles(path)
  await form.getByRole('button', { name: 'Import' }).click()
  await see(admin.getByText(/changes read: \d+ applied/)).toBeVisible()
  expect(draftsOf(db, id)[0]).toBe('console.log("only on this device")')
  expect(newestAttempt(db)).toMatchObject({ ref, end_reason: 'Finished by candidate' })
  const log = opsOf(db, id)

  // The device finds a network after all: nothing stands twice, and it may rest.
  await setOffline(now.page, false)
  await see(now.page.getByText('Everything is on the server')).toBeVisible({ timeout: 60_000 })
  expect(opsOf(db, id).slice(0, log.length)).toEqual(log)
  expect(opsOf(db, id).filter((op) => op.type === 'finish')).toHaveLength(1)
  db.close()
  await office.context.close()
})
