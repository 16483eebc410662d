import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { oneAttempt } from '../support/attempts.ts'
import { violationsOf } from '../support/axe.ts'
import {
  dialog,
  expectAllSaved,
  openMcqs,
  openProblems,
  totalLight,
  writeCode,
} from '../support/candidate.ts'
import { draftsOf, newestAttempt } from '../support/database.ts'
import { fullDisk, heldWrites, slowDisk } from '../support/device.ts'
import { see } from '../support/see.ts'

/** A disk that is slow, and one that is full: what is not kept yet is never called saved, and never lost by it. */

const { now, database } = oneAttempt()

const actions = () => now.page.getByRole('region', { name: 'Actions' })
const submitButton = () => actions().getByRole('button', { name: 'Submit' })
const left = async () => Number((await actions().getByRole('status').textContent())?.match(/\d+/)?.[0])
const submit = async () => {
  await submitButton().click()
  await dialog(now.page).getByRole('button', { name: 'Submit' }).click()
}
const options = () => now.page.getByRole('group', { name: /^Choose/ }).locator('input')
const chosen = () => options().evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))

// A verdict comes when it comes, over whatever the test does just then.
beforeAll(async () => {
  const verdict = now.page.getByRole('dialog', { name: 'Final Output' })
  await now.page.addLocatorHandler(verdict, async () => now.page.keyboard.press('Escape'))
})

/** The submissions of this attempt with such a program, as the server has them. */
function submissions(of: string): string[] {
  const db = database()
  const found = db
    .prepare("SELECT source FROM submissions WHERE attempt_id = ? AND kind = 'submit' AND source = ?")
    .pluck()
    .all(newestAttempt(db).id, of) as string[]
  db.close()
  return found
}

it('a submission that the disk is slow to keep counts from the moment it was made, is called kept when it is, and is made once', async () => {
  const { page } = now
  await writeCode(page, 'console.log("once")')
  await expectAllSaved(page)
  const before = await left()
  await slowDisk(page, 5_000)
  await submit()
  await see(totalLight(page)).toContainText('saving')
  await see(submitButton()).toHaveAttribute('aria-busy', 'true')
  expect(await left()).toBe(before - 1)
  await see(page.getByText('Not on this device yet')).toBeVisible()
  await submitButton().click()
  await page.keyboard.press('ControlOrMeta+Enter')
  await see(dialog(page).getByRole('button', { name: 'Submit' })).toHaveCount(0)
  await expectAllSaved(page)
  await see(submitButton()).not.toHaveAttribute('aria-busy')
  expect(await heldWrites(page)).toBeGreaterThan(0)
  expect(await left()).toBe(before - 1)
  await see.poll(() => submissions('console.log("once")')).toHaveLength(1)
})

it('a submission and a choice that were under way when the page was loaded anew are there, once', async () => {
  const { page } = now
  await openMcqs(page)
  await openProblems(page)
  await writeCode(page, 'console.log("before the reload")')
  await expectAllSaved(page)
  await slowDisk(page, 5_000)
  await submit()
  await openMcqs(page)
  await options().nth(1).click()
  await see(totalLight(page)).toContainText('saving')
  expect(await heldWrites(page)).toBeGreaterThan(0)
  page.once('dialog', (warning) => warning.accept())
  await page.reload()
  await dialog(page).getByRole('button', { name: 'Enter Full Screen' }).click()
  await openMcqs(page)
  await see(options().nth(1)).toBeChecked()
  await expectAllSaved(page)
  await see.poll(() => submissions('console.log("before the reload")')).toHaveLength(1)
  await page.reload()
  await dialog(page).getByRole('button', { name: 'Enter Full Screen' }).click()
  await openMcqs(page)
  await see(options().nth(1)).toBeChecked()
  await expectAllSaved(page)
  expect(submissions('console.log("before the reload")')).toHaveLength(1)
})

it('what a full disk does not keep stands where it stood, is tried again, and alarms each time', async () => {
  const { page } = now
  const mend = await fullDisk(page)
  await options().nth(0).click()
  const alarm = page.getByRole('alertdialog', { name: 'Your last change is not saved' })
  await see(alarm).toBeVisible()
  await see(alarm).toContainText('tried again every few seconds')
  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    alarm.getByRole('button', { name: 'Download' }).click(),
  ])
  // Whether the question takes one option or several: the first one was just chosen.
  const held = await chosen()
  expect(held[0]).toBe(true)
  const letters = held.flatMap((isChosen, index) => (isChosen ? ['ABCDE'[index]] : []))
  expect(readFileSync(await kept.path(), 'utf8')).toContain(`Question 1: ${letters.join(', ')}\n`)
  await alarm.getByRole('button', { name: 'Keep working' }).click()
  expect(await chosen()).toEqual(held)
  await see(page.getByText('Not saved on this device yet.')).toBeVisible()
  await see(totalLight(page)).toContainText('not saved')
  await mend()
  await see(page.getByText('Not saved on this device yet.')).toHaveCount(0)
  await expectAllSaved(page)
  expect(await chosen()).toEqual(held)
  const db = database()
  const choices = db
    .prepare(
      "SELECT CAST(body AS TEXT) FROM ops WHERE attempt_id = ? AND type = 'mcq_select' ORDER BY seq DESC LIMIT 2",
    )
    .pluck()
    .all(newestAttempt(db).id)
  // The one that was made while the disk was full, behind the one before it.
  expect(new Set(choices).size).toBe(2)
  db.close()

  const again = await fullDisk(page)
  await options().nth(1).click()
  await see(alarm).toBeVisible()
  await again()
  await see(alarm).toHaveCount(0)
  await expectAllSaved(page)
})

it('a finish that a full disk does not keep leads on all the same, says what stands, and is made once there is room (S12)', async () => {
  const { page } = now
  await actions().getByRole('button', { name: /^Save/ }).click()
  await expectAllSaved(page)
  await openProblems(page)
  const mend = await fullDisk(page)
  await writeCode(page, 'console.log("the last of it")')
  const alarm = page.getByRole('alertdialog', { name: 'Your last change is not saved' })
  await alarm.getByRole('button', { name: 'Keep working' }).click()
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await see(dialog(page)).toContainText('not saved on this device yet')
  await dialog(page).getByRole('button', { name: 'Finish the test' }).click()
  await page.waitForURL('**/candidate/feedback')
  await see(page.getByText('Not saved on this device yet.')).toBeVisible()
  await see(totalLight(page)).toHaveText('not saved')
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Comment').fill('The disk was full')
  await page.getByRole('button', { name: 'Submit' }).click()
  await see(page.getByText('This device could not keep it.', { exact: false })).toBeVisible()
  await page.getByRole('link', { name: 'Continue without feedback' }).click()

  const safe = page.getByRole('region', { name: 'Not everything is saved' })
  await see(safe).toContainText('Leave this page open')
  const apart = page.getByRole('region', { name: 'Only on this page' }).getByRole('listitem')
  await see(apart).toHaveCount(3)
  await see(apart).toContainText([/^1 .*not saved/, /^Finish.*not saved/, /^Feedback.*not saved/])
  // Work that the disk took before it was full is where it was.
  await see(page.getByRole('region', { name: 'On the server' })).toContainText(/MCQ.*saved/)
  await see(page.getByText('Everything is on the server')).toHaveCount(0)
  await see(page.getByRole('button', { name: 'Download rescue file' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const [copy, download] = await Promise.all(
    ['Copy', 'Download'].map((name) => safe.getByRole('button', { name }).boundingBox()),
  )
  // Side by side, and not at either end of the card.
  expect((download?.x ?? 0) - (copy?.x ?? 0) - (copy?.width ?? 0)).toBe(8)
  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    safe.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(readFileSync(await kept.path(), 'utf8')).toContain('the last of it')
  const db = database()
  const finishedAt = () => newestAttempt(db).finished_at
  expect(finishedAt()).toBeNull()
  await mend()
  await see(page.getByRole('heading', { name: 'Everything is on the server' })).toBeVisible()
  expect(finishedAt()).not.toBeNull()
  expect(draftsOf(db, newestAttempt(db).id)).toContain('console.log("the last of it")')
  db.close()
})
