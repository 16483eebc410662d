import { describe, expect, test } from 'vitest'
import {
  call,
  DAY,
  HOUR,
  must,
  newDrive,
  seedOrganization,
  signIn,
  startDevice,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

const app = await appForFile()

const mailsTo = (address: string) =>
  app.rows<{ kind: string; subject_ref: string }>(
    'SELECT kind, subject_ref FROM mails WHERE recipient = ? ORDER BY id',
    address,
  )
const ask = (email: string) => call(app.send, 'postLinkRequest', { body: { email } })

async function seed(tag: string, how: { lasts?: number } = {}) {
  const org = await seedOrganization(app.ctx, tag, how)
  const [who] = org.candidates
  if (!who) throw new Error('nobody')
  return { org, who }
}

describe('a candidate who lost the mail', () => {
  test('gets it again, and the answer tells nobody whether the address was invited', async () => {
    const { who } = await seed('known')
    const [known, unknown] = [await ask(who.email.toUpperCase()), await ask('stranger@people.example')]
    expect(known.text).toBe(unknown.text)
    await expect.poll(async () => (await mailsTo(who.email)).length).toBe(1)
    expect(await mailsTo('stranger@people.example')).toEqual([])
  })

  test('gets it for a test that was opened again after the end of its drive', async () => {
    const { org, who } = await seed('over', { lasts: 2 * HOUR })
    const device = await startDevice(app, who)
    device.write('finish', '', { reason: 'candidate' })
    await device.sync()
    app.clock.move(3 * HOUR)
    const headers = await signIn(app.send, org.admin.email, org.admin.password)
    await must(app.send, 'postReopen', { params: { ref: who.ref }, body: { minutes: 60 }, headers })
    await ask(who.email)
    await expect
      .poll(async () => (await mailsTo(who.email)).map(({ kind }) => kind))
      .toEqual(['reopened', 'invitation'])
  })

  test('gets those of the twenty newest invitations, however late their drives begin', async () => {
    const { org } = await seed('many')
    const headers = await signIn(app.send, org.admin.email, org.admin.password)
    const email = 'everywhere@people.example'
    const refs: string[] = []
    for (let day = 1; day <= 21; day++) {
      const start = app.ctx.now() + (30 - day) * DAY
      const { drive } = await must(app.send, 'postDrive', {
        body: {
          ...newDrive(org),
          start_time: new Date(start).toISOString(),
          end_time: new Date(start + HOUR).toISOString(),
        },
        headers,
      })
      await must(app.send, 'postInvite', { body: { emails: email, drife_id: drive.id }, headers })
      app.clock.move(1000)
      refs.push((await mailsTo(email)).at(-1)?.subject_ref ?? '')
    }
    await app.ctx.db.write((tx) => tx.raw.run('DELETE FROM mails WHERE recipient = ?', email))
    await ask(email)
    await expect.poll(async () => (await mailsTo(email)).length).toBe(20)
    expect((await mailsTo(email)).map(({ subject_ref }) => subject_ref)).toEqual(
      refs.toReversed().slice(0, 20),
    )
  })

  test('can ask so often only', async () => {
    const statuses = []
    for (let i = 0; i < 8; i++) statuses.push((await ask('again@people.example')).status)
    expect(statuses).toContain(429)
  })
})
