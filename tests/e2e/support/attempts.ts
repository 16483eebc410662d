import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openProfile, type Profile } from './browser.ts'
import { beginTest } from './candidate.ts'
import { openServerDatabase } from './database.ts'
import { startTestServer, type TestServer } from './server.ts'
import { workerKeeps } from './worker.ts'

export const firstPage = async (profile: Profile): Promise<Page> =>
  profile.context.pages()[0] ?? (await profile.context.newPage())

/** One server for the file; for each test a browser of its own with a test just begun and its worker in control. */
export function freshAttempts() {
  const now = {} as { server: TestServer; profile: Profile; page: Page; link: string }
  let link = 0
  beforeAll(async () => {
    now.server = await startTestServer()
  })
  afterAll(() => now.server.stop())
  beforeEach(async () => {
    now.profile = await openProfile()
    now.page = await firstPage(now.profile)
    now.link = now.server.demo.candidate_links[link++] ?? ''
    await beginTest(now.page, now.link)
    await workerKeeps(now.page)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await now.page.screenshot({ path: `test-results/${task.name.slice(0, 40)}.png` }).catch(() => {})
    await now.profile.context.close().catch(() => {})
  })
  return { now, database: () => openServerDatabase(now.server.data) }
}
