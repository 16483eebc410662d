import type { Page } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import { type Organization, seedOrganization } from '../../factories/index.ts'
import { violationsOf } from '../support/axe.ts'
import {
  beginTest,
  dialog,
  editorOf,
  enterFullScreen,
  expectAllSaved,
  fillDetails,
  keepsKey,
  openInvitation,
  setOffline,
  startTest,
  totalLight,
  writeCode,
} from '../support/candidate.ts'
import { openClocked } from '../support/clocked.ts'
import { see } from '../support/see.ts'

/** Full screen, blocked keys, and the camera. */

const { app, linkOf, browser } = await openClocked()
const { page } = await browser()
let org: Organization
beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'rules', { candidates: 4 })
  await openInvitation(page, linkOf(org.candidates[0]))
  await page.getByRole('button', { name: 'Continue' }).click()
  await fillDetails(page)
  started.after = await clockOf(page)
  await startTest(page)
  started.before = await clockOf(page)
})

/** By the page's own clock, in milliseconds: the test screen came up in between. */
const started = { after: 0, before: 0 }
const clockOf = (on: Page) => on.evaluate(() => performance.now())

interface Signal {
  type: string
  body: Record<string, unknown>
}
/** The page's observations, as the log has them: bodies so short are stored as they are. */
async function signals(who: number): Promise<Signal[]> {
  const rows = await app.rows<{ type: string; body: Buffer }>(
    'SELECT type, body FROM ops WHERE attempt_id = ? AND body_deflated = 0 ORDER BY seq',
    org.candidates[who]?.attemptId,
  )
  return rows.map(({ type, body }) => ({ type, body: JSON.parse(String(body)) }))
}
const leaveFullScreen = (on: Page) => on.evaluate(() => document.exitFullscreen())

it('covers the test until full screen is on again, and takes one of five attempts', async () => {
  await leaveFullScreen(page)
  await see(dialog(page).getByRole('heading')).toHaveText('Enter Full Screen')
  await see(dialog(page)).toContainText('Full screen may be left 3 more times without consequence.')
  const test = page.locator('.test')
  await see(test).toHaveAttribute('inert', '')
  expect(await test.evaluate((covered) => getComputedStyle(covered).filter)).toContain('blur')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await see(dialog(page)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Enter Full Screen' }).click()
  await see(dialog(page)).toHaveCount(0)
  await see(test).not.toHaveAttribute('inert', '')
  expect(await page.evaluate(() => localStorage.getItem('fullScreenAttempts'))).toBe('4')
})

it('keeps the keys of the specification from the browser, and no others', async () => {
  await page.getByRole('region', { name: 'Statement' }).getByRole('article').click()
  const blocked = ['F5', 'F11', 'F12', 'Escape', 'Control+C', 'Control+S', 'Control+V', 'Control+U']
  for (const key of [
    ...blocked,
    'Control+Shift+I',
    'Control+Shift+J',
    'Meta+C',
    'Meta+S',
    'Meta+V',
    'Meta+U',
  ])
    expect(await keepsKey(page, key), key).toBe(true)
  for (const key of ['F7', 'Control+L', 'z']) expect(await keepsKey(page, key), key).toBe(false)
})

it('takes a picture after three seconds and then every ten minutes', async () => {
  // By the page's clock when the log took it: whatever the machine is busy with comes on top.
  const taken = async () =>
    (
      await app.rows<{ at: number }>(
        "SELECT mono_ms AS at FROM ops WHERE type = 'snapshot_taken' ORDER BY seq",
      )
    ).map(({ at }) => at)
  const [busy, tick] = [20_000, 1_000]
  const onwards = (ms: number) =>
    page.evaluate((by) => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + by
    }, ms)
  await see.poll(taken).toHaveLength(1)
  const [first = 0] = await taken()
  expect(first).toBeGreaterThan(started.after + 3_000)
  expect(first).toBeLessThan(started.before + 3_000 + tick + busy)

  await onwards(550_000)
  // Time for what comes too early.
  const since = await clockOf(page)
  await see.poll(() => clockOf(page)).toBeGreaterThan(since + 3 * tick)
  expect(await taken()).toEqual([first])
  await onwards(55_000)
  // The time the test took until here may have brought the clock beyond the moment.
  const due = Math.max(first + 600_000, await clockOf(page))
  await see.poll(taken).toHaveLength(2)
  const [, second = 0] = await taken()
  expect(second - first).toBeGreaterThan(600_000 - tick)
  expect(second).toBeLessThan(due + tick + busy)
})

it('notes without a network that the camera was lost and came back, and says what it means (S13)', async () => {
  await setOffline(page, true)
  const camera = page.getByLabel('Your camera')
  // A camera that is unplugged ends its track.
  await camera.evaluate((video: HTMLVideoElement) => {
    const [track] = (video.srcObject as MediaStream).getTracks()
    track?.stop()
    track?.dispatchEvent(new Event('ended'))
  })
  await see(
    page
      .getByRole('alert')
      .getByText('Please turn your camera on, otherwise you will be disqualified from the test'),
  ).toBeVisible()
  await see(page.getByText('Camera off')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await writeCode(page, 'console.log("no camera, still writing")')
  await see(totalLight(page)).toContainText(/on this device/)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await see(camera).toBeVisible()
  await setOffline(page, false)
  await expectAllSaved(page, 60_000)
  const types = (await signals(0)).map(({ type }) => type)
  expect(types.indexOf('camera_lost')).toBeGreaterThanOrEqual(0)
  expect(types.indexOf('camera_returned')).toBeGreaterThan(types.indexOf('camera_lost'))
  await see(editorOf(page)).toBeVisible()
})

it.each([
  ['refuses it', 1],
  ['says nothing to it', 3],
])('goes on without full screen where the browser %s, and records that', async (how, candidate) => {
  const refused = await browser()
  await refused.page.addInitScript((isRefused) => {
    const fill = Element.prototype.requestFullscreen
    Object.assign(window, { fillScreen: () => fill.call(document.documentElement) })
    Element.prototype.requestFullscreen = () =>
      isRefused ? Promise.reject(new TypeError('Permissions check failed')) : new Promise(() => {})
  }, how === 'refuses it')
  await beginTest(refused.page, linkOf(org.candidates[candidate]))
  await dialog(refused.page).getByRole('button', { name: 'Enter Full Screen' }).click()
  await see(dialog(refused.page)).toContainText('Your browser refused full screen.')
  await dialog(refused.page).getByRole('button', { name: 'Continue without it' }).click()
  await see(dialog(refused.page)).toHaveCount(0)
  await writeCode(refused.page, 'console.log("small")')
  await expectAllSaved(refused.page)
  const left = (await signals(candidate)).filter(({ type }) => type === 'fullscreen_left')
  expect(left).toMatchObject([{ body: { counted: false, why: 'refused' } }])
  // A person who finds the way later is in full screen from then on.
  await refused.page.evaluate(() => (window as unknown as { fillScreen(): Promise<void> }).fillScreen())
  await see
    .poll(async () => (await signals(candidate)).map(({ type }) => type))
    .toContain('fullscreen_entered')
})

it('says at each way out of full screen what the next one comes to, and at the fifth why the test ended', async () => {
  const left = await browser()
  await beginTest(left.page, linkOf(org.candidates[2]))
  for (const words of [
    'Full screen may be left 3 more times without consequence.',
    'Full screen may be left 2 more times without consequence.',
    'Full screen may be left 1 more time without consequence.',
    'If you leave full screen once more, the test ends.',
  ]) {
    await leaveFullScreen(left.page)
    await see(dialog(left.page)).toContainText(words)
    await enterFullScreen(left.page)
    await see(dialog(left.page)).toHaveCount(0)
  }
  await leaveFullScreen(left.page)
  await left.page.waitForURL('**/candidate/endpage')
  const why = left.page.getByRole('alert')
  await see(why).toContainText('Your test was ended: Left full screen')
  await see(why).toContainText('You left full screen more often than the rules of this drive allow')
  expect(await left.page.evaluate(() => sessionStorage.getItem('test-end-reason'))).toBe('Switched window')
})
