import { expect, onTestFinished, test } from 'vitest'
import { call, must, openApp, seedOrganization, signIn, startDevice, waitFor } from '../../factories/index.ts'
import { startMailServer } from '../mail/mailServer.ts'
import { addAdmin } from './support.ts'

/** The state of mails to staff, told where they were sent from. */

async function open() {
  const server = await startMailServer()
  const app = await openApp({ mailing: true, settings: { SMTP_URL: server.url } })
  onTestFinished(async () => {
    await app.remove()
    await server.close()
  })
  const org = await seedOrganization(app.ctx, 'told', { candidates: 1 })
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const goOn = () => {
    app.clock.move(10_000)
    app.ctx.mail.wake()
  }
  return { server, app, org, headers, goOn }
}

async function openReport() {
  const all = await open()
  const { app, org, headers } = all
  const [who] = org.candidates
  if (!who) throw new Error('nobody')
  const params = { id: org.driveId }
  const device = await startDevice(app, who)
  device.write('finish', 'finish', { reason: 'candidate' })
  await device.sync()
  await must(app.send, 'putShortlist', { params, body: { token: who.ref, is_selected: true }, headers })
  const other = await addAdmin(app, org, 'other')
  const setOther = (isContact: boolean) => {
    const body = { drives_contacts_attributes: [{ user_id: other.id, _destroy: !isContact }] }
    return must(app.send, 'putDrive', { params, body, headers })
  }
  await setOther(true)
  const send = (...user_ids: number[]) =>
    must(app.send, 'postResultReport', { params, body: { user_ids }, headers })
  const reports = async () => (await must(app.send, 'getResultReports', { params, headers })).reports
  const told = (status: string, n: number) =>
    waitFor(`${n} ${status}`, async () => {
      const found = await reports()
      return found.filter((one) => one.status === status).length === n && found
    })
  return { ...all, who, params, other, setOther, send, reports, told }
}

test('a result report that was refused is told with its reader and why; sent again it is told as sent', async () => {
  const { server, org, other, send, reports, told, app } = await openReport()
  expect(await reports()).toEqual([])
  server.says.recipient = (address) => (address === other.email ? 550 : null)
  await send(org.admin.id, other.id)
  await told('refused', 1)
  const own = { recipient: org.admin.email, user_id: org.admin.id, status: 'sent', reason: null }
  expect(await told('sent', 1)).toMatchObject([
    {
      recipient: other.email,
      user_id: other.id,
      status: 'refused',
      reason: expect.stringContaining('550 5.1.1 No such user here'),
      sent_at: null,
    },
    own,
  ])
  server.says.recipient = () => null
  await send(other.id)
  // One line a reader: the newest.
  const sent_at = new Date(app.ctx.now()).toISOString()
  expect(await told('sent', 2)).toMatchObject([{ recipient: other.email, status: 'sent', sent_at }, own])
})

test('one that waits says what it waits for, and one whose reader is no contact any more cannot be sent again', async () => {
  const { server, other, setOther, send, told, reports, goOn } = await openReport()
  server.says.recipient = () => 451
  await send(other.id)
  const waiting = await waitFor('the deferral', async () => {
    const [one] = await reports()
    return one?.status === 'queued' && one.reason !== null && one
  })
  expect(waiting).toMatchObject({ recipient: other.email, user_id: other.id, sent_at: null })
  expect(waiting.reason).toContain('451 4.7.1 Try again later')
  await setOther(false)
  goOn()
  expect(await told('refused', 1)).toMatchObject([
    {
      user_id: null,
      reason: 'Its recipient was removed from the contacts of the drive before the email was sent.',
    },
  ])
})

test('the reports of another organization’s drive are not found', async () => {
  const { app, params } = await openReport()
  const stranger = await seedOrganization(app.ctx, 'stranger')
  const theirs = await signIn(app.send, stranger.admin.email, stranger.admin.password)
  expect((await call(app.send, 'getResultReports', { params, headers: theirs })).status).toBe(404)
})

test('the list of users tells where the mail of an invitation stands, until it is accepted', async () => {
  const { server, app, org, headers } = await open()
  const email = 'pending@new.example'
  const mailOf = async (address: string) => {
    const { users } = await must(app.send, 'getUsers', { headers })
    return users.find((user) => user.email === address)?.mail
  }
  expect(await mailOf(org.admin.email)).toBeNull()
  server.says.recipient = () => 550
  const invite = () => must(app.send, 'postInviteUser', { headers, body: { email, role: 1 } })
  await invite()
  const refused = await waitFor('the refusal', async () => {
    const mail = await mailOf(email)
    return mail?.status === 'refused' && mail
  })
  expect(refused).toMatchObject({
    recipient: email,
    reason: expect.stringContaining('550 5.1.1 No such user here'),
  })
  server.says.recipient = () => null
  await invite()
  await waitFor('the mail', async () => (await mailOf(email))?.status === 'sent')
})
