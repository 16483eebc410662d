import { existsSync } from 'node:fs'
import { mkdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sweepPictures } from '#api/services/imageSweep.ts'
import { beginOrganization } from '#api/services/organizationStart.ts'
import { readyStarterBank } from '#api/services/starterBank.ts'
import { sweep } from '#api/services/sweep.ts'
import { snapshotKey } from '#api/storage/links.ts'
import {
  call,
  DAY,
  HOUR,
  type Invited,
  inTurn,
  jpeg,
  must,
  seedOrganization,
  signIn,
  startDevice,
} from '../../factories/index.ts'
import { openSeeded } from '../forFile.ts'

/** Files outside of the database go with its rows, whatever breaks off in between. */

const { app, org, headers } = await openSeeded('gone', { candidates: 6, lasts: 10 * HOUR })
const next = inTurn(org.candidates)

const file = (key: string): string => join(app.data, 'files', key)
const noted = () => app.rows<{ name: string }>('SELECT name FROM removals ORDER BY id')
const remove = (who: Invited) =>
  call(app.send, 'deleteCandidate', { params: { id: who.candidateId }, headers })

/** The storage as it is with a disk that fails, until it is mended. */
function failing(what: 'removeAll' | 'list'): () => void {
  const { storage } = app.ctx
  const works = { ...storage }
  Object.assign(storage, { [what]: () => Promise.reject(new Error('EIO: i/o error')) })
  return () => void Object.assign(storage, works)
}

/** A candidate who has begun, with a picture. */
async function pictured(): Promise<{ who: Invited; key: string }> {
  const who = next()
  await startDevice(app, who)
  const key = snapshotKey(who.ref, 'a'.repeat(64))
  await app.ctx.storage.put(key, Buffer.from('a picture'))
  return { who, key }
}

test('pictures that could not be removed with their candidate are removed by the next sweep', async () => {
  const { who, key } = await pictured()
  const mend = failing('removeAll')
  expect((await remove(who)).status).toBe(200)
  expect(existsSync(file(key))).toBe(true)
  await expect(sweep(app.ctx)).rejects.toThrow()
  expect(await noted()).toEqual([{ name: `snapshots/${who.ref}` }, { name: `uploads/${who.attemptId}` }])
  mend()
  await sweep(app.ctx)
  expect(existsSync(file(key))).toBe(false)
  expect(await noted()).toEqual([])
})

test('a step of the sweep that fails keeps none of the others', async () => {
  const { who, key } = await pictured()
  const broken = failing('removeAll')
  await remove(who)
  broken()
  const mend = failing('list')
  await expect(sweep(app.ctx)).rejects.toThrow('EIO')
  mend()
  expect(existsSync(file(key))).toBe(false)
})

test('a picture on its way while its candidate is deleted goes as well', async () => {
  const who = next()
  await startDevice(app, who)
  const { url } = await must(app.send, 'postSnapshotUrl', { token: who.token, body: {} })
  let more: (bytes: Uint8Array) => void = () => {}
  let asked: () => void = () => {}
  const isRead = new Promise<void>((resolve) => {
    asked = resolve
  })
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      more = (bytes) => {
        controller.enqueue(bytes)
        controller.close()
      }
    },
    pull: () => asked(),
  })
  const type = { 'content-type': 'image/jpeg' }
  const put = app.send(url, { method: 'PUT', headers: type, body, duplex: 'half' } as RequestInit)
  await isRead
  expect((await remove(who)).status).toBe(200)
  more(jpeg())
  expect((await put).status).toBe(404)
  expect(existsSync(file(`snapshots/${who.ref}`))).toBe(false)
  expect(await noted()).toEqual([])
})

test("a new organization's own pictures stay, and the sweep goes through them", async () => {
  const bank = await readyStarterBank(app.ctx)
  await app.ctx.db.write((tx) =>
    beginOrganization(app.ctx, tx, { name: 'Fresh one', isParamAi: false, bank }, app.ctx.now()),
  )
  const [named = ''] = bank.keys.values()
  const folder = named.split('/').slice(0, -1).join('/')
  await app.ctx.storage.put(`${folder}/nobody.png`, Buffer.from('named by nothing'))
  await mkdir(file('images/empty'), { recursive: true })
  const old = (app.ctx.now() - 2 * DAY) / 1_000
  for (const key of [...bank.keys.values(), `${folder}/nobody.png`, folder, 'images/empty'])
    await utimes(file(key), old, old)
  expect(await sweepPictures(app.ctx)).toBe(1)
  expect(existsSync(file(`${folder}/nobody.png`))).toBe(false)
  for (const key of bank.keys.values()) expect(existsSync(file(key)), key).toBe(true)
})

test('whoever was invited to a deleted drive alone is gone 30 days later, with their mails; who has another invitation stays', async () => {
  const lasting = await seedOrganization(app.ctx, 'away', { candidates: 1, lasts: 90 * DAY })
  const staff = await signIn(app.send, lasting.admin.email, lasting.admin.password)
  const [both] = lasting.candidates
  const { drive } = await must(app.send, 'getAdminDrive', { params: { id: lasting.driveId }, headers: staff })
  const { drive: doomed } = await must(app.send, 'postDrive', {
    headers: staff,
    body: {
      name: 'Does not take place',
      description: 'A drive that is deleted again.',
      institute_id: drive.institute_id ?? 0,
      question_type: 'problems',
      start_time: new Date(app.clock.now() + HOUR).toISOString(),
      end_time: new Date(app.clock.now() + DAY).toISOString(),
      drives_contacts_attributes: [{ user_id: lasting.admin.id }],
      drives_problems_attributes: [{ problem_id: lasting.problems[0].id }],
    },
  })
  const emails = ['only.here@x.example', both?.email]
  await must(app.send, 'postInvite', {
    headers: staff,
    body: { emails: emails.join(), drife_id: doomed.id },
  })
  await must(app.send, 'deleteDrive', { params: { id: doomed.id }, headers: staff })
  const known = async () =>
    (
      await app.rows<{ email: string }>(
        'SELECT email FROM candidates WHERE organization_id = ? ORDER BY id',
        lasting.id,
      )
    ).map(({ email }) => email)
  const mails = () => app.rows("SELECT 1 FROM mails WHERE recipient = 'only.here@x.example'")
  await app.live(29 * DAY)
  await sweep(app.ctx)
  expect(await known()).toEqual([both?.email, 'only.here@x.example'])
  expect(await mails()).not.toEqual([])
  await app.live(2 * DAY)
  await sweep(app.ctx)
  expect(await known()).toEqual([both?.email])
  expect(await mails()).toEqual([])
  const left = await app.rows<{ drive_id: number }>(
    'SELECT drive_id FROM attempts WHERE candidate_id = ?',
    both?.candidateId,
  )
  expect(left).toEqual([{ drive_id: lasting.driveId }])
})
