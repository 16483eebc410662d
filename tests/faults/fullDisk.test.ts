import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sha256 } from '#api/kit/keys.ts'
import type { SavedAnswers } from '#contract/sync.ts'
import { connect } from '#db/connect.ts'
import {
  call,
  jpeg,
  must,
  openApp,
  type Send,
  seedOrganization,
  startDevice,
  waitFor,
} from '../factories/index.ts'
import { startProcess } from './process.ts'

/** A file system of 8 MB, in a mount namespace of the server's own, that is really full. */

const MOUNT = 'mount -t tmpfs -o size=8m holdfast "$1" && cp -a "$0/." "$1" && shift && exec "$@"'
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'holdfast', '/mnt']).status === 0
if (!canMount) console.log('a full disk: SKIPPED, because this machine lets no user mount a file system.')

test.skipIf(!canMount)(
  'a full disk: what was acknowledged is kept, the rest is refused, and taken once there is room',
  async () => {
    const filled = await openApp({ clock: { now: Date.now, move: () => {}, set: () => {} } })
    const org = await seedOrganization(filled.ctx, 'full', { candidates: 1 })
    await filled.close()
    const data = mkdtempSync(join(tmpdir(), 'holdfast-full-'))
    const server = await startProcess(data, {
      wrap: ['unshare', '-rm', 'sh', '-c', MOUNT, filled.data, data],
    })
    onTestFinished(async () => {
      await server.kill()
      for (const folder of [data, filled.data]) rmSync(folder, { recursive: true, force: true })
    })
    const inside = (name: string): string => join(`/proc/${server.child.pid}/root`, data, name)
    const send: Send = (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
    const device = await startDevice({ send, clock: { now: Date.now } }, org.candidates[0])
    const token = device.grant.auth_token
    const problem_id = org.problems[0].id
    const write = () => {
      const answer = randomBytes(15_000).toString('base64')
      device.write('draft', `code:${problem_id}:1`, { problem_id, language_id: 1, answer })
    }
    write()
    await device.sync()

    fill(inside('filler'))
    const refused = await waitFor('a refusal', async () => {
      write()
      const answer = await device.post(device.request())
      return answer.status === 200 ? null : answer
    })
    expect(refused).toMatchObject({ status: 503, failure: { code: 'unavailable' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const picture = jpeg({ bytes: 200_000 })
    const { url } = await must(send, 'postSnapshotUrl', {
      token,
      body: { sha256: sha256(Buffer.from(picture)) },
    })
    const put = await send(url, { method: 'PUT', body: picture, headers: { 'content-type': 'image/jpeg' } })
    expect(put.status).toBe(503)
    // It still tells what it holds, and still holds what it told before.
    const acked = device.acked
    const kept = device.ops.find((op) => op.seq === acked)
    const answers = (await call(send, 'getSavedAnswers', { token })).json as { data: SavedAnswers }
    expect(answers.data.drafts[0]?.answer).toBe(JSON.parse(kept?.body ?? '{}').answer)
    expect(await waitFor('the server to say so', async () => (await send('/readyz')).status === 503)).toBe(
      true,
    )

    rmSync(inside('filler'))
    await waitFor('room', async () => (await device.post(device.request())).status === 200)
    expect(device.tail).toEqual([])
    const again = await send(url, { method: 'PUT', body: picture, headers: { 'content-type': 'image/jpeg' } })
    expect(again.status).toBe(200)
    await waitFor('the server to be well', async () => (await send('/readyz')).status === 200)

    cpSync(inside('.'), filled.data, { recursive: true })
    const database = connect(join(filled.data, 'holdfast.db'))
    const rows = database.prepare('SELECT seq, hash FROM ops ORDER BY seq').all()
    expect(rows).toEqual(device.ops.map(({ seq, hash }) => ({ seq, hash })))
    expect(acked).toBeGreaterThan(0)
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    database.close()
  },
  60_000,
)

/** Writes until the file system takes no more. */
function fill(file: string): void {
  for (let size = 1_048_576; size >= 512; size /= 2)
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
}
