import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright'

/**
 * The steps of the candidate's machines that pages walk in the browser tests, as the pages mark them in the browser's
 * record of their performance. All of them together are held against the machines' graph (tests/walked).
 */

const file = fileURLToPath(new URL('../../../test-results/steps.txt', import.meta.url))

/** A run of the browser tests begins with none. */
export function forgetSteps(): void {
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
}

/** @throws Error where no browser test has run */
export const walkedSteps = (): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)

/** Keeps what the pages of a browser walk from now on. */
export async function noteSteps(context: BrowserContext): Promise<void> {
  const known = new Set<string>()
  await context.exposeBinding('holdfastStep', (_source, step: string) => {
    if (known.has(step)) return
    known.add(step)
    appendFileSync(file, `${step}\n`)
  })
  // What a page notes is told before the step is drawn: an observer is called later, when the test may have closed it.
  await context.addInitScript(() => {
    const { holdfastStep } = window as unknown as { holdfastStep(step: string): Promise<void> }
    const mark = performance.mark.bind(performance)
    performance.mark = (name, options) => {
      if (/^(flow|exam)/.test(name)) holdfastStep(name).catch(() => undefined)
      return mark(name, options)
    }
  })
}
