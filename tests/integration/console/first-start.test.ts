import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { call, must, PASSWORD, signIn } from '../../factories/index.ts'
import { startServerProcess } from '../serverProcess.ts'

/** An empty installation without the demo: the start prints the way in, and nobody else finds one. */

const LINK = /(http:\S+)\/accept\/invite\/([\w-]{43})$/m

test('HOLDFAST_DEMO=off prints a one-time link for the first account, and no more once there is one', {
  timeout: 90_000,
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'holdfast-first-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const server = await startServerProcess(data, { HOLDFAST_DEMO: 'off' })
  onTestFinished(() => server.end().then(() => {}))
  const [, base, token = ''] = LINK.exec(server.output()) ?? []
  expect(base).toBe(server.base)
  const email = 'root@example.org'
  const body = {
    invitation_token: token,
    email,
    first_name: 'Ada',
    last_name: 'Root',
    mobile_number: '5550100300',
    password: PASSWORD,
    password_confirmation: PASSWORD,
  }
  await must(server.send, 'acceptInvite', { body })
  expect((await call(server.send, 'acceptInvite', { body })).status).toBe(404)
  const headers = await signIn(server.send, email, PASSWORD)
  expect(await must(server.send, 'getOrganizations', { headers })).toMatchObject({ total_organizations: 0 })
  // Sign-up is closed without the demo: whoever asks waits for this super admin.
  await must(server.send, 'postSignup', { body: { email: 'ana@example.org' } })
  expect(await must(server.send, 'getSignupRequests', { headers })).toMatchObject({
    requests: [{ email: 'ana@example.org', mail: null }],
  })
  await server.end()

  const again = await startServerProcess(data, { HOLDFAST_DEMO: 'off', HOLDFAST_BACKUP: '/mnt/backups' })
  onTestFinished(() => again.end().then(() => {}))
  expect(again.output()).toContain('Holdfast is ready at')
  expect(again.output()).not.toMatch(LINK)
  // A misspelt setting is not taken for its default in silence.
  expect(again.output()).toContain('Backups: none are made by themselves')
  expect(again.output()).toContain('No settings of Holdfast, and without effect: HOLDFAST_BACKUP.')
})
