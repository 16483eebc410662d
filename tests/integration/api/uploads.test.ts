import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  DAY,
  type Device,
  inTurn,
  jpeg,
  must,
  type Organization,
  seedOrganization,
  startDevice,
  toAnswer,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { expectRefusal } from './expect.ts'

/** Webcam pictures: one address, one picture, ten minutes; what is no jpeg is refused; the log and the bytes meet in any order. */

const app = await appForFile()
let org: Organization
let person: ReturnType<typeof inTurn>

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'pictures', { candidates: 12 })
  person = inTurn(org.candidates)
})

const LIMIT = 300_000
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

interface Sitting {
  device: Device
  token: string
  attemptId: number
}
async function sit(): Promise<Sitting> {
  const who = person()
  const device = await startDevice(app, who)
  return { device, token: who.token, attemptId: who.attemptId }
}
const addressOf = async (sitting: Sitting, hash?: string): Promise<string> =>
  (
    await must(app.send, 'postSnapshotUrl', {
      token: sitting.token,
      body: hash === undefined ? {} : { sha256: hash },
    })
  ).url
const put = async (url: string, body: Uint8Array<ArrayBuffer> | string) =>
  toAnswer(await app.send(url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body }))
const pictures = (sitting: Sitting) =>
  app.rows<{ sha256: string; stored_at: number | null; logged_at: number | null; bytes: number }>(
    'SELECT sha256, stored_at, logged_at, bytes FROM snapshots WHERE attempt_id = ?',
    sitting.attemptId,
  )

test('the hash goes into the log first; its picture completes it, once, twice or five times at once', async () => {
  const sitting = await sit()
  const picture = jpeg({ fill: 3 })
  const hash = sha256(picture)
  sitting.device.write('snapshot_taken', '', { sha256: hash, bytes: picture.length })
  expect((await sitting.device.sync()).missing_blobs).toEqual([hash])
  const url = await addressOf(sitting, hash)
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => put(url, picture)))
  expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 200, 200])
  expect((await put(url, picture)).status).toBe(200)
  expect((await sitting.device.sync([])).missing_blobs).toEqual([])
  expect(await pictures(sitting)).toEqual([
    { sha256: hash, stored_at: app.clock.now(), logged_at: app.clock.now(), bytes: picture.length },
  ])
})

test('a picture that came before its op is one picture', async () => {
  const sitting = await sit()
  const picture = jpeg({ fill: 4 })
  const hash = sha256(picture)
  expect((await put(await addressOf(sitting, hash), picture)).status).toBe(200)
  sitting.device.write('snapshot_taken', '', { sha256: hash, bytes: picture.length })
  expect((await sitting.device.sync()).missing_blobs).toEqual([])
  expect(await pictures(sitting)).toHaveLength(1)
})

test('what is no whole jpeg of a sensible size is refused, and nothing is stored', async () => {
  const sitting = await sit()
  const png = new Uint8Array(4_000)
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const bad: [string, Uint8Array<ArrayBuffer> | string, number][] = [
    ['0 bytes', new Uint8Array(0), 415],
    ['PNG', png, 415],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 415],
    ['HTML', '<html><script>alert(1)</script></html>', 415],
    ['truncated', jpeg().slice(0, 3_000), 415],
    ['only its markers', new Uint8Array([0xff, 0xd8, 0xff, 0xd9]), 415],
    ['no frame', new Uint8Array(4_000).fill(0xff), 415],
    ['65,535 pixels a side', jpeg({ width: 65_535, height: 65_535 }), 422],
    ['2,001 pixels high', jpeg({ height: 2_001 }), 422],
    ['no pixels', jpeg({ width: 0 }), 422],
    ['a byte over the limit', jpeg({ bytes: LIMIT + 1 }), 413],
    ['far over the limit', jpeg({ bytes: 3_000_000 }), 413],
  ]
  const before = await app.version()
  for (const [what, body, status] of bad) {
    const answer = await put(await addressOf(sitting), body)
    expectRefusal(answer, what)
    expect(answer.status, what).toBe(status)
  }
  expect(await app.version()).toBe(before)
  expect((await put(await addressOf(sitting), jpeg({ bytes: LIMIT }))).status).toBe(200)
})

test('an address is bound to its picture, its attempt and its ten minutes', async () => {
  const sitting = await sit()
  const other = await sit()
  const picture = jpeg({ fill: 5 })
  const url = await addressOf(sitting, sha256(picture))
  const before = await app.version()
  const wrongPicture = await put(url, jpeg({ fill: 6 }))
  expectRefusal(wrongPicture, 'another picture')
  expect(wrongPicture.status).toBe(422)
  const edits = [
    url.replace(/s=.{5}/, 's=AAAAA'),
    url.replace(/e=\d/, 'e=9'),
    url.replace(/h=.{5}/, 'h=00000'),
    url.replace(sitting.device.grant.attempt_id, other.device.grant.attempt_id),
    url.replace(/\?.*/, ''),
    url.replace(/e=\d+/, 'e=Infinity'),
  ]
  for (const edited of edits) {
    expect(edited).not.toBe(url)
    const answer = await put(edited, picture)
    expectRefusal(answer, edited)
    expect(answer.status).toBe(403)
  }
  expect(await app.version()).toBe(before)
  app.clock.move(600_000)
  expect((await put(url, picture)).status).toBe(200)
  app.clock.move(1)
  const expired = await put(url, picture)
  expectRefusal(expired, 'expired')
  expect(expired.status).toBe(403)
})

test("another's address is not recorded for oneself, nor one that never got a picture", async () => {
  const org2 = await seedOrganization(app.ctx, 'plainpictures', { candidates: 2 })
  const [me, you] = org2.candidates
  if (!me || !you) throw new Error('nobody')
  for (const who of [me, you]) {
    await must(app.send, 'putCandidate', {
      params: { id: who.candidateId },
      body: { first_name: 'A', last_name: 'B', mobile_number: '5550100300', token: who.invitation },
    })
    await must(app.send, 'getQuestions', { token: who.token })
  }
  const url = (await must(app.send, 'postSnapshotUrl', { token: you.token, body: {} })).url
  const record = (token: string, presigned_url: string) =>
    app
      .send('/api/v1/snapshots', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ presigned_url }),
      })
      .then(toAnswer)
  expect((await record(you.token, url)).status).toBe(404)
  expect((await put(url, jpeg())).status).toBe(200)
  for (const address of [
    url,
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'javascript:1',
    '',
    '//x',
    `${url}x`,
    'x'.repeat(2_000),
  ]) {
    const answer = await record(me.token, address)
    expectRefusal(answer, address)
    expect(answer.status).toBe(404)
  }
  // Recorded twice, a picture is one op.
  expect((await record(you.token, `https://elsewhere.example${url}`)).status).toBe(200)
  expect((await record(you.token, url)).status).toBe(200)
  expect(
    await app.rows("SELECT seq FROM ops WHERE attempt_id = ? AND type = 'snapshot_taken'", you.attemptId),
  ).toHaveLength(1)
})

test('pictures are read by a signed address alone, which runs out', async () => {
  const sitting = await sit()
  const picture = jpeg({ fill: 7 })
  await put(await addressOf(sitting, sha256(picture)), picture)
  const key = `snapshots/${sitting.device.grant.attempt_id}/${sha256(picture)}`
  const { snapshotUrl } = await import('#api/storage/links.ts')
  const url = snapshotUrl(app.ctx, key)
  const read = await app.send(url)
  expect(read.status).toBe(200)
  expect(read.headers.get('x-content-type-options')).toBe('nosniff')
  expect(read.headers.get('content-security-policy')).toContain('sandbox')
  for (const edited of [
    url.replace(/e=\d/, 'e=8'),
    url.replace(/s=.{4}/, 's=AAAA'),
    url.replace(/\?.*/, ''),
    url.replace(/e=\d+&/, ''),
  ])
    expect((await app.send(edited)).status).toBe(404)
  app.clock.move(3 * 3_600_000)
  expect((await app.send(url)).status).toBe(404)
})

test('the upload window ends uploads too', async () => {
  const sitting = await sit()
  const late = Date.parse(sitting.device.grant.deadline_at) + DAY
  app.clock.set(late)
  const url = await addressOf(sitting)
  expect((await put(url, jpeg())).status).toBe(200)
  app.clock.move(1)
  const answer = await put(url, jpeg())
  expectRefusal(answer, 'after the window')
  expect(answer).toMatchObject({ status: 410, failure: { code: 'upload_window_closed' } })
})
