import { randomBytes } from 'node:crypto'
import { chmodSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener, RequestError } from '@hono/node-server'
import pino, { type Logger } from 'pino'
import type { AfterCommit } from '#db/connect.ts'
import { type Database, openDatabase } from '#db/open.ts'
import { hasAttempts } from '#db/queries/attempts.ts'
import { deleteMeta, readMeta, writeMeta } from '#db/queries/meta.ts'
import { endHolds } from '#db/queries/organizations.ts'
import type { RowSeals } from '#db/rowSeals.ts'
import { AlertWatch } from './alerts/watch.ts'
import { createApp } from './app.ts'
import { ContentCache } from './attempts/content.ts'
import { type MachineClocks, noteReturn, Serving } from './attempts/downtime.ts'
import { SealedPackages } from './attempts/sealed.ts'
import type { SyncLimits } from './auth/limits.ts'
import { encrypterFor } from './backups/encryption.ts'
import { LogShipping } from './backups/logShipping.ts'
import { BackupSchedule } from './backups/schedule.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { EventHub } from './events/hub.ts'
import { doJob } from './execution/doJob.ts'
import type { Executor } from './execution/port.ts'
import { JudgeQueue } from './execution/queue.ts'
import { DatabaseHealth } from './health/database.ts'
import { makeDirectory } from './kit/dataDirectory.ts'
import { type DiskRoom, diskRoom } from './kit/diskRoom.ts'
import { DomainError } from './kit/errors.ts'
import { formatErrorLine } from './kit/formatError.ts'
import { loadKeys } from './kit/keys.ts'
import { inUse, lockDirectory, requireMigrated, requireRestored } from './kit/lock.ts'
import { RequestIds } from './kit/requestIds.ts'
import { removeSpooled } from './kit/spoolFile.ts'
import { MailPost } from './mail/post.ts'
import { sendMail } from './mail/sending.ts'
import { mailTransport } from './mail/transport/choose.ts'
import { Meters } from './metrics/meters.ts'
import { watchState } from './metrics/state.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, createLimitedServer } from './middleware/connections.ts'
import { setSafeHeaders } from './middleware/headers.ts'
import { listen } from './middleware/listen.ts'
import { failureOf } from './middleware/respond.ts'
import { eventLoopLag, type LagGauge } from './pressure/lag.ts'
import { Pressure } from './pressure/pressure.ts'
import { startRounds } from './rounds.ts'
import { syncListener } from './routes/sync.ts'
import { dropCutOffImport } from './services/bankFiles/staged.ts'
import { publicUrl } from './services/invitations.ts'
import { carryOnApplying } from './services/rejudges/applying.ts'
import { attachResults } from './services/results/report.ts'
import { lookAtClock } from './services/retention/onHold.ts'
import { rowSealer } from './services/rowSeals.ts'
import { isFresh, sealEverything } from './services/sealing.ts'
import { AUDIT_SEAL } from './services/seals.ts'
import { fileStorage } from './storage/storage.ts'
import { openTls, serveTls } from './tls/serve.ts'

/** The paths of an installation's parts beside the data directory. */
export interface InstallationPaths {
  pages: string
  migrations: string
  /** Pictures of the starter bank. */
  bankImages: string
}

export interface ServerOptions {
  config: Config
  places: InstallationPaths
  executor: Executor
  /** Server milliseconds; only tests give another clock. */
  now?: () => number
  /** The machine's own clocks; only tests give others. */
  clocks?: MachineClocks
  /** Jobs a commit; 1 switches group commit off, for measuring. */
  groupLimit?: number
  /** How long callers may take; tests give shorter times. */
  connections?: ConnectionLimits
  /** The most that one attempt may send; tests and measurements give other limits. */
  syncLimits?: SyncLimits
  /** How late the event loop is; only tests tell it themselves. */
  lag?: () => LagGauge
  /** The room on a folder's disk; only tests tell it themselves. */
  room?: (folder: string) => Promise<DiskRoom>
  /** Takes what is logged; only tests give another one. */
  log?: Logger
  /** For a command that may run beside a server: it takes the data directory only where nobody has it. */
  beside?: boolean | undefined
  /** For the restore itself: what it does not finish, nothing else may open. */
  isRestoring?: boolean | undefined
  /** How long to wait for another process to let go of the data directory. */
  lockWaitMs?: number
}

export interface Running {
  ctx: Context
  http: Server
  /** Port it listens on. */
  port: number
  close(): Promise<void>
}

export interface OpenedContext {
  ctx: Context
  queue: JudgeQueue
  post: MailPost
  /** Says where people reach this installation, once that is known. */
  reachedAt(base: string): void
  rowSeals: RowSeals
}

/**
 * Builds the context of an installation: keys, database, files, queue, post. Nothing listens yet.
 * @throws Error in words where another process has the data directory
 */
export async function openContext(options: ServerOptions): Promise<OpenedContext> {
  const { config } = options
  makeDirectory(config.dataDirectory)
  // A key with a slip of the pen is told now, and not by the first backup.
  if (!options.beside) await encrypterFor(config.backupRecipients)
  if (!options.isRestoring) requireRestored(config.dataDirectory)
  const file = join(config.dataDirectory, 'holdfast.db')
  const { db, isOurs } = await openLocked(options, file)
  chmodSync(file, 0o600)
  // Links that were sent hang on the keys: where somebody is invited, none are made anew.
  const mayMake = isOurs && !(await hasAttempts(db.read))
  const keys = await loadKeys(config.dataDirectory, mayMake).catch((error: unknown) => {
    db.close()
    throw error
  })
  const now = options.now ?? Date.now
  const rowSeals = db.sealRows(rowSealer(keys))
  if (keys.areNew) await db.write((tx) => deleteMeta(tx, AUDIT_SEAL))
  if (isOurs && keys.sealedSince === null && (await isFresh({ db })))
    await sealEverything({ db, keys, now, rowSeals })
  const stored = await readMeta(db.read, 'server_epoch')
  if (stored === null) await db.write((tx) => writeMeta(tx, 'server_epoch', '1'))
  const serving = new Serving(
    options.beside
      ? []
      : await db.write(async (tx) => {
          // Before the time is noted anew: a long pause shows.
          await lookAtClock(tx, now())
          return noteReturn(tx, now())
        }),
    now,
    options.clocks,
  )
  const log = options.log ?? pino({ level: config.logLevel })
  const shipping = new LogShipping({ config, now, log })
  const storage = shipping.over(fileStorage(join(config.dataDirectory, 'files')))
  const meters = new Meters()
  db.onGroup((group) => meters.committed(group))
  const random = (bytes: number): string => randomBytes(bytes).toString('base64url')
  const { executor } = options
  const parts = {
    db,
    now,
    log,
    meters,
    executor,
    content: new ContentCache(),
    mailTransport: mailTransport(config, now),
  }
  const queue = new JudgeQueue(parts, (job, signal) => doJob(ctx, job, signal))
  const post = new MailPost(parts, (mail, how) =>
    sendMail(ctx, mail, { ...how, attachReport: attachResults }),
  )
  let reached = ''
  const ctx: Context = {
    ...parts,
    config,
    keys,
    random,
    requestIds: new RequestIds(config, random(6)),
    sealed: new SealedPackages({ db, keys, storage, log }),
    storage,
    bankImages: options.places.bankImages,
    hub: new EventHub(db),
    get base() {
      return reached
    },
    serverEpoch: Number(stored ?? '1'),
    get downtime() {
      return serving.downtime
    },
    database: new DatabaseHealth(serving, db, log),
    backups: new BackupSchedule({
      config,
      installation: keys.receiptKeyFingerprint,
      now,
      log,
      shipping,
    }),
    pressure: new Pressure(options.lag ?? eventLoopLag, log, meters),
    syncLimits: options.syncLimits,
    judge: queue,
    mail: post,
  }
  db.onCommit((after) => tellAfterCommit(ctx, after))
  watchState(ctx, queue)
  return {
    ctx,
    queue,
    post,
    rowSeals,
    reachedAt(base) {
      reached = base
    },
  }
}

/** Tells judge, post and streams what a commit set going. */
export function tellAfterCommit({ judge, mail, hub }: Context, after: readonly AfterCommit[]): void {
  for (const what of after) {
    if (what === 'judge') judge.wake()
    else if (what === 'mail') mail.wake()
    else hub.tell(what)
  }
}

/** The database, with the data directory taken until it is closed; not ours where a server has it. */
async function openLocked(options: ServerOptions, file: string): Promise<{ db: Database; isOurs: boolean }> {
  const { dataDirectory } = options.config
  const free = lockDirectory(dataDirectory, options.beside ? 0 : options.lockWaitMs)
  if (!free && !options.beside) throw inUse(dataDirectory)
  if (!free) await requireMigrated(file, options.places.migrations)
  try {
    const db = openDatabase(file, options.places.migrations, {
      groupLimit: options.groupLimit,
      checkpointsElsewhere: options.config.backups?.shipsLog === true && free !== null,
      beside: free === null,
    })
    const close = (): void => {
      db.close()
      free?.()
    }
    return { db: { ...db, close }, isOurs: free !== null }
  } catch (error) {
    free?.()
    throw error
  }
}

/** Serves: listens, judges, sends mail, seals. */
export async function startServer(options: ServerOptions, opened?: OpenedContext): Promise<Running> {
  const { ctx, queue, post, reachedAt, rowSeals } = opened ?? (await openContext(options))
  const { config } = options
  await dropCutOffImport(ctx)
  await removeSpooled(config.dataDirectory)
  const listener = getRequestListener(createApp(ctx, options.places.pages).fetch, {
    overrideGlobalObjects: false,
    errorHandler: (error) => outsideTheApp(ctx, error),
  })
  const takeSync = syncListener(ctx)
  const certificate = await openTls(ctx)
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (takeSync(incoming, outgoing)) return
    setSafeHeaders(incoming, outgoing)
    void listener(incoming, outgoing)
  }
  const http = createLimitedServer(handle, options.connections ?? CONNECTION_LIMITS, certificate)
  const port = await listen(http, config)
  const endTls = await serveTls(ctx, http, port)
  // A person who was inviting when the server ended is gone; credits that were not spent go back.
  await ctx.db.write((tx) => endHolds(tx, null))
  await queue.start()
  reachedAt(publicUrl(ctx, port))
  await post.start(ctx.base)
  // It may take a while where many tests are concerned, and nobody's call waits for it.
  const applying = carryOnApplying(ctx)
  let isClosing = false
  const sealingOnce = sealEverything(
    { db: ctx.db, keys: ctx.keys, now: ctx.now, rowSeals },
    () => isClosing,
  ).catch((error: unknown) =>
    ctx.log.error(
      { error: formatErrorLine(error) },
      'existing data could not be sealed; the next start tries again',
    ),
  )
  ctx.pressure.start()
  await ctx.database.note()
  ctx.backups.start()
  const { room = diskRoom } = options
  const alerts = new AlertWatch({
    db: ctx.db,
    now: ctx.now,
    log: ctx.log,
    backups: ctx.backups,
    executor: ctx.executor,
    engine: queue.engine,
    room: () => room(config.dataDirectory),
  })
  alerts.start()
  const endRounds = startRounds(ctx)
  return {
    ctx,
    http,
    port,
    async close() {
      isClosing = true
      endRounds()
      endTls()
      ctx.pressure.close()
      ctx.hub.close()
      const closed = new Promise((done) => http.close(done))
      http.closeIdleConnections()
      setTimeout(() => http.closeAllConnections(), 1_000).unref()
      await closed
      await Promise.all([queue.close(), post.close(), alerts.close(), applying, sealingOnce])
      // Last: what these have written is shipped as well.
      await ctx.backups.close()
      await ctx.executor.close()
      ctx.db.close()
    },
  }
}

/** A request the framework cannot even name, such as one for a host that is none; the app answers its own faults. */
function outsideTheApp(ctx: Context, error: unknown): Response {
  const refusal =
    error instanceof RequestError ? new DomainError('malformed', 'This address is not valid.') : error
  const request = ctx.requestIds.of(undefined)
  const { status, headers, body } = failureOf(ctx, request, refusal)
  return new Response(body, { status, headers: { ...headers, 'x-request-id': request } })
}
