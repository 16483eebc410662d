import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#api/config.ts'
import { createFirstAdmin } from '#api/seed/firstAdmin.ts'
import { openContext, type ServerOptions } from '#api/server.ts'
import { readMeta, writeMeta } from '#db/queries/meta.ts'
import { openApp, scriptedExecutor, signIn } from '../../factories/index.ts'

/** One server a data directory; a crash frees it; commands that only add rows run beside it. */

const root = fileURLToPath(new URL('../../..', import.meta.url))
const migrations = join(root, 'db/migrations')
const bankImages = join(root, 'api/starterBank/images')
let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'holdfast-lock-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const options = (more: Partial<ServerOptions> = {}): ServerOptions => ({
  config: readConfig({ HOLDFAST_DATA: data, HOLDFAST_DEMO: 'off', HOLDFAST_LOG: 'silent' }),
  places: { pages: data, migrations, bankImages },
  executor: scriptedExecutor(),
  lockWaitMs: 0,
  ...more,
})

/** Opens, does something and closes. */
async function opened<T>(
  given: ServerOptions,
  work: (ctx: Awaited<ReturnType<typeof openContext>>['ctx']) => Promise<T>,
): Promise<T> {
  const { ctx, queue } = await openContext(given)
  try {
    return await work(ctx)
  } finally {
    ctx.hub.close()
    await queue.close()
    ctx.db.close()
  }
}

test('a second server on a data directory ends with a sentence, and the first goes on', async () => {
  const app = await openApp({ data })
  await expect(openContext(options())).rejects.toThrow(`Another Holdfast already uses ${data}.`)
  expect((await app.send('/healthz')).status).toBe(200)
  await app.ctx.db.write((tx) => writeMeta(tx, 'a_mark', '77'))
  await app.close()
  expect(await opened(options(), ({ db }) => readMeta(db.read, 'a_mark'))).toBe('77')
})

test('a server that was killed leaves nothing locked', async () => {
  const hold = `const { lockDirectory } = await import('./api/kit/lock.ts')
    globalThis.held = lockDirectory(process.argv[1])
    process.send(globalThis.held !== null)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', hold, data], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    expect(await once(child, 'message')).toContain(true)
    await expect(openContext(options())).rejects.toThrow('Another Holdfast')
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await opened(options(), async ({ db }) => expect(db.applied.length).toBeGreaterThan(0))
})

test('an admin can be made beside a running server, which knows the account at once', async () => {
  const app = await openApp({ data, listen: true })
  const password = await opened(options({ beside: true }), (ctx) => createFirstAdmin(ctx, 'ada@firm.example'))
  const headers = await signIn(app.send, 'ada@firm.example', password)
  expect(headers['access-token']).toMatch(/\S{20,}/)
  // And the server still has its directory.
  await expect(openContext(options())).rejects.toThrow('Another Holdfast')
  await app.close()
})

test('without a server the command has the directory to itself', async () => {
  await opened(options({ beside: true }), async () => {
    await expect(openContext(options())).rejects.toThrow('Another Holdfast')
  })
})

test('a command of a newer version does not change the tables under a running server', async () => {
  const app = await openApp({ data })
  const newer = join(data, 'newer')
  cpSync(migrations, newer, { recursive: true })
  const journal = join(newer, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  writeFileSync(
    journal,
    JSON.stringify({ ...rest, entries: [...entries, { idx: 9_999, tag: '9999_later', when: 0 }] }),
  )
  writeFileSync(join(newer, '9999_later.sql'), 'CREATE TABLE later (id INTEGER)')
  const command = options({ beside: true, places: { pages: data, migrations: newer, bankImages } })
  await expect(openContext(command)).rejects.toThrow('Restart it, then try again.')
  expect(await app.rows("SELECT name FROM sqlite_master WHERE name = 'later'")).toEqual([])
  await app.close()
})
