import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { beginTest } from './candidate.ts'
import { openServerDatabase } from './database.ts'
import { openProfile, type Profile, type ProfileOptions } from './profile.ts'
import { startTestServer, type TestServer } from './server.ts'
import { workerKeeps } from './worker.ts'

export const firstPage = async (profile: Profile): Promise<Page> =>
  profile.context.pages()[0] ?? (await profile.context.newPage())

/** One server for the file; for each test a browser of its own with a test just begun and its worker in control. */
export const freshAttempts = (options?: ProfileOptions) => attempts(beforeEach, afterEach, options)

/** As `freshAttempts`, with one browser and one begun test for the whole file: a begin takes longer than most tests. */
export const oneAttempt = (options?: ProfileOptions) => attempts(beforeAll, afterAll, options)

function attempts(
  before: typeof beforeEach | typeof beforeAll,
  after: typeof afterEach | typeof afterAll,
  options?: ProfileOptions,
) {
  const now = {} as { server: TestServer; profile: Profile; page: Page; link: string }
  let link = 0
  beforeAll(async () => {
    now.server = await startTestServer()
  })
  afterAll(() => now.server.stop())
  before(async () => {
    now.profile = await openProfile(options)
    now.page = await firstPage(now.profile)
    now.link = now.server.demo.candidate_links[link++] ?? ''
    await beginTest(now.page, now.link)
    await workerKeeps(now.page)
  })
  after(() => now.profile.context.close().catch(() => {}))
  // Hooks behind a test run in reverse: the picture is taken while the browser is there.
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      await now.page.screenshot({ path: `test-results/${task.name.slice(0, 40)}.png` }).catch(() => {})
  })
  return { now, database: () => openServerDatabase(now.server.data) }
}
