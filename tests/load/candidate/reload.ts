import type { Browser, Page } from 'playwright'
import { expect } from 'playwright/test'
import { texts } from '#contract/texts.ts'
import { editorOf, enterFullScreen, expectAllSaved, setOffline } from '../../e2e/support/candidate.ts'
import type { Figure } from '../figures.ts'
import { beginWithProgram } from './begun.ts'
import type { Bench } from './bench.ts'
import { compare, type Pair } from './compare.ts'
import { type Device, freshDevice, slowProcessor } from './device.ts'
import { untilUsable, watchUsable } from './usable.ts'

const DRAFTS = 360
const SHOWN_MS = 20

/** A reload in the middle of a test without a network, on a slow device. */
export async function benchReload(bench: Bench): Promise<Figure[]> {
  const device = await freshDevice(bench.browser, { instrument: watchUsable })
  const { page } = device
  await beginWithProgram(page, bench.nextLink())
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await keepDrafts(page)
  await slowProcessor(device)
  await setOffline(page, true)
  const pairs: Pair[] = []
  for (let round = -1; round < bench.rounds; round++) {
    const reference = await reactOnly(bench.browser, bench.reference('react'))
    const ours = await reloaded(device)
    if (round >= 0) pairs.push({ reference, ours })
  }
  await device.context.close()
  return [
    compare(pairs, {
      name: 'reload offline',
      about: `reload without a network, ${DRAFTS} drafts in the log, until the program stands in the editor and the question beside it; 4 × slower.`,
      unit: 'ms',
      against: 'first paint of the page that is React alone, with this machine as its network',
      atMost: 1_000,
      notes: [],
    }),
  ]
}

/** The log of half an hour: what a reload has to find its way through. */
async function keepDrafts(page: Page): Promise<void> {
  await editorOf(page).click()
  await page.keyboard.press('Control+End')
  for (let draft = 0; draft < DRAFTS; draft++) {
    await page.keyboard.press('x')
    await page.keyboard.press('Control+s')
    await expect(page.locator('.code-saved')).toContainText(texts.codeSaved)
    await page.waitForTimeout(SHOWN_MS)
  }
  await expectAllSaved(page, 60_000)
}

async function reloaded({ page }: Device): Promise<number> {
  await page.reload()
  const at = await untilUsable(page)
  // A person can go on with the measured test.
  await enterFullScreen(page)
  await editorOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('\n// after a reload')
  await expect(editorOf(page)).toContainText('// after a reload')
  return at
}

async function reactOnly(browser: Browser, url: string): Promise<number> {
  const device = await freshDevice(browser)
  await slowProcessor(device)
  await device.page.goto(url)
  await device.page.getByText('Welcome').waitFor()
  const painted = await device.page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  const at = Number(await painted.jsonValue())
  await device.context.close()
  return at
}
