import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { type ZipFile, zipped } from '#api/kit/zip.ts'
import { openZip } from '#api/kit/zipRead.ts'
import { python } from '../../foreign/checkArchive.ts'

/** ZIP files as other programs read them, also where the first format is too small for them. */

const NOW = Date.UTC(2026, 10, 29, 12, 34, 56)

async function* listOf(files: Iterable<ZipFile>): AsyncGenerator<ZipFile> {
  yield* files
}

/** What Python's own library makes of it: the number of its files, the size of the first, the name of the last, a time, and a damaged one. */
async function asPythonReads(files: AsyncIterable<ZipFile>): Promise<unknown> {
  const place = mkdtempSync(join(tmpdir(), 'holdfast-zip-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const path = join(place, 'all.zip')
  await pipeline(Readable.from(zipped(files, NOW)), createWriteStream(path))
  const program =
    'import json, sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); i = z.infolist(); print(json.dumps([len(i), i[0].file_size, i[-1].filename, i[0].date_time, z.testzip()]))'
  const told = JSON.parse(python(['-c', program, path]).output) as [number, number, string]
  await readAsWell(path, told)
  return told
}

/** The same as the server's own reader has it, with the last file to its end. */
async function readAsWell(path: string, [count, , last]: [number, number, string]): Promise<void> {
  const zip = await openZip(path)
  let bytes = 0
  for await (const chunk of zip.read(last, Number.MAX_SAFE_INTEGER)) bytes += chunk.length
  expect([zip.paths.size, bytes]).toEqual([count, zip.bytesOf(last)])
  await zip.close()
}

test('every file comes out as it went in, compressed or not, empty or in parts, under any name', async () => {
  const noise = randomBytes(200_000)
  const files: ZipFile[] = [
    { path: 'a/word.txt', content: [Buffer.from('word')] },
    { path: 'empty', content: [] },
    { path: 'picture.jpg', isCompressed: true, content: [noise.subarray(0, 70_000), noise.subarray(70_000)] },
    { path: 'größe/日本.txt', content: [Buffer.alloc(300_000, 'x')] },
  ]
  const bytes = await buffer(Readable.from(zipped(listOf(files), NOW)))
  const back = unzipSync(bytes)
  expect(Object.keys(back)).toEqual(files.map(({ path }) => path))
  for (const { path, content } of files)
    expect(Buffer.compare(Buffer.from(back[path] ?? []), Buffer.concat([...(content as Buffer[])]))).toBe(0)
  // The text of one letter has gone; what is compressed already costs no second try.
  expect(bytes.length).toBeGreaterThan(200_000)
  expect(bytes.length).toBeLessThan(203_000)
  expect(await asPythonReads(listOf(files))).toEqual([
    4,
    4,
    'größe/日本.txt',
    [2026, 11, 29, 12, 34, 56],
    null,
  ])
})

test('a fault of one file ends it all, and nothing is read for whoever has gone', async () => {
  let read = 0
  let isClosed = false
  async function* endless() {
    try {
      for (;;) {
        read++
        yield randomBytes(65_536)
      }
    } finally {
      isClosed = true
    }
  }
  async function* broken() {
    yield Buffer.from('x')
    throw new Error('The disk is gone')
  }
  await expect(
    buffer(Readable.from(zipped(listOf([{ path: 'x', content: broken() }]), NOW))),
  ).rejects.toThrow('The disk is gone')
  const stream = zipped(listOf([{ path: 'x', content: endless() }]), NOW)
  for (let n = 0; n < 20; n++) await stream.next()
  await stream.return(undefined)
  // As fast as it is taken: what is ahead are the buffers between.
  expect(read).toBeLessThan(60)
  await expect.poll(() => isClosed).toBe(true)
})

test.runIf(process.env.HOLDFAST_EXAMS_TIMES)(
  'more files than the first format can count, and one of more than 4 GB',
  async () => {
    const many = function* () {
      for (let n = 0; n < 70_000; n++) yield { path: `${n}`, content: [] }
    }
    expect(await asPythonReads(listOf(many()))).toEqual([70_000, 0, '69999', expect.anything(), null])
    const part = Buffer.alloc(2 ** 20)
    const large = function* () {
      for (let n = 0; n < 4_200; n++) yield part
    }
    const files = [
      { path: 'before', content: [Buffer.from('x')] },
      { path: 'large', content: large() },
    ]
    expect(await asPythonReads(listOf(files))).toEqual([2, 1, 'large', expect.anything(), null])
  },
  600_000,
)

test('a path that stands in it twice is refused: what was checked could be another one than what is read', async () => {
  const place = mkdtempSync(join(tmpdir(), 'holdfast-zip-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const path = join(place, 'twice.zip')
  const files = ['one', 'two'].map((word) => ({ path: 'word.txt', content: [Buffer.from(word)] }))
  await pipeline(Readable.from(zipped(listOf(files), NOW)), createWriteStream(path))
  await expect(openZip(path)).rejects.toThrow('"word.txt" stands in it twice')
})
