import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import pino from 'pino'
import { openDatabase } from '#db/open.ts'
import { deleteExpiredSessions } from '#db/queries/accounts.ts'
import { deleteEventsBefore } from '#db/queries/events.ts'
import { readMeta, writeMeta } from '#db/queries/meta.ts'
import { createApp } from './app.ts'
import { ContentCache } from './attempts/content.ts'
import { sealOverdue } from './attempts/seal.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { EventHub } from './events/hub.ts'
import type { Executor } from './execution/port.ts'
import { JudgeQueue } from './execution/queue.ts'
import { loadKeys } from './keys.ts'
import { syncListener } from './routes/sync.ts'
import { fileStorage } from './storage/storage.ts'

/** Where the parts of an installation lie beside the data directory. */
export interface Places {
  pages: string
  migrations: string
}

export interface ServerOptions {
  config: Config
  places: Places
  executor: Executor
  /** Server milliseconds; only tests give another clock. */
  now?: () => number
  /** Jobs a commit; 1 switches group commit off, for measuring. */
  groupLimit?: number
}

export interface Running {
  ctx: Context
  http: Server
  /** Port it listens on. */
  port: number
  close(): Promise<void>
}

const SEAL_EVERY_MS = 1_000
const ALIVE_EVERY_MS = 5_000
const SWEEP_EVERY_MS = 600_000
const EVENTS_KEPT_MS = 86_400_000

/** Builds the context of an installation: keys, database, files, queue. Nothing listens yet. */
export async function openContext(options: ServerOptions): Promise<{ ctx: Context; queue: JudgeQueue }> {
  const { config, places } = options
  mkdirSync(config.dataDirectory, { recursive: true, mode: 0o700 })
  const file = join(config.dataDirectory, 'holdfast.db')
  const db = openDatabase(file, places.migrations, { groupLimit: options.groupLimit })
  chmodSync(file, 0o600)
  const now = options.now ?? Date.now
  const stored = await readMeta(db.read, 'server_epoch')
  const lastAlive = await readMeta(db.read, 'alive_at')
  if (stored === null) await db.write((tx) => writeMeta(tx, 'server_epoch', '1'))
  const ctx: Context = {
    config,
    db,
    keys: loadKeys(config.dataDirectory),
    now,
    random: (bytes) => randomBytes(bytes).toString('base64url'),
    content: new ContentCache(),
    storage: fileStorage(join(config.dataDirectory, 'files')),
    executor: options.executor,
    hub: new EventHub(db),
    log: pino({ level: config.logLevel }),
    serverEpoch: Number(stored ?? '1'),
    servingSince: now(),
    awayFrom: lastAlive === null ? undefined : Number(lastAlive),
    wakeJudge: () => {},
  }
  const queue = new JudgeQueue(ctx)
  ctx.wakeJudge = () => queue.wake()
  return { ctx, queue }
}

/** Serves: listens, judges, seals. */
export async function startServer(
  options: ServerOptions,
  opened?: Awaited<ReturnType<typeof openContext>>,
): Promise<Running> {
  const { ctx, queue } = opened ?? (await openContext(options))
  const { config } = options
  const listener = getRequestListener(createApp(ctx, options.places.pages).fetch, {
    overrideGlobalObjects: false,
  })
  const takeSync = syncListener(ctx)
  const http = createHttpServer(
    { requestTimeout: 180_000, maxHeaderSize: 16_384, keepAliveTimeout: 75_000 },
    (incoming, outgoing) => takeSync(incoming, outgoing) || listener(incoming, outgoing),
  )
  // A connection that waits between requests counts here as well: it must outlast the keep-alive.
  http.headersTimeout = 80_000
  const port = await listen(http, config)
  await queue.start()
  const sealing = setInterval(() => {
    sealOverdue(ctx).catch((fault: unknown) => ctx.log.error({ fault: String(fault) }, 'sealing failed'))
  }, SEAL_EVERY_MS)
  const alive = setInterval(() => {
    // Tells the next start whether this one still served at a deadline.
    ctx.db.write((tx) => writeMeta(tx, 'alive_at', String(ctx.now()))).catch(() => {})
  }, ALIVE_EVERY_MS)
  const sweeping = setInterval(() => {
    sweep(ctx).catch((fault: unknown) => ctx.log.error({ fault: String(fault) }, 'sweeping failed'))
  }, SWEEP_EVERY_MS)
  return {
    ctx,
    http,
    port,
    async close() {
      clearInterval(sealing)
      clearInterval(sweeping)
      clearInterval(alive)
      ctx.hub.close()
      const closed = new Promise((done) => http.close(done))
      http.closeIdleConnections()
      setTimeout(() => http.closeAllConnections(), 1_000).unref()
      await closed
      await queue.close()
      await ctx.executor.close()
      ctx.db.close()
    },
  }
}

/** Drops what nobody can ask for any more: ended sessions, events older than any stream. */
async function sweep(ctx: Context): Promise<void> {
  const now = ctx.now()
  await ctx.db.write(async (tx) => {
    await deleteExpiredSessions(tx, now)
    await deleteEventsBefore(tx, now - EVENTS_KEPT_MS)
  })
}

/** @throws Error in words where the address cannot be used */
function listen(http: Server, config: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (fault: NodeJS.ErrnoException) => {
      const words =
        fault.code === 'EADDRINUSE'
          ? `Port ${config.port} is in use. Stop the other program or set PORT.`
          : `Cannot listen on ${config.host}:${config.port}: ${fault.message}`
      reject(new Error(words))
    })
    http.listen(config.port, config.host, () => {
      const address = http.address()
      resolve(typeof address === 'object' && address ? address.port : config.port)
    })
  })
}
