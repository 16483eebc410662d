import { afterAll } from 'vitest'
import type { CallName } from '#contract/paths.ts'
import {
  type AppOptions,
  type CallInput,
  call,
  openApp,
  seedOrganization,
  signIn,
  type TestApp,
} from '../factories/index.ts'

/** The parts that a whole file of tests works with: to be awaited where it begins, and removed behind its last test. */

export async function appForFile(options: AppOptions = {}): Promise<TestApp> {
  const app = await openApp(options)
  afterAll(() => app.remove())
  return app
}

/**
 * The app with one organization whose admin is signed in.
 * @param name of the organization
 */
export async function openSeeded(name: string, plan: Parameters<typeof seedOrganization>[2] = {}) {
  const app = await appForFile()
  const org = await seedOrganization(app.ctx, name, plan)
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const send = (called: CallName, input: CallInput) => call(app.send, called, { ...input, headers })
  return { app, org, headers, send }
}
