import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { DomainError } from '#api/kit/errors.ts'
import { removeSpooled } from '#api/kit/spoolFile.ts'
import { type SpooledFile, spoolUpload } from '#api/middleware/spoolUpload.ts'

/** Multipart bodies whose file goes to the disk, in pieces that end anywhere; nothing of it has a name there. */

const folder = mkdtempSync(join(tmpdir(), 'spool-'))
afterAll(() => rmSync(folder, { recursive: true }))

const LIMIT = 2_000_000
const ctx = { config: { dataDirectory: folder }, random: (): string => randomUUID() }

interface Read {
  fields: Record<string, string>
  name: string
  size: number
  hash: string
  content: string
}
const contentOf = ({ fd, size }: SpooledFile): string => {
  const bytes = Buffer.alloc(size)
  readSync(fd, bytes, 0, size, 0)
  return bytes.toString('utf8')
}
async function read(
  pieces: Iterable<Uint8Array>,
  { limit = LIMIT, boundary = 'b', userId = 1, breaksOff = false } = {},
): Promise<Read | string> {
  const source = pieces[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = source.next()
      if (!done) controller.enqueue(value)
      else if (breaksOff) controller.error(new Error('the line broke'))
      else controller.close()
    },
  })
  let outcome: Read | string = 'nothing'
  const app = new Hono().post('/', async (c) => {
    try {
      const { fields, file } = await spoolUpload(ctx, c, { limit, userId })
      expect(readdirSync(folder)).toEqual([])
      const { name, size, hash } = file
      outcome = { fields, name, size, hash, content: contentOf(file) }
      await file.close()
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      outcome = `${error.code}: ${error.message}`
    }
    return c.text('')
  })
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    duplex: 'half',
  }
  await app.request(new Request('http://localhost/', init))
  expect(readdirSync(folder)).toEqual([])
  return outcome
}

const encoder = new TextEncoder()
const partOf = (name: string, more = ''): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
const form = (content: string, name = 'a.zip'): string =>
  `${partOf('mode')}good – ü\r\n${partOf('file', `; filename="${name}"`)}${content}\r\n--b--\r\n`
function* inPieces(text: string, length: number): Generator<Uint8Array> {
  const bytes = encoder.encode(text)
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

test.each([1, 2, 3, 7, 64, 1_000])('comes to the same in pieces of %i bytes', async (length) => {
  const content = 'a,b\r\n--\r\n--c\r\n-b--\r\n\r\n--a\r\nü'
  expect(await read(inPieces(form(content, 'the “file” %22.zip'), length))).toEqual({
    fields: { mode: 'good – ü' },
    name: 'the “file” ".zip',
    size: encoder.encode(content).length,
    hash: createHash('sha256').update(content).digest('hex'),
    content,
  })
})

test('a file of nothing is one, and what follows the last boundary says nothing', async () => {
  expect(await read(inPieces(`${form('')}--b\r\nmore`, 5))).toMatchObject({ size: 0, name: 'a.zip' })
})

test.each<[string, string, Parameters<typeof read>[1] | undefined, string]>([
  ['no boundary', form('x'), { boundary: '' }, 'malformed: The upload was damaged.'],
  ['a boundary that is too long', form('x'), { boundary: 'b'.repeat(71) }, 'malformed: '],
  ['an end that is missing', form('x').slice(0, -6), undefined, 'malformed: '],
  ['no beginning', 'x', undefined, 'malformed: '],
  ['nothing', '', undefined, 'malformed: '],
  ['a head without an end', `--b\r\n${'x: y\r\n'.repeat(2_000)}`, undefined, 'malformed: '],
  ['no file', `${partOf('mode')}x\r\n--b--`, undefined, 'invalid: '],
  ['a file under another name', form('x').replace('name="file"', 'name="picture"'), undefined, 'invalid: '],
  [
    'a file that is too large',
    form('x'.repeat(LIMIT + 1)),
    undefined,
    'too_large: The file is larger than 2 MB.',
  ],
  ['fields that are too large', `${partOf('mode')}${'x'.repeat(20_000)}`, undefined, 'too_large: '],
  ['too many parts', `${partOf('mode')}\r\n`.repeat(17) + form('x'), undefined, 'malformed: '],
  [
    'a line that breaks',
    form('x'.repeat(100_000)).slice(0, 50_000),
    { breaksOff: true },
    'malformed: The body ended too early.',
  ],
])('%s is refused in words, and leaves nothing', async (_what, text, how, words) => {
  expect(String(await read(inPieces(text, 65_536), how))).toContain(words)
})

test('a person has two on their way at once, all together have six', async () => {
  const held: (() => void)[] = []
  const slow = (userId: number) => read(inPieces(form('x'), 1_000), { userId }).then((outcome) => outcome)
  const open = async (userId: number) => {
    let close = () => {}
    const until = new Promise<void>((resolve) => {
      close = resolve
    })
    const begun = new Promise<void>((resolve) => {
      const app = new Hono().post('/', async (c) => {
        const { file } = await spoolUpload(ctx, c, { limit: LIMIT, userId })
        resolve()
        await until
        await file.close()
        return c.text('')
      })
      void app.request(
        new Request('http://localhost/', {
          method: 'POST',
          body: form('x'),
          headers: { 'content-type': 'multipart/form-data; boundary=b' },
        }),
      )
    })
    await begun
    held.push(close)
  }
  for (const userId of [1, 1, 2, 2, 3]) await open(userId)
  expect(await slow(1)).toContain('too_many_requests: Your other files')
  expect(await slow(4)).toMatchObject({ name: 'a.zip' })
  await open(3)
  expect(await slow(4)).toContain('unavailable: Many files are being uploaded.')
  for (const close of held) close()
  await expect.poll(() => slow(1)).toMatchObject({ name: 'a.zip' })
})

test('what a process left that was killed at the wrong moment is removed', async () => {
  writeFileSync(join(folder, '.try-upload-x'), 'x')
  writeFileSync(join(folder, 'other'), 'x')
  await removeSpooled(folder)
  expect(readdirSync(folder)).toEqual(['other'])
  rmSync(join(folder, 'other'))
})
