import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { sweep } from '#api/services/sweep.ts'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { newQuestion } from '../../factories/bankInputs.ts'
import {
  type Answer,
  call,
  DAY,
  MINUTE,
  must,
  type Organization,
  seedOrganization,
  signIn,
  startDevice,
  toAnswer,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { addAdmin } from './support.ts'

/** Pictures of the bank: an address of one's own, ten minutes, one picture; decoded and written anew. */

let org: Organization
let headers: Record<string, string>
let foreign: Record<string, string>
let png: Uint8Array<ArrayBuffer>
let jpg: Uint8Array<ArrayBuffer>

const bytesOf = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })

const app = await appForFile()
beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'i', { candidates: 1 })
  const other = await seedOrganization(app.ctx, 'iother')
  headers = await signIn(app.send, org.admin.email, org.admin.password)
  foreign = await signIn(app.send, other.admin.email, other.admin.password)
  png = bytesOf(await noise(40, 30).png().toBuffer())
  jpg = bytesOf(await noise(40, 30).jpeg().toBuffer())
})

const ask = async (as = headers): Promise<string> =>
  (await must(app.send, 'postQuestionImageUrl', { body: { image_for: 'option' }, headers: as })).url
const put = async (url: string, body: Uint8Array<ArrayBuffer> | string): Promise<Answer> =>
  toAnswer(await app.send(url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body }))
const bare = (url: string): string => url.split('?')[0] ?? ''
const stored = async (body: Uint8Array<ArrayBuffer> = png, as = headers): Promise<string> => {
  const url = await ask(as)
  expect((await put(url, body)).status).toBe(200)
  return bare(url)
}
const read = async (url: string) => {
  const response = await app.send(url)
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}
const created = async (body: object) =>
  (await must(app.send, 'postQuestion', { body: { ...newQuestion(), ...body }, headers })).question

describe('an address', () => {
  test.each(['png', 'jpeg'] as const)('takes a %s and shows it in its own format', async (format) => {
    const given = format === 'png' ? png : jpg
    const { image_url } = await created({ image_url: await stored(given) })
    const shown = await read(image_url ?? '')
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe(`image/${format}`)
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format, width: 40, height: 30 })
  })

  test('is of the organization, and the one of problems is alike', async () => {
    const { url } = await must(app.send, 'getProblemImageUrl', { headers })
    expect(url).toMatch(new RegExp(`^/files/images/${org.id}-[\\w-]{24}\\.jpg\\?e=\\d+&s=[\\w-]+$`))
    expect((await put(url, jpg)).status).toBe(200)
  })

  test('is over after ten minutes, to the millisecond', async () => {
    const url = await ask()
    const late = await ask()
    app.clock.move(10 * MINUTE)
    expect((await put(url, png)).status).toBe(200)
    app.clock.move(1)
    expect(await put(late, png)).toMatchObject({ status: 403, failure: { code: 'forbidden' } })
  })

  test.each<[string, (url: string) => string]>([
    ['no signature', bare],
    ['an edited signature', (url) => `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`],
    ['another time', (url) => url.replace(/e=(\d+)/, (_, e) => `e=${Number(e) + 1}`)],
    ['no time', (url) => url.replace(/e=\d+/, 'e=x')],
    ['another organization', (url) => url.replace(/images\/\d+-/, 'images/9999-')],
    ['another name', (url) => url.replace(/-[\w-]{24}\./, `-${'x'.repeat(24)}.`)],
    ['another ending', (url) => url.replace('.jpg', '.png')],
    ['a way out', (url) => url.replace('images/', 'images/..%2f..%2f')],
  ])('with %s takes nothing', async (_, edit) => {
    const answer = await put(edit(await ask()), png)
    expect([403, 404]).toContain(answer.status)
  })

  test('is for putting alone: what it holds is read with another signature', async () => {
    const url = await ask()
    await put(url, png)
    expect((await read(url)).status).toBe(404)
    expect((await read(bare(url))).status).toBe(404)
  })

  test('holds one picture: the same again is well, another is refused, also at once', async () => {
    const url = await ask()
    expect((await put(url, png)).status).toBe(200)
    expect((await put(url, png)).status).toBe(200)
    expect(await put(url, jpg)).toMatchObject({ status: 409, failure: { code: 'conflict' } })
    const fresh = await ask()
    const answers = await Promise.all([put(fresh, png), put(fresh, jpg), put(fresh, png), put(fresh, jpg)])
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 200, 409, 409])
  })

  test('is asked for 60 times a minute by one person', async () => {
    const busy = await addAdmin(app, org, 'busy')
    const own = await signIn(app.send, busy.email, busy.password)
    const ask60 = () =>
      call(app.send, 'postQuestionImageUrl', { body: { image_for: 'question' }, headers: own })
    for (let i = 0; i < 60; i++) expect((await ask60()).status).toBe(200)
    const refused = await ask60()
    expect(refused).toMatchObject({ status: 429, failure: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call(app.send, 'getProblemImageUrl', { headers: own })).status).toBe(429)
    expect((await call(app.send, 'getProblemImageUrl', { headers })).status).toBe(200)
    app.clock.move(1_000)
    expect((await ask60()).status).toBe(200)
  })
})

describe('what is written anew', () => {
  test('has no place, no orientation and no profile of the camera left', async () => {
    const photo = bytesOf(
      await noise(40, 30)
        .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '59/1 19/1 0/1' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    )
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { image_url } = await created({ image_url: await stored(photo) })
    const { bytes } = await read(image_url ?? '')
    const head = await sharp(bytes).metadata()
    expect(head).toMatchObject({ width: 30, height: 40 })
    expect([head.exif, head.icc, head.xmp, head.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  const text = (words: string): Uint8Array<ArrayBuffer> =>
    new TextEncoder().encode(words) as Uint8Array<ArrayBuffer>
  const joined = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => bytesOf(Buffer.concat(parts))
  /** A png's part without a sum that fits: walked over, not decoded. */
  const chunk = (name: string, length: number): Uint8Array<ArrayBuffer> => {
    const part = new Uint8Array(12 + length)
    new DataView(part.buffer).setUint32(0, length)
    part.set(text(name), 4)
    return part
  }
  /** A jpeg that says it has these sides, and a png. */
  const saying = (width: number, height: number): Uint8Array<ArrayBuffer> => {
    const copy = new Uint8Array(jpg)
    const at = copy.findIndex((byte, i) => byte === 0xff && copy[i + 1] === 0xc0)
    new DataView(copy.buffer).setUint16(at + 5, height)
    new DataView(copy.buffer).setUint16(at + 7, width)
    return copy
  }

  test.each<[string, () => Uint8Array<ArrayBuffer> | string | Promise<Uint8Array<ArrayBuffer>>, number]>([
    ['nothing', () => '', 415],
    ['SVG', () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415],
    ['HTML', () => '<!doctype html><script>alert(1)</script>', 415],
    ['a GIF', async () => bytesOf(await noise(4, 4).gif().toBuffer()), 415],
    ['a WebP', async () => bytesOf(await noise(4, 4).webp().toBuffer()), 415],
    ['a PDF', () => '%PDF-1.7\n', 415],
    ['a zip', () => 'PK\u0003\u0004', 415],
    ['an image of another kind behind a jpeg’s first bytes', () => joined(jpg.slice(0, 3), png), 422],
    ['the first bytes of a png and then a script', () => joined(png.slice(0, 8), text('<script>')), 422],
    ['a jpeg cut in the middle', () => jpg.slice(0, jpg.length / 2), 422],
    ['a jpeg without its end', () => jpg.slice(0, -2), 422],
    ['a png cut in the middle', () => png.slice(0, png.length / 2), 422],
    ['a png without its end', () => png.slice(0, -12), 422],
    ['a png with a page behind it', () => joined(png, text('<html><script>alert(1)</script>')), 422],
    ['a jpeg with a zip behind it', () => joined(jpg, text('PK\u0003\u0004')), 422],
    ['two jpegs in one', () => joined(jpg, jpg), 422],
    ['a png that moves', () => joined(png.slice(0, 33), chunk('acTL', 8), png.slice(33)), 422],
    ['a jpeg of 65,535 by 65,535', () => saying(65_535, 65_535), 422],
    ['a jpeg of 5,001 by 5,000', () => saying(5_001, 5_000), 422],
  ])('%s is refused in words', async (_, make, status) => {
    const url = await ask()
    const answer = await put(url, await make())
    expect(answer.status, answer.text).toBe(status)
    expect(answer.failure.message).toMatch(/\S/)
    if (status === 415) expect(answer.failure.message).toBe(t.imageFormats)
    expect(await app.ctx.storage.get(bare(url).slice('/files/'.length))).toBeNull()
  })

  test('a picture has 2 MB at most; one byte more is refused before it is looked at', async () => {
    const large = new Uint8Array(2_000_000)
    large.set(jpg)
    expect((await put(await ask(), large)).status).toBe(200)
    const larger = new Uint8Array(2_000_001)
    larger.set(jpg)
    expect(await put(await ask(), larger)).toMatchObject({ status: 413, failure: { code: 'too_large' } })
  })

  test('25 million pixels are taken', async () => {
    const flat = bytesOf(
      await sharp({ create: { width: 5_000, height: 5_000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    )
    expect((await put(await ask(), flat)).status).toBe(200)
  })
})

describe('a form names', () => {
  const withImage = (image_url: string) =>
    call(app.send, 'postQuestion', { body: { ...newQuestion(), image_url }, headers })

  test('the address without its query, with it, or whole under the server’s own', async () => {
    const url = await stored()
    for (const address of [url, `${url}?e=1&s=x`, `${app.base}${url}`])
      expect((await withImage(address)).status).toBe(200)
  })

  test.each<[string, () => string | Promise<string>]>([
    ['an address under which nothing lies', async () => bare(await ask())],
    ['another organization’s picture', () => stored(png, foreign)],
    ['another server', async () => `https://elsewhere.example${await stored()}`],
    ['a snapshot', () => '/files/snapshots/x/y'],
    ['a way out', () => '/files/images/../../holdfast.db'],
    ['an address of this machine', () => 'http://127.0.0.1:80/files/images/1-x.jpg'],
    ['a script', () => 'javascript:alert(1)'],
    ['a data address', () => 'data:image/png;base64,AAAA'],
  ])('not %s', async (_, address) => {
    const answer = await withImage(await address())
    expect(answer.status).toBe(422)
    expect(answer.failure.errors?.image_url?.[0]).toMatch(/picture/)
  })

  test('an option’s picture, told at the option where it is none', async () => {
    const url = await stored()
    const question = await created({
      options_attributes: [
        { description: '', is_answer: true, image_url: url },
        { description: 'Two', is_answer: false },
      ],
    })
    expect(bare(question.options[0]?.image_url ?? '')).toBe(url)
    const answer = await call(app.send, 'putQuestion', {
      params: { id: question.id },
      body: {
        options_attributes: [{ description: 'x', is_answer: false, image_url: '/files/images/1-x.jpg' }],
      },
      headers,
    })
    expect(Object.keys(answer.failure.errors ?? {})).toEqual(['options_attributes.0.image_url'])
  })

  test('what it has already, null to take it away with its words, or nothing to leave it', async () => {
    const question = await created({ image_url: await stored(), image_alt: '  A tree  ' })
    expect(question.image_alt).toBe('A tree')
    const put = async (body: object) =>
      (await must(app.send, 'putQuestion', { params: { id: question.id }, body, headers })).question
    const moved = `images/${'k'.repeat(16)}/tree.png`
    await app.ctx.storage.put(moved, png)
    await app.ctx.db.write((tx) =>
      tx.raw.run('UPDATE questions SET image_key = ? WHERE id = ?', moved, question.id),
    )
    expect((await put({ image_url: `/files/${moved}`, marks: 9 })).image_url).toContain(moved)
    expect((await put({ marks: 8 })).image_url).toContain(moved)
    expect(await put({ image_url: null })).toMatchObject({ image_url: null, image_alt: null })
  })

  test('a candidate sees the pictures of question and option', async () => {
    const { id } = await created({ image_url: await stored(jpg), image_alt: 'A tree' })
    const [question] = org.questions
    const picture = await stored()
    await must(app.send, 'putQuestion', {
      params: { id: question.id },
      body: {
        image_url: picture,
        options_attributes: [
          { id: question.wrong[0], description: '', is_answer: false, image_url: picture },
        ],
      },
      headers,
    })
    expect(id).toBeGreaterThan(0)
    const [who] = org.candidates
    if (!who) throw new Error('nobody')
    await startDevice(app, who)
    const questions = await must(app.send, 'getQuestions', { token: who.token })
    const asked = questions.find((one) => one.id === question.id)
    const option = asked?.options.find((one) => one.id === question.wrong[0])
    for (const url of [asked?.image_url, option?.image_url]) {
      expect(bare(url ?? '')).toBe(picture)
      expect((await read(url ?? '')).status).toBe(200)
    }
  })
})

test('what nothing names is swept after a day; what any item or begun attempt names stays', async () => {
  const named = await stored()
  await created({ image_url: named })
  const pinned = await stored()
  const { id } = await created({ image_url: pinned })
  // Kept with a version that somebody began with, and taken out of the question since.
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      `INSERT INTO item_versions (kind, item_id, version, content, created_at) VALUES ('question', ?, 900, ?, 0)`,
      id,
      JSON.stringify({ image_key: pinned.slice('/files/'.length) }),
    ),
  )
  await must(app.send, 'putQuestion', { params: { id }, body: { image_url: null }, headers })
  const [forgotten, young] = [await stored(), await stored()]
  const written = (url: string, ms: number) =>
    utimesSync(join(app.data, url.replace('/files/', 'files/')), ms / 1000, ms / 1000)
  for (const url of [named, pinned, forgotten]) written(url, app.ctx.now() - DAY - 1)
  written(young, app.ctx.now() - DAY + MINUTE)
  await sweep(app.ctx)
  const stays = (url: string) => existsSync(join(app.data, url.replace('/files/', 'files/')))
  expect([named, pinned, forgotten, young].map(stays)).toEqual([true, true, false, true])
})
