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

/** Scripts the browser asked for before a moment of the page. */
async function scriptsUntil(page: Page, moment: number): Promise<string[]> {
  const asked = await page.evaluate(
    (until) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry.startTime < until)
        .map((entry) => new URL(entry.name).pathname),
    moment,
  )
  return [...new Set(asked)].filter((path) => path.endsWith('.js') && path !== '/worker.js')
}

const kilobytes = (folder: string, paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path)), { level: 9 }).length, 0) / 1024

/** What a page fetches of JavaScript before it can be used, as the browser asked for it. */
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
    told('scripts, welcome', "asked for before the welcome page's own text stood there.", welcome, 100),
    told('scripts, test', 'asked for before a reloaded test could be typed in, without a worker.', test, 350),
  ]
}

/** Over the slow line: what is fetched ahead for later pages comes after the text, as it does for candidates. */
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
  await page.reload()
  const scripts = await scriptsUntil(page, await untilUsable(page))
  await device.context.close()
  return scripts
}
