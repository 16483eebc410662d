import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResult {
  violations: { id: string; impact: string | null; nodes: { target: string[] }[] }[]
}

interface Axe {
  configure(spec: { checks: { id: string; options: { regionMatcher: string } }[] }): void
  run(options: { resultTypes: string[]; preload: boolean }): Promise<AxeResult>
}

/** Elements that need no landmark: axe's own list, and tooltips, which belong to what they describe. */
const WITHOUT_LANDMARK = 'dialog, [role=dialog], [role=alertdialog], svg, [role=tooltip]'

/**
 * All rules are asked, and only what breaks them is told in full, because to describe what holds takes as long as to
 * find it out. No page has a style sheet or a film of another origin, for which axe would load all of them once more.
 */
const VIOLATIONS = { resultTypes: ['violations'], preload: false }

/** An element that fades in or out has colours of its own on the way: it is judged when it stands still. */
const standsStill = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  )

async function foundOn(page: Page): Promise<AxeResult['violations']> {
  await standsStill(page)
  await page.evaluate(source)
  const { violations } = await page.evaluate(
    ([regionMatcher, options]) => {
      const { axe } = window as unknown as { axe: Axe }
      axe.configure({ checks: [{ id: 'region', options: { regionMatcher } }] })
      return axe.run(options)
    },
    [WITHOUT_LANDMARK, VIOLATIONS] as const,
  )
  return violations
}

const format = ({ id, nodes }: AxeResult['violations'][number]): string =>
  `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`

/** All that axe finds on the page, of whatever impact, one line each. */
export const violationsOf = async (page: Page): Promise<string[]> => (await foundOn(page)).map(format)

/** The serious and critical of them. */
export const seriousViolations = async (page: Page): Promise<string[]> =>
  (await foundOn(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical').map(format)
