import { beforeAll, expect, test } from 'vitest'
import { sha256 } from '#api/kit/keys.ts'
import { sweepSnapshots } from '#api/services/snapshotSweep.ts'
import { snapshotKey } from '#api/storage/links.ts'
import {
  call,
  HOUR,
  must,
  type Organization,
  PASSWORD,
  seedOrganization,
  signIn,
  startDevice,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** Webcam pictures are kept as long as their drive says, and whoever looks at them is written down. */

const DAY = 24 * HOUR
const PICTURE = Buffer.from('a picture')
const SHA = sha256(PICTURE)
const app = await appForFile()
let org: Organization
let headers: Record<string, string>
const who = () => {
  const [first] = org.candidates
  if (!first) throw new Error('nobody')
  return first
}

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'keep', { candidates: 1, lasts: 10 * HOUR })
  await startDevice(app, who())
  await app.ctx.storage.put(snapshotKey(who().ref, SHA), PICTURE)
  const now = app.ctx.now()
  await app.ctx.db.write(async (tx) => {
    await tx.raw.run('UPDATE drives SET webcam_retention_days = 30 WHERE id = ?', org.driveId)
    await tx.raw.run(
      'INSERT INTO snapshots (attempt_id, sha256, logged_at, stored_at, bytes, taken_at) VALUES (?, ?, ?, ?, 9, ?)',
      who().attemptId,
      SHA,
      now,
      now,
      now,
    )
  })
})

const gallery = async () => {
  headers = await signIn(app.send, org.admin.email, PASSWORD)
  const query = { drive_id: org.driveId, candidate_id: who().candidateId }
  return (await must(app.send, 'getSnapshots', { query, headers })).snapshots
}
const looks = async () => (await app.rows("SELECT 1 FROM audit_log WHERE action = 'snapshots.view'")).length

test('who looks at them is in the audit log, once for a page that looks again and again', async () => {
  const [shown] = await gallery()
  expect(shown).toMatchObject({ status: 'stored' })
  // Neither past the hour of its address nor past its deletion does a computer of staff show it.
  const picture = await app.send(shown?.image_url ?? '')
  expect([picture.status, picture.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(await looks()).toBe(1)
  await gallery()
  expect((await call(app.send, 'getReport', { params: { token: who().ref }, headers })).status).toBe(200)
  expect(await looks()).toBe(1)
  app.clock.move(HOUR)
  await gallery()
  expect(await looks()).toBe(2)
})

test('they are deleted so many days after the end of the drive, and not before', async () => {
  app.clock.move(30 * DAY)
  expect(await sweepSnapshots(app.ctx)).toBe(0)
  expect(await app.ctx.storage.get(snapshotKey(who().ref, SHA))).not.toBeNull()
  app.clock.move(DAY)
  expect(await sweepSnapshots(app.ctx)).toBe(1)
  expect(await app.ctx.storage.get(snapshotKey(who().ref, SHA))).toBeNull()
  expect(await gallery()).toMatchObject([{ status: 'deleted', image_url: null }])
  expect(await sweepSnapshots(app.ctx)).toBe(0)
})
