import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { editorOf, expectAllSaved, setOffline } from '../../e2e/support/candidate.ts'
import { type Figure, median } from '../figures.ts'
import { beginWithProgram } from './begun.ts'
import { type Bench, ROUND_TRIP_MS } from './bench.ts'
import { compare, type Pair } from './compare.ts'
import { freshDevice } from './device.ts'

const OPS = 500
/** As many batches as 500 ops make: three for each 150. */
const REQUESTS = (OPS / 150) * 3

interface Sent {
  from: number
  to: number
}

/** The sync calls since the last time, in the page's own milliseconds. */
const sends = (page: Page): Promise<Sent[]> =>
  page.evaluate(() => {
    const found = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('/sync'))
      .map((entry) => ({ from: entry.startTime, to: (entry as PerformanceResourceTiming).responseEnd }))
    performance.clearResourceTimings()
    return found
  })

async function saveOnce(page: Page): Promise<void> {
  await page.keyboard.press('x')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Code saved successfully').first()).toBeVisible()
}

/** How long one save's request takes over this line: the median of five. */
async function oneRequest(page: Page): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 5; n++) {
    await sends(page)
    await saveOnce(page)
    await expectAllSaved(page)
    times.push(...(await sends(page)).map(({ from, to }) => to - from))
  }
  return median(times)
}

/**
 * 500 saves without a network. The page itself presses the keys, one save after the other: that they are many is what
 * is wanted here, not how they are made.
 */
async function workOffline(page: Page): Promise<void> {
  await setOffline(page, true)
  await editorOf(page).click()
  await page.evaluate(async (ops) => {
    const kept = (): number =>
      Number(/(\d+) saved on this device/.exec(document.querySelector('header')?.textContent ?? '')?.[1] ?? 0)
    const until = performance.now() + 180_000
    while (kept() < ops) {
      if (performance.now() > until) throw new Error(`Only ${kept()} saves are on the device`)
      const before = kept()
      document.execCommand('insertText', false, String(before % 10))
      // The editor hears of it a moment later.
      await new Promise((go) => setTimeout(go, 0))
      const save = { key: 's', code: 'KeyS', ctrlKey: true, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', save))
      for (let wait = 0; wait < 50 && kept() === before; wait++) await new Promise((go) => setTimeout(go, 5))
    }
  }, OPS)
}

/** The tail of an outage, sent when the line is back. */
export async function benchDrain(bench: Bench): Promise<Figure[]> {
  const device = await freshDevice(bench.browser)
  const { page } = device
  await beginWithProgram(page, bench.nextLink())
  await editorOf(page).click()
  // Drafts of a few lines: five hundred long ones in a row would measure the size of the batches.
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('// an outage\n')
  await expectAllSaved(page)
  await bench.line.set('latency')
  const pairs: Pair[] = []
  const requests: string[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const single = await oneRequest(page)
    await workOffline(page)
    await sends(page)
    await setOffline(page, false)
    await page.waitForFunction(
      () => document.querySelector('header .save-light-slot')?.textContent?.includes('All saved'),
      null,
      { timeout: 120_000, polling: 'raf' },
    )
    const done = await page.evaluate(() => performance.now())
    const sent = (await sends(page)).filter(({ to }) => to > 0)
    const first = sent[0]
    if (!first) throw new Error('Nothing was sent after the outage')
    requests.push(`${sent.length} of ${Math.round(median(sent.map(({ from, to }) => to - from)))} ms`)
    pairs.push({ reference: single * REQUESTS, ours: done - first.from })
  }
  await bench.line.set('ok')
  await device.context.close()
  return [
    compare(pairs, {
      name: 'drain',
      about: `${OPS} saves of an outage, from the first request to “All saved”; ${ROUND_TRIP_MS} ms there and back.`,
      unit: 'ms',
      against: `${REQUESTS} times the request of one save over the same line (three for each 150 saves)`,
      ratioAtMost: 1,
      notes: [`requests of each round, and how long one took: ${requests.join(', ')}`],
    }),
  ]
}
