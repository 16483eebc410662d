import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApp } from '#api/app.ts'
import { sealOverdue } from '#api/attempts/seal.ts'
import { readConfig } from '#api/config.ts'
import type { Context } from '#api/context.ts'
import { syncLanguages } from '#api/execution/languages.ts'
import type { Executor } from '#api/execution/port.ts'
import type { JudgeQueue } from '#api/execution/queue.ts'
import type { MailPost } from '#api/mail/post.ts'
import { openContext, type Running, type ServerOptions, startServer, tellAfterCommit } from '#api/server.ts'
import { lookAtClock } from '#api/services/retention/onHold.ts'
import type { RowSeals } from '#db/rowSeals.ts'
import type { Send } from './client.ts'
import { type Clock, DAY, movableClock } from './clock.ts'
import { scriptedExecutor } from './executor.ts'
import { waitFor } from './wait.ts'

const migrations = fileURLToPath(new URL('../../db/migrations', import.meta.url))
const bankImages = fileURLToPath(new URL('../../api/starterBank/images', import.meta.url))

export interface AppOptions {
  /** A data directory of an app that was closed; a fresh one when not given. */
  data?: string
  clock?: Clock
  /** The scripted engine when not given. */
  executor?: Executor
  /** Starts the judge's queue. */
  judging?: boolean
  /** Starts the post, with links to this address. */
  mailing?: boolean
  /** Settings as the environment would have them. */
  settings?: Record<string, string>
  /** Listens on a port of this machine, judges and seals as in production. */
  listen?: boolean
  /** The folder of the starter bank's pictures; the product's own when not given. */
  bankImages?: string
  /** A folder of built pages; two empty ones when not given. */
  pages?: string
  /** Limits of its own. */
  limits?: Pick<ServerOptions, 'connections' | 'syncLimits' | 'clocks'>
  /** The room on the disk; plenty when not given, however full this one is. */
  room?: NonNullable<ServerOptions['room']>
  /** Takes what is logged; nothing is logged when not given. */
  log?: NonNullable<ServerOptions['log']>
  /** How late the event loop is; never late when not given, however busy the machine. */
  lag?: NonNullable<ServerOptions['lag']>
}

export interface TestApp {
  ctx: Context
  queue: JudgeQueue
  post: MailPost
  /** The keeper of the seals over rows as they change. */
  rowSeals: RowSeals
  clock: Clock
  data: string
  /** In process, or over the wire where it listens. */
  send: Send
  base: string
  /** Rows of a query, for looking behind the calls. */
  rows<T>(sql: string, ...params: unknown[]): Promise<T[]>
  /** Moves the clock as it goes for a server that runs all the time: erasing by time believes it. */
  live(ms: number): Promise<void>
  /** The server's own work of every second. */
  seal(): Promise<number>
  /** Resolves when no job is left to be done. */
  idle(): Promise<void>
  /** Changes with every committed change of any row; where it listens, the server writes by itself. */
  version(): Promise<number>
  /** Hash of every row of every table. */
  fingerprint(): Promise<string>
  /** Ends it; the data stays for another one. */
  close(): Promise<void>
  /** Ends it and removes the data. */
  remove(): Promise<void>
}

/** The product in this process on a real database file, with a clock that the test moves. */
export async function openApp(options: AppOptions = {}): Promise<TestApp> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'holdfast-app-'))
  const clock = options.clock ?? movableClock()
  const config = readConfig({
    HOLDFAST_DATA: data,
    HOLDFAST_DEMO: 'off',
    HOLDFAST_LOG: 'silent',
    PORT: '0',
    HOST: '127.0.0.1',
    ...options.settings,
  })
  const pages = options.pages ?? emptyPages(join(data, 'pages'))
  const executor = options.executor ?? scriptedExecutor()
  const server = {
    config,
    places: { pages, migrations, bankImages: options.bankImages ?? bankImages },
    executor,
    now: clock.now,
    room: options.room ?? (async () => ({ free: 500_000_000_000, size: 1_000_000_000_000 })),
    ...(options.log && { log: options.log }),
    lag: options.lag ?? (() => ({ read: () => 0, close: () => {} })),
    ...options.limits,
  }
  const opened = await openContext(server)
  const { ctx, queue, post, rowSeals } = opened
  await ctx.db.write(async (tx) => syncLanguages(tx, (await executor.describe()).languages))
  const app = createApp(ctx, pages)
  let running: Running | null = null
  if (options.listen) running = await startServer(server, opened)
  else if (options.judging) await queue.start()
  else
    ctx.db.onCommit((after) =>
      tellAfterCommit(
        ctx,
        after.filter((what) => what !== 'judge'),
      ),
    )
  const base = running ? `${config.tls ? 'https' : 'http'}://127.0.0.1:${running.port}` : 'http://app'
  if (!running) opened.reachedAt(base)
  if (options.mailing && !running) await post.start(base)
  const rows = <T>(sql: string, ...params: unknown[]) => ctx.db.read.raw.all<T>(sql, ...params)
  const close = async (): Promise<void> => {
    if (running) return running.close()
    ctx.hub.close()
    await Promise.all([queue.close(), post.close()])
    await ctx.backups.close()
    await executor.close()
    ctx.db.close()
  }
  return {
    ctx,
    queue,
    post,
    rowSeals,
    clock,
    data,
    base,
    send: running
      ? (path, init) => fetch(base + path, init)
      : async (path, init) => app.request(base + path, init),
    rows,
    async live(ms) {
      const began = clock.now()
      await ctx.db.write(async (tx) => {
        for (let passed = 0; passed < ms; passed += DAY) await lookAtClock(tx, began + passed)
        await lookAtClock(tx, began + ms)
      })
      clock.move(ms)
    },
    seal: () => sealOverdue(ctx),
    async idle() {
      await waitFor('the jobs to be done', async () => {
        const [left] = await rows<{ n: number }>("SELECT count(*) AS n FROM jobs WHERE status <> 'done'")
        return left?.n === 0
      })
    },
    async version() {
      const [row] = await rows<{ data_version: number }>('PRAGMA data_version')
      return row?.data_version ?? 0
    },
    fingerprint: () => fingerprint(rows),
    close,
    async remove() {
      await close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

function emptyPages(folder: string): string {
  mkdirSync(folder, { recursive: true })
  for (const page of ['candidate.html', 'console.html'])
    writeFileSync(join(folder, page), `<!doctype html><p>${page}`)
  return folder
}

async function fingerprint(rows: TestApp['rows']): Promise<string> {
  const hash = createHash('sha256')
  const tables = await rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'meta' ORDER BY name",
  )
  for (const { name } of tables) {
    hash.update(name)
    for (const row of await rows<Record<string, unknown>>(`SELECT * FROM "${name}"`))
      hash.update(JSON.stringify(row))
  }
  return hash.digest('hex')
}
