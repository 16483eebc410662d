import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { DomainError } from '#api/kit/errors.ts'
import { readUpload, type UploadedFile } from '#api/middleware/readUpload.ts'
import { shortestHold } from '../../factories/loop.ts'

/** Multipart bodies, as they come from a line: in pieces that end anywhere. */

const LIMIT = 64_000_000
const PIECE = 65_536
const HELD_MS = 50

interface Read {
  fields: Record<string, string>
  file: UploadedFile
}
async function read(
  pieces: Iterable<Uint8Array>,
  { limit = LIMIT, type = 'multipart/form-data; boundary=b' } = {},
): Promise<Read | string> {
  const source = pieces[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise(setImmediate)
      const { done, value } = source.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  let outcome: Read | string = 'nothing'
  const app = new Hono().post('/', async (c) => {
    outcome = await readUpload(c, limit).catch((error: unknown) => {
      if (error instanceof DomainError) return `${error.code}: ${error.message}`
      throw error
    })
    return c.text('')
  })
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    body,
    headers: { 'content-type': type },
    duplex: 'half',
  }
  await app.request(new Request('http://localhost/', init))
  return outcome
}

const encoder = new TextEncoder()
const partOf = (name: string, more = ''): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
const form = (content: string, name = 'a.csv'): string =>
  `${partOf('mode')}good rows\r\n${partOf('file', `; filename="${name}"`)}${content}\r\n--b--\r\n`
function* inPieces(text: string, length: number): Generator<Uint8Array> {
  const bytes = encoder.encode(text)
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

test.each([1, 2, 3, 7, 64, 1_000])('comes to the same in pieces of %i bytes', async (length) => {
  const content = 'a,b\r\n--\r\n--c\r\n-b--\r\nü'
  expect(await read(inPieces(form(content, 'the “file”.csv'), length))).toEqual({
    fields: { mode: 'good rows' },
    file: {
      name: 'the “file”.csv',
      bytes: encoder.encode(content),
      hash: createHash('sha256').update(content).digest('hex'),
    },
  })
})

test('a name is told as somebody wrote it', async () => {
  const sent = 'a %22b%22%0D%0Ac%0d%0ad %41%20.csv'
  expect(await read(inPieces(form('x', sent), 100))).toMatchObject({
    file: { name: 'a "b"\r\nc\r\nd %41%20.csv' },
  })
})

test.each<[string, string, Parameters<typeof read>[1] | undefined, string]>([
  ['another type', form('x'), { type: 'application/json' }, 'unsupported_media_type: Send the file as'],
  [
    'no boundary',
    form('x'),
    { type: 'multipart/form-data; charset=x' },
    'malformed: The upload was damaged.',
  ],
  [
    'a boundary that is too long',
    form('x'),
    { type: `multipart/form-data; boundary=${'b'.repeat(71)}` },
    'malformed: The upload was damaged.',
  ],
  ['an end that is missing', form('x').slice(0, -6), undefined, 'malformed: The upload was damaged.'],
  ['no beginning', 'x', undefined, 'malformed: The upload was damaged.'],
  ['nothing', '', undefined, 'malformed: The upload was damaged.'],
  ['no file', `${partOf('mode')}x\r\n--b--`, undefined, 'invalid: '],
  ['a file under another name', form('x').replace('name="file"', 'name="picture"'), undefined, 'invalid: '],
  [
    'a file that is too large',
    form('x'.repeat(2_000_001)),
    { limit: 2_000_000 },
    'too_large: The file is larger than 2 MB.',
  ],
  [
    'fields that are too large',
    `${partOf('mode')}${'x'.repeat(2_100_000)}`,
    { limit: 2_000_000 },
    'too_large: The file is larger than 2 MB.',
  ],
  [
    'too many parts',
    `${partOf('mode')}\r\n`.repeat(17) + form('x'),
    undefined,
    'malformed: The upload was damaged.',
  ],
])('%s is refused in words', async (_what, text, how, words) => {
  const outcome = await read(inPieces(text, PIECE), how)
  expect(String(outcome)).toContain(words)
})

test('a field or name that is no text is refused in words', async () => {
  for (const before of [partOf('mode'), '--b\r\ncontent-disposition: form-data; name="'])
    expect(
      await read([
        encoder.encode(before),
        new Uint8Array([0xff, 0xfe]),
        encoder.encode(`"\r\n\r\nx\r\n${form('x')}`),
      ]),
    ).toBe('malformed: The upload was damaged. Send the file again.')
})

const filling = (unit: string): Uint8Array =>
  encoder.encode(unit.repeat(Math.ceil(PIECE / unit.length))).subarray(0, PIECE)
function* large(unit: string): Generator<Uint8Array> {
  yield encoder.encode(partOf('file', '; filename="a"'))
  const piece = filling(unit)
  for (let n = 0; n < LIMIT / PIECE - 1; n++) yield piece
  yield encoder.encode('\r\n--b--\r\n')
}
test.each([
  ['words', 'words of a file '],
  ['what is nearly a boundary', '\r\n--a'],
  ['ends of lines', '\r\n'],
  ['hyphens', '-'],
])(
  'the largest file of %s holds nobody up',
  async (_what, unit) => {
    const held = await shortestHold(HELD_MS, async () =>
      expect(await read(large(unit))).toMatchObject({ file: { name: 'a' } }),
    )
    expect(held).toBeLessThan(HELD_MS)
  },
  60_000,
)

test('a file that comes a few bytes at a time holds nobody up', async () => {
  const pieces = [...inPieces(form('words of a file '.repeat(100_000)), 8)]
  const held = await shortestHold(HELD_MS, async () =>
    expect(await read(pieces)).toMatchObject({ file: { name: 'a.csv' } }),
  )
  expect(held).toBeLessThan(HELD_MS)
}, 60_000)

/** How often the loop turns between the last piece and the answer. */
async function turnsBehind(pieces: Iterable<Uint8Array>): Promise<number> {
  let [turns, before] = [0, 0]
  function* counted() {
    yield* pieces
    before = turns
  }
  let turn = setImmediate(function count() {
    turns++
    turn = setImmediate(count)
  })
  expect(await read(counted())).toMatchObject({ file: { name: 'a.csv' } })
  clearImmediate(turn)
  return turns - before
}

test('others have their turn while a file of many small pieces is put together', async () => {
  const text = form('a,b\n'.repeat(20_000))
  const whole = await turnsBehind(inPieces(text, PIECE))
  // 20,000 pieces: a turn every 4,000 of them.
  expect(await turnsBehind(inPieces(text, 4))).toBe(whole + 5)
})

test('a body of nothing but parts is refused at once', async () => {
  let given = 0
  function* parts(): Generator<Uint8Array> {
    for (; given < LIMIT; given += PIECE) yield filling(`${partOf('a')}\r\n`)
  }
  expect(await read(parts())).toBe('malformed: The upload was damaged. Send the file again.')
  expect(given).toBeLessThan(10 * PIECE)
})
