import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { listActiveLanguages } from '#db/queries/content.ts'
import { listLanguages } from '#db/queries/languages.ts'
import { LANGUAGES } from '#runtimes/languages.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import type { Context } from './context.ts'
import { directoryError } from './dataDirectory.ts'
import { createEmbeddedExecutor } from './execution/embedded/executor.ts'
import { syncLanguages } from './execution/languages.ts'
import { createPistonExecutor } from './execution/piston/executor.ts'
import type { Executor } from './execution/port.ts'
import { LOOK_EVERY_MS } from './execution/watch.ts'
import { refreshDemo, seedDemo } from './seed/demo.ts'
import { formatSignIn } from './seed/demoFile.ts'
import { firstAccountLink } from './seed/firstAccount.ts'
import { createFirstAdmin } from './seed/firstAdmin.ts'
import { openContext, type Running, startServer } from './server.ts'
import { publicUrl } from './services/invitations.ts'
import { formatVerification, verifyAll } from './services/verification.ts'

/** The process: settings, engine, database, seed, server, and its clean end. */

/** The project's folder: where the bundle lies in dist/server, or the sources in api/. */
function projectRoot(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  return existsSync(join(here, '../package.json')) ? join(here, '..') : join(here, '../..')
}

const root = projectRoot()
const places = {
  pages: join(root, 'dist/pages'),
  migrations: join(root, 'db/migrations'),
  bankImages: join(root, 'api/starterBank/images'),
}

function createExecutor(config: Config): Executor {
  const logger = pino({ level: config.logLevel })
  const embedded = () =>
    createEmbeddedExecutor({ workerPath: join(root, 'dist/server/engine-child.mjs'), logger })
  if (config.piston.length === 0) return embedded()
  const fallback = config.pistonFallback === 'embedded' ? embedded() : undefined
  return createPistonExecutor({ endpoints: config.piston, fallback, logger })
}

/** On an empty database without an engine: what any engine can be expected to have, until one says otherwise. */
async function assumeLanguages(ctx: Context): Promise<void> {
  await ctx.db.write(async (tx) => {
    if ((await listLanguages(tx)).length > 0) return
    await syncLanguages(
      tx,
      LANGUAGES.map(({ id, name }) => ({ id, name, version: '' })),
    )
  })
}

async function serve(config: Config): Promise<Running> {
  const options = { config, places, executor: createExecutor(config) }
  const opened = await openContext(options)
  const { ctx, queue } = opened
  const engine = await queue.engine.look()
  if (!engine) await assumeLanguages(ctx)
  if (config.demo) {
    await seedDemo(ctx)
    const base = config.port === 0 ? '' : publicUrl(ctx, config.port)
    await refreshDemo(ctx, base)
  }
  const running = await startServer(options, opened)
  const base = publicUrl(ctx, running.port)
  const demo = config.demo ? await printedDemo(ctx, base) : null
  const firstLink = await firstAccountLink(ctx)
  const languages = (await listActiveLanguages(ctx.db.read)).map((row) => row.name)
  const post = { where: ctx.mailTransport.where, health: await ctx.mailTransport.health() }
  console.log(greeting(base, config, demo, firstLink, { languages, answers: engine !== null }, post))
  return running
}

interface PrintedDemo {
  admin: string
  superAdmin: string
  links: string[]
}

async function printedDemo(ctx: Context, base: string): Promise<PrintedDemo | null> {
  const demo = await refreshDemo(ctx, base)
  if (!demo) return null
  const [admin, superAdmin] = await Promise.all([
    formatSignIn(ctx, demo.admin),
    formatSignIn(ctx, demo.super_admin),
  ])
  return { admin, superAdmin, links: demo.candidate_links }
}

function greeting(
  base: string,
  config: Config,
  demo: PrintedDemo | null,
  firstLink: string | null,
  engine: { languages: string[]; answers: boolean },
  post: { where: string; health: { ok: boolean; detail: string } },
): string {
  const lines = [
    ``,
    `Holdfast is ready at ${base}`,
    `Languages: ${engine.languages.join(', ')}`,
    `Data: ${config.dataDirectory}`,
    `Mail: ${post.where}`,
  ]
  if (!post.health.ok) lines.push('', `${post.health.detail}.`)
  if (!engine.answers)
    lines.push(
      '',
      'No engine answers: programs cannot be run now, and verdicts wait. Tests go on and answers are saved.',
      `Tried ${config.piston.map(({ url }) => url).join(', ')}; trying again every ${LOOK_EVERY_MS / 1000} seconds.`,
      'Once one answers, whatever waited is done without a restart.',
    )
  if (!isLocal(base) && base.startsWith('http:'))
    lines.push(
      '',
      'This address is plain http on another machine: browsers then allow no camera, no offline work and no',
      'installation of the page. Put a proxy with a certificate in front and set PUBLIC_URL to its https address.',
    )
  if (demo) {
    lines.push(
      '',
      `Admin        ${demo.admin}`,
      `Super admin  ${demo.superAdmin}`,
      '',
      ...(demo.links.length > 0
        ? ['Links of candidates who have not begun:', ...demo.links.map((link) => `  ${link}`)]
        : ["The demonstration's drive was deleted: there are no candidate links."]),
      '',
      `Links and first passwords are in ${join(config.dataDirectory, 'demo.json')}`,
    )
  } else if (firstLink)
    lines.push(
      '',
      'There is no account yet. This link creates the first one, a super admin, who lets organizations in. It works',
      'once, for a day, and each start prints a new one:',
      `  ${firstLink}`,
    )
  return `${lines.join('\n')}\n`
}

const isLocal = (base: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(base).hostname)

async function createAdmin(config: Config, email: string): Promise<void> {
  const opened = await openContext({ config, places, executor: createExecutor(config), beside: true })
  try {
    await assumeLanguages(opened.ctx)
    const password = await createFirstAdmin(opened.ctx, email)
    console.log(`Account created.\nE-mail    ${email}\nPassword  ${password}\n`)
  } finally {
    await opened.ctx.executor.close()
    opened.ctx.hub.close()
    opened.ctx.db.close()
  }
}

/**
 * Walks all evidence, beside a running server too, and prints what does not hold.
 * @returns whether all of it holds
 */
async function verifyEvidence(config: Config): Promise<boolean> {
  const opened = await openContext({ config, places, executor: createExecutor(config), beside: true })
  const { ctx } = opened
  try {
    let shown = 0
    const done = await verifyAll(ctx, ({ attempts, walked }) => {
      if (walked.attempts < shown + PROGRESS_EVERY) return
      shown = walked.attempts
      console.error(`${walked.attempts} of ${attempts} tests …`)
    })
    console.log(formatVerification(done))
    return done.findings.length === 0
  } finally {
    await ctx.executor.close()
    ctx.hub.close()
    ctx.db.close()
  }
}
const PROGRESS_EVERY = 1_000

/** SIGTERM and SIGINT: stop taking requests, give up running jobs (their rows wait), close the database. */
function endCleanly(running: Running): void {
  let ending = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (ending) return
      ending = true
      running.close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(String(error))
          process.exit(1)
        },
      )
    })
}

async function main(): Promise<void> {
  // Whatever is written is for this account alone.
  process.umask(0o077)
  const config = readConfig(process.env, directoryError)
  const [command, argument] = process.argv.slice(2)
  if (command === 'create-admin') await createAdmin(config, argument ?? '')
  else if (command === 'verify') process.exitCode = (await verifyEvidence(config)) ? 0 : 1
  else endCleanly(await serve(config))
}

main().catch((error: unknown) => {
  const words =
    error instanceof ConfigError
      ? `These settings are invalid:\n${error.message}`
      : String((error as Error).message ?? error)
  console.error(`\n${words}\n`)
  if (!(error instanceof ConfigError) && process.env.HOLDFAST_LOG === 'debug') console.error(error)
  process.exit(1)
})
