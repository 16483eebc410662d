import { expect, test } from 'vitest'
import { downloadText, readFile } from '#pwa/console/kit/download/useFileDownload.ts'

/** A long download says how much has come, and one that breaks off says so and is no file. */

const inParts = (parts: number, ending: (stream: ReadableStreamDefaultController) => void) =>
  new Response(
    new ReadableStream({
      start(stream) {
        for (let n = 0; n < parts; n++) stream.enqueue(new Uint8Array(600_000).fill(n))
        ending(stream)
      },
    }),
    { headers: { 'content-type': 'application/zip' } },
  )

test('all of it comes, and is told by the megabyte', async () => {
  const told: number[] = []
  const file = await readFile(
    inParts(4, (stream) => stream.close()),
    (megabytes) => told.push(megabytes),
  )
  expect([file.size, file.type]).toEqual([2_400_000, 'application/zip'])
  expect(told).toEqual([0, 1, 1, 2])
  expect([0, 1, 1_200].map((megabytes) => downloadText('Download', megabytes))).toEqual([
    'Download',
    'Download, 1 MB',
    'Download, 1,200 MB',
  ])
})

test('an empty answer is an empty file', async () => {
  expect((await readFile(new Response(null), () => {})).size).toBe(0)
})

test('what breaks off is told in words', async () => {
  const broken = inParts(2, (stream) => stream.error(new TypeError('network error')))
  await expect(readFile(broken, () => {})).rejects.toThrow(
    'The download was interrupted, and nothing was saved. Try again.',
  )
})
