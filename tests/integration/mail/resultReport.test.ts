import { expect, onTestFinished, test } from 'vitest'
import { must, openApp, seedOrganization, signIn, startDevice } from '../../factories/index.ts'
import { addAdmin } from '../console/support.ts'
import { startMailServer } from './mailServer.ts'
import { isPutOff, isRefused, isSent, mailThatIs } from './support.ts'

/** A report that waits while the mail server is away, and what becomes of it when things change meanwhile. */

/** Two shortlisted candidates, and a colleague who is a contact of the drive and to whom their report waits. */
async function openWaiting() {
  const server = await startMailServer()
  const app = await openApp({ mailing: true, settings: { SMTP_URL: server.url } })
  onTestFinished(async () => {
    await app.remove()
    await server.close()
  })
  const org = await seedOrganization(app.ctx, 'waiting', { candidates: 2 })
  const [kept, dropped] = org.candidates
  if (!kept || !dropped) throw new Error('nobody')
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const params = { id: org.driveId }
  const shortlist = (who: typeof kept, is_selected: boolean) =>
    must(app.send, 'putShortlist', { params, body: { token: who.ref, is_selected }, headers })
  for (const who of [kept, dropped]) {
    const device = await startDevice(app, who)
    device.write('finish', 'finish', { reason: 'candidate' })
    await device.sync()
    await shortlist(who, true)
  }
  const reader = await addAdmin(app, org, 'reader')
  const setContacts = (drives_contacts_attributes: object[]) =>
    must(app.send, 'putDrive', { params, body: { drives_contacts_attributes }, headers })
  await setContacts([{ user_id: reader.id }])
  server.says.recipient = () => 451
  await must(app.send, 'postResultReport', { params, body: { user_ids: [reader.id] }, headers })
  const subject = String(org.driveId)
  await mailThatIs(app, 'result_report', subject, isPutOff)
  const goOn = () => {
    server.says.recipient = () => null
    app.clock.move(10_000)
    app.ctx.mail.wake()
  }
  return { server, app, org, kept, dropped, headers, reader, subject, shortlist, setContacts, goOn }
}

test('it names and takes along those alone who are shortlisted when it goes out', async () => {
  const { server, app, kept, dropped, subject, shortlist, goOn } = await openWaiting()
  await shortlist(dropped, false)
  goOn()
  await mailThatIs(app, 'result_report', subject, isSent)
  const [one] = server.delivered
  expect(one?.mail.subject).toContain('one candidate')
  expect(one?.mail.text).toContain(kept.email)
  expect(one?.mail.text).not.toContain(dropped.email)
  const [file] = one?.mail.attachments ?? []
  const csv = new TextDecoder().decode(file?.content as ArrayBuffer)
  expect(csv).toContain(kept.email)
  expect(csv).not.toContain(dropped.email)
})

test('it goes to the address its reader has by then, and the row says so', async () => {
  const { server, app, reader, subject, goOn } = await openWaiting()
  const own = await signIn(app.send, reader.email, reader.password)
  const email = 'reader.new@staff.example'
  await must(app.send, 'putUser', {
    params: { id: reader.id },
    body: { email, current_password: reader.password },
    headers: own,
  })
  goOn()
  expect(await mailThatIs(app, 'result_report', subject, isSent)).toMatchObject({ recipient: email })
  const reports = server.delivered.filter(({ mail }) => mail.subject?.startsWith('Results'))
  expect(reports.map(({ to }) => to)).toEqual([[email]])
})

test.each<[string, (all: Awaited<ReturnType<typeof openWaiting>>) => Promise<unknown>, string]>([
  [
    'somebody who was deactivated',
    ({ app, reader, headers }) =>
      must(app.send, 'putUser', { params: { id: reader.id }, body: { is_active: false }, headers }),
    'Its recipient was deactivated before the email was sent.',
  ],
  [
    'somebody who is no contact of the drive any more',
    ({ reader, setContacts }) => setContacts([{ user_id: reader.id, _destroy: true }]),
    'Its recipient was removed from the contacts of the drive before the email was sent.',
  ],
  [
    'whoever was to read of candidates of whom none is shortlisted any more',
    async ({ kept, dropped, shortlist }) => {
      await shortlist(kept, false)
      await shortlist(dropped, false)
    },
    'The candidates were removed from the shortlist before the email was sent.',
  ],
])('it does not go to %s', async (_who, change, reason) => {
  const all = await openWaiting()
  await change(all)
  all.goOn()
  expect(await mailThatIs(all.app, 'result_report', all.subject, isRefused)).toMatchObject({ reason })
  expect(all.server.delivered).toEqual([])
})
