import { afterAll } from 'vitest'
import type { CallName } from '#contract/paths.ts'
import { type CallInput, call, openApp, seedOrganization, signIn } from '../factories/index.ts'

/**
 * The app with one organization whose admin is signed in, for the whole file. To be awaited where the file begins.
 * @param name of the organization
 */
export async function openSeeded(name: string, plan: Parameters<typeof seedOrganization>[2] = {}) {
  const app = await openApp()
  afterAll(() => app.remove())
  const org = await seedOrganization(app.ctx, name, plan)
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const send = (called: CallName, input: CallInput) => call(app.send, called, { ...input, headers })
  return { app, org, headers, send }
}
