import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResult {
  violations: { id: string; impact: string | null; nodes: { target: string[] }[] }[]
}

/** What fades in or out has colours of its own on the way: they are judged when it stands still. */
const standsStill = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  )

async function run(page: Page): Promise<AxeResult['violations']> {
  await standsStill(page)
  await page.evaluate(source)
  const result = await page.evaluate(
    () => (window as unknown as { axe: { run(): Promise<AxeResult> } }).axe.run() as Promise<AxeResult>,
  )
  return result.violations
}

const inWords = ({ id, nodes }: AxeResult['violations'][number]): string =>
  `${id}: ${nodes.map((n) => n.target.join(' ')).join(', ')}`

/** Every fault that axe finds on the page, one line each. */
export const faultsOf = async (page: Page): Promise<string[]> => (await run(page)).map(inWords)

/** Those of them that are serious or critical. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const violations = await run(page)
  return violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map(inWords)
}
