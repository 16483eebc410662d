import type { Page } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import { type Organization, seedOrganization } from '../../factories/index.ts'
import {
  beginTest,
  codeOf,
  dialog,
  editorOf,
  enterFullScreen,
  expectAllSaved,
  setOffline,
  totalLight,
  writeCode,
} from '../support/candidate.ts'
import { openClocked } from '../support/clocked.ts'
import { fullDisk, keptOnDevice } from '../support/device.ts'
import { see } from '../support/see.ts'
import { workerKeeps } from '../support/worker.ts'

/** The browser's data is cleared under an open test: nothing that was typed is lost, in reach of the server or not. */

const { app, linkOf, browser } = await openClocked()
const { page } = await browser()
let org: Organization
beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'cleared', { candidates: 1 })
  await beginTest(page, linkOf(org.candidates[0]))
  await workerKeeps(page)
})

const newestDraft = async (): Promise<string | undefined> => {
  const [row] = await app.rows<{ saved: string }>(
    "SELECT saved FROM answers WHERE key LIKE 'code:%' ORDER BY saved_at DESC",
  )
  return row?.saved
}
/** As *Clear site data* does it, but for the worker and its caches. */
const clearData = (of: Page) =>
  of.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        localStorage.clear()
        const request = indexedDB.deleteDatabase('holdfast')
        request.onsuccess = () => resolve()
        request.onerror = () => reject(request.error)
      }),
  )
const testsKept = async () =>
  (await keptOnDevice(page)).databases.find(({ store }) => store === 'attempts')?.rows.length
const noAlarm = async () => {
  await see(dialog(page)).toHaveCount(0)
  await see(page.getByText('Not saved on this device yet')).toHaveCount(0)
}

it('goes on in reach of the server as if nothing had been', async () => {
  await writeCode(page, 'console.log("on the server")')
  await expectAllSaved(page)
  await clearData(page)
  await writeCode(page, 'console.log("and on")')
  await see.poll(newestDraft).toBe('console.log("and on")')
  await expectAllSaved(page)
  await noAlarm()
})

it('keeps out of reach what the page has, over a reload too, and sends it once the line is back', async () => {
  await setOffline(page, true)
  await writeCode(page, 'console.log("out of reach")')
  await see(totalLight(page)).toContainText(/on this device/)
  await clearData(page)
  await writeCode(page, 'console.log("cleared out of reach")')
  await see.poll(testsKept).toBe(1)
  await see(totalLight(page)).toContainText(/on this device/)
  await noAlarm()
  // Also where nobody types: the page looks by itself.
  await clearData(page)
  await see.poll(testsKept).toBe(1)
  await page.reload()
  await enterFullScreen(page)
  await see.poll(() => codeOf(page)).toBe('console.log("cleared out of reach")')
  // Text that was cut and not put back yet outlives a reload as well.
  await editorOf(page).press('Control+a')
  await page.keyboard.press('Control+x')
  await see.poll(() => codeOf(page)).toBe('')
  await see(totalLight(page)).toContainText(/on this device/)
  await page.reload()
  await enterFullScreen(page)
  await see
    .poll(async () => {
      // A busy editor may not have taken the first one.
      await editorOf(page).press('Control+a')
      await editorOf(page).press('Control+v')
      return codeOf(page)
    })
    .toBe('console.log("cleared out of reach")')
  await setOffline(page, false)
  await see.poll(newestDraft).toBe('console.log("cleared out of reach")')
  await expectAllSaved(page)
})

it('says what a full device does not keep, and has it as soon as there is room', async () => {
  const goOn = dialog(page).getByRole('button', { name: 'Keep working' })
  const mend = await fullDisk(page)
  // The notes of a busy page find no room either, so the page may say so before anything is written, or meanwhile.
  let said = ''
  const read = async (): Promise<void> => {
    said = await dialog(page).innerText()
    await goOn.click()
  }
  await page.addLocatorHandler(goOn, read)
  const text = 'console.log("no room for this")'
  await see
    .poll(async () => {
      await writeCode(page, text)
      return codeOf(page)
    })
    .toBe(text)
  await page.removeLocatorHandler(goOn)
  await see(totalLight(page)).toHaveText('not saved')
  if (said === '') await read()
  expect(said).toContain('make room')
  await mend()
  await see.poll(newestDraft, { timeout: 60_000 }).toBe(text)
  await expectAllSaved(page)
})

it('finishes with all of it where the data went at the last moment', async () => {
  await writeCode(page, 'console.log("the last word")')
  await clearData(page)
  await page.getByRole('button', { name: 'Finish' }).click()
  await dialog(page).getByRole('button', { name: 'Finish the test' }).click()
  await page.waitForURL('**/candidate/feedback')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await see(page.getByRole('heading', { name: 'Everything is on the server' })).toBeVisible({
    timeout: 60_000,
  })
  expect(await newestDraft()).toBe('console.log("the last word")')
  expect(await app.rows('SELECT end_reason FROM attempts')).toEqual([{ end_reason: 'Finished by candidate' }])
})
