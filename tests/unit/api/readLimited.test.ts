import type { Context as HonoContext } from 'hono'
import { expect, test } from 'vitest'
import { readLimited } from '#api/middleware/readLimited.ts'

/** A request whose body comes in these pieces; a fault in the place of one breaks it off. */
function request(...pieces: (Uint8Array | Error)[]): HonoContext {
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      const next = pieces.shift()
      if (next === undefined) stream.close()
      else if (next instanceof Error) stream.error(next)
      else stream.enqueue(next)
    },
  })
  return { req: { header: () => undefined, raw: { body } } } as unknown as HonoContext
}
const said = (asked: Promise<unknown>) =>
  asked.then(
    () => 'read',
    ({ code, message }: { code?: string; message: string }) => `${code}: ${message}`,
  )

test("a body that breaks off is the caller's affair: refused in words, with nothing to be logged as a fault", async () => {
  const cut = request(Buffer.from('half'), new Error('terminated'))
  expect(await said(readLimited(cut, 100, 'Too large'))).toBe('malformed: The body ended too early.')
  expect(await said(readLimited(request(Buffer.alloc(101)), 100, 'Too large'))).toBe('too_large: Too large')
  expect(await said(readLimited(request(Buffer.alloc(100)), 100, 'Too large'))).toBe('read')
})
