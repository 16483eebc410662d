import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { afterAll } from 'vitest'
import { type AppOptions, openApp, type TestApp } from '../../factories/index.ts'
import { firstPage } from './attempts.ts'
import { openProfile, type Profile } from './profile.ts'

const pages = fileURLToPath(new URL('../../../dist/pages', import.meta.url))

export interface Clocked {
  app: TestApp
  /** The link an invited person clicks. */
  linkOf(who: { invitation: string } | undefined): string
  /** A browser of its own, closed with the file. */
  browser(options?: Parameters<typeof openProfile>[0]): Promise<{ profile: Profile; page: Page }>
}

/**
 * The server in this process over the built pages, with the clock at the place where the process has the system's: it
 * runs, and the test moves it on. To be awaited where the file begins; all of it goes when the file is done.
 */
export async function openClocked(options: Pick<AppOptions, 'executor'> = {}): Promise<Clocked> {
  let ahead = 0
  const clock = {
    now: () => Date.now() + ahead,
    move: (ms: number) => {
      ahead += ms
    },
    set: (to: number) => {
      ahead = to - Date.now()
    },
  }
  const app = await openApp({ listen: true, clock, pages, ...options })
  const profiles: Profile[] = []
  afterAll(async () => {
    for (const { context } of profiles) await context.close().catch(() => {})
    await app.remove()
  })
  return {
    app,
    linkOf: (who) => `${app.base}/candidate/overview/${who?.invitation}`,
    async browser(wanted) {
      const profile = await openProfile(wanted)
      profiles.push(profile)
      return { profile, page: await firstPage(profile) }
    },
  }
}

/** Whole seconds that the clock of the test shows. */
export async function secondsShown(page: Page): Promise<number> {
  const shown = /(\d+) hr: (\d+) min: (\d+) secs/.exec((await page.getByRole('timer').textContent()) ?? '')
  if (!shown) throw new Error('The clock shows no time')
  const [hours = 0, minutes = 0, seconds = 0] = shown.slice(1).map(Number)
  return hours * 3_600 + minutes * 60 + seconds
}
