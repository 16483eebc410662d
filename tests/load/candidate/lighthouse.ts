import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, flags } from '../../e2e/support/browser.ts'
import { type Figure, median } from '../figures.ts'
import type { Bench } from './bench.ts'
import { compare, type Pair } from './compare.ts'

/**
 * Lighthouse on the welcome page, in the version the bars were set with. It is fetched through npm when it is asked
 * for, and is no package of the project: a hundred others come with it, and nothing else needs them.
 */
const LIGHTHOUSE = 'lighthouse@12.8.2'
const bars = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof bars
const categories = Object.keys(bars) as Category[]

interface Report {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; displayValue?: string }>
  runtimeError?: { message: string }
}

class Unreachable extends Error {}

export async function benchLighthouse(bench: Bench): Promise<Figure[]> {
  try {
    await run(['--version'])
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    console.error(`${LIGHTHOUSE} could not be fetched, so its rows are left out: ${error.message}`)
    return []
  }
  const ours: Report[] = []
  const reference: Report[] = []
  for (let round = 0; round < bench.rounds; round++) {
    reference.push(await reportOf(bench.reference('react')))
    ours.push(await reportOf(bench.directLink()))
  }
  return categories.map((category) => told(category, reference, ours))
}

const scoreOf = (report: Report, category: Category): number =>
  Math.round((report.categories[category].score ?? 0) * 100)

function told(category: Category, reference: readonly Report[], ours: readonly Report[]): Figure {
  const pairs: Pair[] = ours.map((report, round) => ({
    reference: reference[round] ? scoreOf(reference[round], category) : Number.NaN,
    ours: scoreOf(report, category),
  }))
  const score = median(pairs.map((pair) => pair.ours))
  return {
    ...compare(pairs, {
      name: `lighthouse, ${category}`,
      about: `Lighthouse's score of the welcome page, on its own slow 4G telephone. Pages are noindex, so SEO is not asked.`,
      unit: 'points',
      against: 'the page that is React alone',
      notes: [`by round: ${pairs.map((pair) => pair.ours).join(', ')}`, ...faultsOf(ours, category)],
    }),
    bar: `>= ${bars[category]}`,
    met: score >= bars[category],
  }
}

/** The audits that cost points in the last round. */
function faultsOf(reports: readonly Report[], category: Category): string[] {
  const last = reports.at(-1)
  if (!last) return []
  const costly = last.categories[category].auditRefs.flatMap(({ id, weight }) => {
    const audit = last.audits[id]
    return weight > 0 && audit?.score != null && audit.score < 1
      ? [`${id} ${audit.displayValue ?? ''} (${Math.round(audit.score * 100)})`]
      : []
  })
  return costly.length > 0 ? [`below 100 in the last round: ${costly.join(', ')}`] : []
}

/** Lighthouse's own trace fails now and then, and it asks to be run again. */
const TRACES = 3

async function reportOf(url: string): Promise<Report> {
  for (let trace = 1; ; trace++) {
    try {
      return await tracedOnce(url)
    } catch (error) {
      if (trace === TRACES || !/run Lighthouse again/.test(String(error))) throw error
    }
  }
}

async function tracedOnce(url: string): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-lighthouse-'))
  const path = join(folder, 'report.json')
  try {
    await run([
      url,
      '--quiet',
      '--output=json',
      `--output-path=${path}`,
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=--headless ${flags.join(' ')}`,
    ])
    const report = JSON.parse(readFileSync(path, 'utf8')) as Report
    if (report.runtimeError) throw new Error(`Lighthouse: ${report.runtimeError.message}`)
    return report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(args: readonly string[]): Promise<void> {
  const child = spawn('npm', ['exec', '--yes', '--package', LIGHTHOUSE, '--', 'lighthouse', ...args], {
    // Not in the project's folder: npm would look for it among the project's packages.
    cwd: tmpdir(),
    env: { ...process.env, CHROME_PATH: findChromium() },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 300_000,
  })
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Unreachable(error.message)))
    child.once('exit', (code) => {
      if (code === 0) return resolve()
      const last = said.trim().split('\n').slice(-4).join(' ')
      reject(/npm (error|ERR!)/.test(said) ? new Unreachable(last) : new Error(`Lighthouse ended: ${last}`))
    })
  })
}
