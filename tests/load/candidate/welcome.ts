import type { Browser } from 'playwright'
import { expect } from 'playwright/test'
import { type Figure, median, tell } from '../figures.ts'
import type { Bench } from './bench.ts'
import { compare, type Pair } from './compare.ts'
import { freshDevice, slowLine, slowProcessor } from './device.ts'

interface Painted {
  /** Largest contentful paint, first one, and how long long tasks kept the page from answering; milliseconds. */
  largest: number
  first: number
  blocked: number
  /** The largest part. */
  text: string
}

declare global {
  interface Window {
    painted: Painted
  }
}

/** Notes what the browser says of its paints. */
function instrument(): void {
  window.painted = { largest: 0, first: 0, blocked: 0, text: '' }
  const watch = (type: string, note: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => {
    const { element } = entry as PerformanceEntry & { element: Element | null }
    window.painted.largest = entry.startTime
    window.painted.text = (element?.textContent ?? '').trim().slice(0, 60)
  })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') window.painted.first = entry.startTime
  })
  watch('longtask', (entry) => {
    window.painted.blocked += Math.max(0, entry.duration - 50)
  })
}

/** Nothing asks the page anything while it is measured: looking for a text takes its processor, too. */
const LOADING_MS = 2_500
/** Nothing larger is painted once the page has stood still for so long. */
const QUIET_MS = 1_500

async function paintsOf(browser: Browser, url: string, shows: RegExp): Promise<Painted> {
  const device = await freshDevice(browser, { instrument })
  await slowLine(device)
  await slowProcessor(device)
  await device.page.goto(url)
  await device.page.waitForTimeout(LOADING_MS)
  await expect(device.page.getByText(shows).first()).toBeVisible({ timeout: 30_000 })
  await device.page.waitForTimeout(QUIET_MS)
  const painted = await device.page.evaluate(() => window.painted)
  await device.context.close()
  if (painted.largest === 0) throw new Error(`The browser told no largest paint of ${url}`)
  return painted
}

/** The first page a candidate sees, over slow 4G on a slow device. */
export async function benchWelcome(bench: Bench): Promise<Figure[]> {
  const pairs: Pair[] = []
  const all: Painted[] = []
  for (let round = -1; round < bench.rounds; round++) {
    const reference = await paintsOf(bench.browser, bench.reference('react'), /Your time has not started/)
    const ours = await paintsOf(bench.browser, bench.directLink(), /Your time has not started/)
    // The first round warms both servers and the browser.
    if (round < 0) continue
    pairs.push({ reference: reference.largest, ours: ours.largest })
    all.push(ours)
  }
  return [
    compare(pairs, {
      name: 'welcome',
      about:
        'largest contentful paint of an invitation that is opened for the first time; slow 4G, 4 × slower.',
      unit: 'ms',
      against: 'a heading and a paragraph drawn by React alone, from the same server code',
      ratioAtMost: 1.15,
      notes: [
        `first paint ${tell(median(all.map((p) => p.first)))} ms, blocked ${tell(median(all.map((p) => p.blocked)))} ms; largest was “${all[0]?.text}”`,
      ],
    }),
  ]
}
