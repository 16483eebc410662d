import { expect, onTestFinished, test } from 'vitest'
import { openApp, seedOrganization } from '../../factories/index.ts'
import { startMailServer } from './mailServer.ts'
import { inviteByMail, isPutOff, isSent, mailThatIs } from './support.ts'

/** A password goes over an encrypted line, unless the address itself says otherwise. */

/** Another spelling of 127.0.0.1, which does not count as this machine. */
const ELSEWHERE = '127.1'

async function sendTo(settings: { encrypts: boolean; query: string }) {
  const server = await startMailServer({ password: 'tide', encrypts: settings.encrypts })
  const SMTP_URL = `smtp://post:tide@${ELSEWHERE}:${server.port}${settings.query}`
  const app = await openApp({ mailing: true, settings: { SMTP_URL } })
  onTestFinished(async () => {
    await app.remove()
    await server.close()
  })
  const org = await seedOrganization(app.ctx, 'line')
  const who = org.candidates[0] as (typeof org.candidates)[0]
  await inviteByMail(app, org, who)
  return { server, state: (fits: typeof isSent) => mailThatIs(app, 'invitation', who.ref, fits) }
}

test.each([
  ['a server that does not encrypt', false],
  ['a server whose certificate nobody signed', true],
])('%s is told no password, and mails wait', async (_what, encrypts) => {
  const { server, state } = await sendTo({ encrypts, query: '' })
  expect((await state(isPutOff)).reason).toMatch(/^No encrypted connection: |certificate/)
  expect(server.logins).toEqual([])
})

test('the address may allow a password in clear', async () => {
  const { server, state } = await sendTo({ encrypts: false, query: '?requireTLS=false' })
  await state(isSent)
  expect(server.logins).toEqual([{ isEncrypted: false }])
})

test('the address may allow a certificate that nobody signed', async () => {
  const { server, state } = await sendTo({ encrypts: true, query: '?tls.rejectUnauthorized=false' })
  await state(isSent)
  expect(server.logins).toEqual([{ isEncrypted: true }])
})
