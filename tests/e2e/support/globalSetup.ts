import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { signIn } from '../../factories/client.ts'
import { waitFor } from '../../factories/wait.ts'
import { openServerDatabase } from './database.ts'
import { startTestServer } from './server.ts'
import { forgetSteps } from './steps.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory after its first start: the demonstration, judged and ready. */
    demoData: string
    /** The folder where browsers keep their profiles, also those of killed ones. */
    profiles: string
  }
}

/** The demonstration is made once, by the server's own first start; each test's server begins with a copy of it. */
export default async function setup(project: TestProject): Promise<() => void> {
  // The second look at what failed adds to what the whole run has walked.
  if (process.env.HOLDFAST_SECOND_LOOK === undefined) forgetSteps()
  const server = await startTestServer({ isFirstStart: true })
  // Its admin has been there before: the tour begins by itself at the first login alone.
  const { email, password } = server.demo.admin
  await signIn((path, init) => fetch(server.base + path, init), email, password)
  const db = openServerDatabase(server.data)
  const waiting = db.prepare("SELECT count(*) FROM submissions WHERE status = 'processing'").pluck()
  await waitFor('the verdicts of the completed drive', () => waiting.get() === 0, {
    within: 180_000,
    every: 200,
  })
  db.close()
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-e2e-'))
  const demoData = join(folder, 'demo')
  const profiles = join(folder, 'profiles')
  mkdirSync(profiles)
  await server.kill('SIGTERM')
  cpSync(server.data, demoData, { recursive: true })
  await server.stop()
  project.provide('demoData', demoData)
  project.provide('profiles', profiles)
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
