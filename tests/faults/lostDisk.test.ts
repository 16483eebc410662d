import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readStanding } from '#api/backups/logSegments.ts'
import { readManifest } from '#api/backups/manifest.ts'
import { sha256 } from '#api/kit/keys.ts'
import { connect } from '#db/connect.ts'
import { jpeg, must, openApp, type Send, seedOrganization, startDevice, waitFor } from '../factories/index.ts'
import { startProcess } from './process.ts'

/** The disk of a server is gone in the middle of a drive, and with it every device: the shipped log has what they did. */

const root = fileURLToPath(new URL('../../', import.meta.url))

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'holdfast-lost-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const holdfast = (args: readonly string[], data: string) =>
  spawnSync(process.execPath, ['dist/server/main.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, HOLDFAST_LOG: 'silent', HOLDFAST_DATA: data },
  })

const shippedFrom = async (data: string): Promise<number> =>
  Date.parse((await readStanding(data))?.checked_at ?? '1970-01-01')

/** The newest backup that the shipped log goes on from. */
async function backupWithLog(backups: string): Promise<{ folder: string; generation: string } | undefined> {
  for (const name of readdirSync(backups).filter((one) => /^holdfast-\w+Z$/.test(one))) {
    const { log } = await readManifest(join(backups, name))
    if (log) return { folder: join(backups, name), generation: log.generation }
  }
  return undefined
}

test('all that was shipped is there again without a device, also what a killed server went on shipping', async () => {
  const seeded = await openApp({ clock: { now: Date.now, move: () => {}, set: () => {} } })
  const { data } = seeded
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const org = await seedOrganization(seeded.ctx, 'lost', { candidates: 1 })
  await seeded.close()
  const backups = folder()
  const settings = { HOLDFAST_BACKUPS: backups, HOLDFAST_BACKUPS_LOG: 'on' }
  let server = await startProcess(data, { settings })
  onTestFinished(() => server.kill())
  const send: Send = (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
  const base = await waitFor('a backup that the log goes on from', () => backupWithLog(backups))
  const device = await startDevice({ send, clock: { now: Date.now } }, org.candidates[0])
  const problem_id = org.problems[0].id
  let texts = 0
  const write = async (times: number) => {
    for (let n = 0; n < times; n++) {
      const body = { problem_id, language_id: 1, answer: `text ${++texts}` }
      device.write('draft', `code:${problem_id}:1`, body)
      await device.sync()
    }
  }
  await write(10)
  const made = () => readdirSync(backups).filter((name) => name.startsWith('holdfast-'))
  const before = made()
  // The process is killed, its disk stays: it goes on from where it was, without another backup.
  await server.kill()
  server = await startProcess(data, { settings })
  await write(10)
  expect(made()).toEqual(before)
  const picture = jpeg({ bytes: 20_000 })
  const token = device.grant.auth_token
  const { url } = await must(send, 'postSnapshotUrl', {
    token,
    body: { sha256: sha256(Buffer.from(picture)) },
  })
  const put = await send(url, { method: 'PUT', body: picture, headers: { 'content-type': 'image/jpeg' } })
  expect(put.status).toBe(200)
  const acked = Date.now()
  await waitFor('the log to be shipped', async () => (await shippedFrom(data)) > acked)
  expect((await readStanding(data))?.generation).toBe(base.generation)
  expect(await (await send('/readyz')).json()).toMatchObject({
    data: { backup: expect.stringMatching(/^newest of .*; the log is shipped$/) },
  })
  await server.kill()
  const kept = device.ops.map(({ seq, hash }) => ({ seq, hash }))
  rmSync(data, { recursive: true })

  const restored = holdfast(['restore', base.folder, '--json'], data)
  expect(restored).toMatchObject({ status: 0 })
  expect(JSON.parse(restored.stdout)).toMatchObject({ log: { stopped: null } })
  const db = connect(join(data, 'holdfast.db'), { readonly: true })
  expect(db.prepare('SELECT seq, hash FROM ops ORDER BY seq').all()).toEqual(kept)
  db.close()
  const pictures = readdirSync(join(data, 'files/snapshots'), {
    recursive: true,
    withFileTypes: true,
  }).filter((entry) => entry.isFile())
  expect(pictures).toHaveLength(1)
  const [{ parentPath = '', name = '' } = {}] = pictures
  expect(readFileSync(join(parentPath, name)).equals(Buffer.from(picture))).toBe(true)
  expect(holdfast(['verify'], data)).toMatchObject({ status: 0 })
  // The restored server ships anew, from a backup of its own.
  server = await startProcess(data, { settings })
  await waitFor('another generation', async () => (await readStanding(data))?.generation !== base.generation)
  await server.kill('SIGTERM')
})
