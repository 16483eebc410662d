import { readdirSync, readlinkSync } from 'node:fs'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { paths, urlOf } from '#contract/paths.ts'
import { startTestServer, type TestServer } from '../e2e/support/server.ts'
import { signIn, waitFor } from '../factories/index.ts'

/** A package whose upload ends in the middle: by its line, and with the server itself. */

const isLong = process.env.HOLDFAST_EXAMS_TIMES !== undefined

/** Files that the server has open and that have no name any more, by what they were called. */
const spooled = ({ process: { pid } }: TestServer): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/${pid}/fd/${fd}`)
      return /\.try-upload-.*\(deleted\)$/.test(path) ? [path] : []
    } catch {
      return []
    }
  })

function begun(server: TestServer, headers: Record<string, string>) {
  const { port } = new URL(server.base)
  const sent = request({
    port,
    method: paths.postPackageImport[0],
    path: urlOf('postPackageImport'),
    headers: {
      ...headers,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': '100000000',
    },
  })
  sent.on('error', () => {})
  sent.write('--b\r\ncontent-disposition: form-data; name="file"; filename="p.zip"\r\n\r\n')
  sent.write(Buffer.alloc(5_000_000))
  return sent
}

test.runIf(isLong)(
  'leaves nothing',
  async () => {
    const server = await startTestServer({ isFirstStart: true })
    try {
      const { email, password } = server.demo.admin
      const headers = await signIn((path, init) => fetch(server.base + path, init), email, password)
      const cut = begun(server, headers)
      await waitFor('the upload', async () => spooled(server).length === 1)
      expect(readdirSync(server.data).filter((name) => name.startsWith('.try-upload-'))).toEqual([])
      cut.destroy()
      await waitFor('its end', async () => spooled(server).length === 0)
      begun(server, headers)
      await waitFor('another upload', async () => spooled(server).length === 1)
      await server.kill('SIGKILL')
      expect(readdirSync(server.data).filter((name) => name.startsWith('.try-upload-'))).toEqual([])
    } finally {
      await server.stop()
    }
  },
  60_000,
)
