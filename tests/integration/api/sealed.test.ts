import { createHash, webcrypto } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { urlOf } from '#contract/paths.ts'
import type { PackageKey } from '#contract/sync.ts'
import type { PackageContent, ProblemView, QuestionView } from '#contract/views/candidate.ts'
import { shuffled } from '#machines/attempt/shuffle.ts'
import {
  bearer,
  call,
  fillIn,
  HOUR,
  jpeg,
  must,
  type Organization,
  seedOrganization,
  signIn,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** The sealed question package: fetched before the start, opened by the start's key. */

const app = await appForFile()

const nameOf = async (invitation: string): Promise<string> => {
  const { package: named } = await must(app.send, 'getDrive', { params: { token: invitation } })
  if (!named) throw new Error('no package is named')
  return named.hash
}

const fetchPackage = (hash: string, token?: string) =>
  app.send(`${urlOf('getPackage', { hash })}`, token === undefined ? {} : { headers: bearer(token) })

async function bytesOf(response: Response): Promise<Buffer> {
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const write = (sql: string, ...params: unknown[]) => app.ctx.db.write((tx) => tx.raw.run(sql, ...params))

async function start(who: { token: string }, device: string) {
  const body = { device_id: `a-device-called-${device}`, device_name: 'x' }
  return must(app.send, 'postSyncStart', { token: who.token, body })
}

/** Opens sealed bytes as the page does, from the description of their form alone. */
async function open(bytes: Buffer, { key }: PackageKey): Promise<{ content: PackageContent; rest: Buffer }> {
  const { subtle } = webcrypto
  const cipher = await subtle.importKey('raw', Buffer.from(key, 'base64'), 'AES-GCM', false, ['decrypt'])
  const iv = new Uint8Array(bytes.subarray(0, 12))
  const sealed = new Uint8Array(bytes.subarray(12))
  const plain = Buffer.from(await subtle.decrypt({ name: 'AES-GCM', iv }, cipher, sealed))
  const end = 4 + plain.readUInt32BE(0)
  return {
    content: JSON.parse(gunzipSync(plain.subarray(4, end)).toString()) as PackageContent,
    rest: plain.subarray(end),
  }
}

const seed = (tag: string, startsIn = -HOUR): Promise<Organization> =>
  seedOrganization(app.ctx, tag, { candidates: 2, startsIn })

test('is the same for every candidate, lies under its hash and may be cached', async () => {
  const { candidates } = await seed('same')
  const [me, you] = candidates
  if (!me || !you) throw new Error('nobody')
  const hash = await nameOf(me.invitation)
  expect(await nameOf(you.invitation)).toBe(hash)
  const answer = await fetchPackage(hash, me.invitation)
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(answer.headers.get('cache-control')).toBe('private, max-age=86400, immutable')
  const mine = await bytesOf(answer)
  expect(createHash('sha256').update(mine).digest('hex')).toBe(hash)
  expect((await must(app.send, 'getDrive', { params: { token: me.invitation } })).package?.bytes).toBe(
    mine.length,
  )
  // With the attempt's token too, and made again after the server came back.
  app.ctx.content.forget()
  expect(await bytesOf(await fetchPackage(hash, you.token))).toEqual(mine)
})

test('says nothing before the start; its key comes with the start and to nobody earlier', async () => {
  const { candidates, canaries } = await seed('early', HOUR)
  const [me] = candidates
  if (!me) throw new Error('nobody')
  await fillIn(app.send, me)
  const hash = await nameOf(me.invitation)
  const bytes = await bytesOf(await fetchPackage(hash, me.invitation))
  const body = { device_id: 'a-device-called-early', device_name: 'x' }
  const early = await call(app.send, 'postSyncStart', { token: me.token, body })
  expect(early.status).toBe(409)
  expect(early.text).not.toContain('package')
  app.clock.move(HOUR)
  const { package: given } = await start(me, 'early')
  expect(given?.hash).toBe(hash)
  if (!given) return
  // Nothing of the content can be read from the bytes as they are, packed or not; with the key all of it can.
  expect(canaries.content.filter((word) => bytes.includes(word))).toEqual([])
  expect(() => gunzipSync(bytes.subarray(16))).toThrow()
  const { content } = await open(bytes, given)
  const text = JSON.stringify(content)
  expect(canaries.content.filter((word) => !text.includes(word))).toEqual([])
  // And no hidden test, no key, nobody's name.
  expect([...canaries.hidden, ...canaries.people, 'is_answer'].filter((word) => text.includes(word))).toEqual(
    [],
  )
  const wrong = { ...given, key: Buffer.alloc(32, 7).toString('base64') }
  await expect(open(bytes, wrong)).rejects.toThrow()
})

test('holds what the plain calls tell, in the order of nobody', async () => {
  const { candidates, driveId } = await seed('plain')
  const [me] = candidates
  if (!me) throw new Error('nobody')
  await fillIn(app.send, me)
  const bytes = await bytesOf(await fetchPackage(await nameOf(me.invitation), me.invitation))
  const lease = await start(me, 'plain')
  if (!lease.package) throw new Error('no package')
  const { content } = await open(bytes, lease.package)
  const params = { id: driveId }
  const problems: ProblemView[] = await must(app.send, 'getDriveProblems', { params, token: me.token })
  const questions: QuestionView[] = await must(app.send, 'getQuestions', { token: me.token })
  expect(shuffled(content.problems, lease.order_seed)).toEqual(problems)
  expect(shuffled(content.questions, lease.order_seed)).toEqual(questions)
  expect(content.languages).toEqual(await must(app.send, 'getLanguages', {}))
  for (const problem of problems) {
    const query = { problem_id: problem.id }
    const { templates } = await must(app.send, 'getDriveTemplates', {
      params: { driveId },
      query,
      token: me.token,
    })
    expect(content.templates[problem.id]).toEqual(templates)
  }
})

test('is another one once the bank was changed: the start names the new one, and the old one is gone', async () => {
  const org = await seed('changed')
  const [me] = org.candidates
  if (!me) throw new Error('nobody')
  await fillIn(app.send, me)
  const old = await nameOf(me.invitation)
  const admin = await signIn(app.send, org.admin.email, org.admin.password)
  const { question } = await must(app.send, 'getQuestion', {
    params: { id: org.questions[0].id },
    headers: admin,
  })
  const change = { description: 'Which hold now?', version: question.version }
  await must(app.send, 'putQuestion', { params: { id: org.questions[0].id }, body: change, headers: admin })
  const lease = await start(me, 'changed')
  expect(lease.package?.hash).not.toBe(old)
  expect((await fetchPackage(old, me.invitation)).status).toBe(404)
  const bytes = await bytesOf(await fetchPackage(lease.package?.hash ?? '', me.token))
  if (lease.package)
    expect(JSON.stringify((await open(bytes, lease.package)).content)).toContain('Which hold now?')
  // A test that has begun names none: its questions are on the device.
  expect((await must(app.send, 'getDrive', { params: { token: me.token } })).package).toBeNull()
})

test('is given to the candidates of its drive alone', async () => {
  const mine = await seed('mine')
  const theirs = await seed('theirs')
  const hash = await nameOf(mine.candidates[0]?.invitation ?? '')
  expect((await fetchPackage(hash)).status).toBe(401)
  expect((await fetchPackage(hash, 'x'.repeat(43))).status).toBe(401)
  expect((await fetchPackage(hash, theirs.candidates[0]?.invitation)).status).toBe(404)
  expect((await fetchPackage('not-a-hash', mine.candidates[0]?.invitation)).status).toBe(404)
})

test('carries the pictures and their words; one that is lost or altered is left to its address, and the start waits for none', async () => {
  const org = await seed('pictured')
  const [me] = org.candidates
  if (!me) throw new Error('nobody')
  await fillIn(app.send, me)
  const picture = jpeg({ width: 8, height: 8 })
  await app.ctx.storage.put('images/here.jpg', picture)
  await app.ctx.storage.put('images/altered.jpg', picture)
  await write("INSERT INTO pictures (key, sha256) VALUES ('images/altered.jpg', 'of another one')")
  const [first, second, third] = org.questions
  await write(
    "UPDATE questions SET image_key = 'images/here.jpg', image_alt = 'Five cranes' WHERE id = ?",
    first.id,
  )
  await write("UPDATE questions SET image_key = 'images/lost.jpg' WHERE id = ?", second.id)
  await write("UPDATE questions SET image_key = 'images/altered.jpg' WHERE id = ?", third.id)
  await app.ctx.storage.put('images/in-text.jpg', picture)
  const { id: problemId } = org.problems[0]
  await write(
    "UPDATE problems SET description = 'See ![](/files/images/in-text.jpg).' WHERE id = ?",
    problemId,
  )
  await write('UPDATE drives SET content_version = content_version + 1 WHERE id = ?', org.driveId)
  const bytes = await bytesOf(await fetchPackage(await nameOf(me.invitation), me.invitation))
  const lease = await start(me, 'pictured')
  if (!lease.package) throw new Error('no package')
  const { content, rest } = await open(bytes, lease.package)
  const url = (id: number) => content.questions.find((row) => row.id === id)?.image_url
  const [inText] = content.problems.find(({ id }) => id === problemId)?.pictures ?? []
  expect(inText).toMatch(/^\/files\/images\/in-text\.jpg\?s=/)
  expect(content.pictures).toEqual(
    [inText, url(first.id)].map((url) => ({ url, type: 'image/jpeg', bytes: picture.length })),
  )
  expect(rest.equals(Buffer.concat([picture, picture]))).toBe(true)
  expect(url(second.id)).toContain('images/lost.jpg')
  const alts = [first, second].map(({ id }) => content.questions.find((row) => row.id === id)?.image_alt)
  expect(alts).toEqual(['Five cranes', null])
})

test('a disk that cannot be read keeps nobody from a test', async () => {
  const org = await seed('broken')
  const [me] = org.candidates
  if (!me) throw new Error('nobody')
  await fillIn(app.send, me)
  await write("UPDATE questions SET image_key = '../outside' WHERE id = ?", org.questions[0].id)
  await write('UPDATE drives SET content_version = content_version + 1 WHERE id = ?', org.driveId)
  expect((await must(app.send, 'getDrive', { params: { token: me.invitation } })).package).toBeNull()
  const lease = await start(me, 'broken')
  expect(lease.state).toBe('running')
  expect(lease.package).toBeUndefined()
})

test('has another name and another key in another drive, though that asks the same', async () => {
  const org = await seedOrganization(app.ctx, 'twins')
  const asked = { drive_id: org.driveId, content_version: 1, paper_id: null }
  const content = await app.ctx.content.get(app.ctx.db.read, asked)
  const [own, again, copy] = await Promise.all([
    app.ctx.sealed.of(content),
    app.ctx.sealed.of({ ...content }),
    app.ctx.sealed.of({ ...content, driveId: org.driveId + 1 }),
  ])
  expect(again).toEqual(own)
  expect(copy?.hash).not.toBe(own?.hash)
  expect(copy?.key).not.toBe(own?.key)
})
