import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { beginTest } from '../../e2e/support/candidate.ts'
import type { Figure } from '../figures.ts'
import type { Bench } from './bench.ts'
import { compare } from './compare.ts'
import { freshDevice, slowLine } from './device.ts'
import { untilUsable, watchUsable } from './usable.ts'

/** Scripts that had come before a moment of the page. */
async function scriptsUntil(page: Page, moment: number): Promise<string[]> {
  const here = await page.evaluate(
    (until) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => (entry as PerformanceResourceTiming).responseEnd <= until)
        .map((entry) => new URL(entry.name).pathname),
    moment,
  )
  return [...new Set(here)].filter((path) => path.endsWith('.js') && path !== '/worker.js')
}

const kilobytes = (folder: string, paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path)), { level: 9 }).length, 0) / 1024

/**
 * The JavaScript that a page fetches before it can be used: over the slow line, where what is fetched ahead for later
 * comes behind it, as it does for candidates.
 */
export async function benchScripts(bench: Bench): Promise<Figure[]> {
  const react = await loaded(bench, bench.reference('react'))
  const reference = kilobytes(join(bench.root, 'dist/bench-candidate/pages'), react)
  const pages = join(bench.root, 'dist/pages')
  const welcome = await loaded(bench, bench.directLink())
  const test = await loadedByTest(bench)
  const told = (name: string, about: string, scripts: readonly string[], atMost: number): Figure =>
    compare([{ reference, ours: kilobytes(pages, scripts) }], {
      name,
      about,
      unit: 'KB',
      against: 'the page that is React alone',
      atMost,
      notes: [`${scripts.length} scripts, each packed with gzip`],
    })
  return [
    told('scripts, welcome', "fetched before the welcome page's own text stood there.", welcome, 100),
    told(
      'scripts, test',
      'fetched before a test could be typed in, without a worker and with nothing cached.',
      test,
      350,
    ),
  ]
}

async function loaded({ browser }: Bench, url: string): Promise<string[]> {
  const device = await freshDevice(browser, { withoutWorker: true })
  await slowLine(device)
  await device.page.goto(url)
  const text = device.page.getByText(/Your time has not started/).first()
  await expect(text).toBeVisible({ timeout: 30_000 })
  const scripts = await scriptsUntil(device.page, await device.page.evaluate(() => performance.now()))
  await device.context.close()
  return scripts
}

async function loadedByTest(bench: Bench): Promise<string[]> {
  const device = await freshDevice(bench.browser, { instrument: watchUsable, withoutWorker: true })
  const { page } = device
  await beginTest(page, bench.nextLink())
  await slowLine(device)
  await device.cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.reload()
  const scripts = await scriptsUntil(page, await untilUsable(page))
  await device.context.close()
  return scripts
}
