import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type Browser, chromium } from 'playwright'
import type { DemoFile } from '#api/seed/demoFile.ts'
import { findChromium, flags } from '../../e2e/support/browser.ts'
import { waitFor } from '../../factories/wait.ts'
import { startProcess } from '../../faults/process.ts'
import { type FaultProxy, startFaultProxy } from '../../faults/proxy.ts'
import { Child } from '../child.ts'

/** The things every measurement gets: a browser, the product with its demonstration, and the reference pages. */
export interface Bench {
  browser: Browser
  browserVersion: string
  root: string
  rounds: number
  /** Stands between the browser and the product, and lets everything through until told otherwise. */
  line: FaultProxy
  /** Link of a candidate who has not begun, as the line serves it; another one at each call. */
  nextLink(): string
  /** The same of the product itself, without the line. */
  directLink(): string
  /** Address of a reference page. */
  reference(page: 'react' | 'editor' | 'writes'): string
  close(): Promise<void>
}

/** The line's delay when it is told to be slow, there and back. */
export const ROUND_TRIP_MS = 150

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), headless: true, args: flags })

export async function openBench(root: string, data: string, rounds: number): Promise<Bench> {
  const product = await startProcess(join(data, 'product'), { settings: { HOLDFAST_DEMO: 'on' } })
  await settled(join(data, 'product'))
  const demo = JSON.parse(readFileSync(join(data, 'product/demo.json'), 'utf8')) as DemoFile
  const pages = await Child.start<{ port: number }>(join(root, 'dist/bench-candidate/candidatePages.mjs'), [
    join(data, 'pages'),
    join(root, 'db/migrations'),
    join(root, 'dist/bench-candidate/pages'),
  ])
  const line = await startFaultProxy(
    { host: '127.0.0.1', port: product.port },
    { latencyMs: ROUND_TRIP_MS / 2 },
  )
  const browser = await openBrowser()
  let taken = 0
  const link = (port: number, n: number): string => {
    const found = demo.candidate_links[n]
    if (!found) throw new Error('The demonstration has no link left')
    return `http://127.0.0.1:${port}${new URL(found).pathname}`
  }
  return {
    browser,
    browserVersion: `Chromium ${browser.version()}`,
    root,
    rounds,
    line,
    nextLink: () => link(line.port, ++taken),
    directLink: () => link(product.port, 0),
    reference: (page) => `http://127.0.0.1:${pages.served.port}/${page}.html`,
    async close() {
      await browser.close()
      await line.close()
      await pages.stop()
      await product.kill('SIGTERM')
    },
  }
}

/** The demonstration's completed drive is judged at the first start: nothing is measured beside that. */
async function settled(data: string): Promise<void> {
  const db = new Sqlite(join(data, 'holdfast.db'), { timeout: 5_000 })
  const waiting = db.prepare("SELECT count(*) FROM submissions WHERE status = 'processing'").pluck()
  await waitFor("the verdicts of the demonstration's completed drive", () => waiting.get() === 0, {
    within: 300_000,
    every: 500,
  })
  db.close()
}
