import { join } from 'node:path'
import { plural } from '#contract/plural.ts'
import { listActiveLanguages } from '#db/queries/content.ts'
import { pinEnginesOfBegun } from '#db/queries/drives.ts'
import { forgetTiers } from '#db/queries/languages.ts'
import { listUnderWay } from '../backups/underWay.ts'
import { type Config, unknownSettings } from '../config.ts'
import type { Context } from '../context.ts'
import { LOOK_EVERY_MS } from '../execution/watch.ts'
import { refreshDemo, seedDemo } from '../seed/demo.ts'
import { formatSignIn } from '../seed/demoFile.ts'
import { firstAccountLink } from '../seed/firstAccount.ts'
import { openContext, type Running, startServer } from '../server.ts'
import { publicUrl } from '../services/invitations.ts'
import { certifiedNames } from '../tls/names.ts'
import { namesInCertificate, readAuthority } from '../tls/ownCertificate.ts'
import { TRUST_PATH } from '../tls/trustPage.ts'
import type { Command } from './command.ts'
import { assumeLanguages, createExecutor, places } from './installation.ts'
import { dropOtherPrograms } from './unpacked.ts'

/** Engine, database, seed, server, and its clean end. */
export const serveCommand: Command = {
  makesData: true,
  summary: 'serves the product until it is stopped; without a command the same',
  usage: '',
  most: 0,
  options: {},
  help: [],
  async run({ config }) {
    endCleanly(await serve(config))
    return null
  },
}

async function serve(config: Config): Promise<Running> {
  const options = { config, places, executor: createExecutor(config) }
  const opened = await openContext(options)
  const { ctx, queue } = opened
  dropOtherPrograms(config.dataDirectory, Date.now())
  await listUnderWay(config.dataDirectory)
  await ctx.db.write(async (tx) => {
    await pinEnginesOfBegun(tx, config.piston.length > 0 ? 'piston' : 'wasm')
    await forgetTiers(tx)
  })
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
  console.log(
    greeting(
      base,
      config,
      demo,
      firstLink,
      {
        languages,
        about: [...(engine?.isolation ? [engine.isolation] : []), ...(engine?.lacks ?? [])],
        answers: engine !== null,
      },
      post,
    ),
  )
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
  engine: { languages: string[]; about: readonly string[]; answers: boolean },
  post: { where: string; health: { ok: boolean; detail: string } },
): string {
  const lines = [
    ``,
    `Holdfast is ready at ${base}`,
    `Languages: ${engine.languages.join(', ')}`,
    ...engine.about.map((words) => `  ${words}`),
    `Data: ${config.dataDirectory}`,
    `Mail: ${post.where}`,
    `Backups: ${formatPlan(config)}`,
  ]
  const unknown = unknownSettings(process.env)
  if (unknown.length > 0)
    lines.push('', `No settings of Holdfast, and without effect: ${unknown.join(', ')}.`)
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
      'installation of the page. Put a proxy with a certificate in front and set PUBLIC_URL to its https address, or set',
      'TLS_SELF_SIGNED=on in a network of your own.',
    )
  lines.push(...authorityLines(config, base))
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
      'There is no super admin yet. This link creates one, who lets organizations in and sees the evidence. It works',
      'once, for a day, and each start prints a new one:',
      `  ${firstLink}`,
    )
  return `${lines.join('\n')}\n`
}

/** The backups that the server makes by itself. */
function formatPlan({ backups, backupRecipients }: Config): string {
  if (!backups) return 'none are made by themselves (HOLDFAST_BACKUPS)'
  const { place, everyHours, shipsLog } = backups
  const where = typeof place === 'string' ? place : place.where
  return [
    `every ${plural(everyHours, 'hour')} into ${where}`,
    backupRecipients.length > 0 ? 'encrypted' : 'in clear',
    ...(shipsLog ? ['with the log'] : []),
  ].join(', ')
}

/** Lines for those whose devices are to trust the certificate. */
function authorityLines(config: Config, base: string): string[] {
  if (config.ownAuthority === null) return []
  const { fingerprint, thumbprint } = readAuthority(config.ownAuthority.folder)
  const lines = [
    '',
    `The certificate comes from this installation itself: ${base}${TRUST_PATH} says how a device trusts it once.`,
    'Give people its fingerprints on paper or on a wall, to compare with what their device shows:',
    `  SHA-256 ${fingerprint}`,
    `  SHA-1   ${thumbprint} (Windows)`,
  ]
  if (isLocal(base))
    lines.push(
      'Links lead to this machine alone. Set PUBLIC_URL to an address that others reach (HOST says who may). The',
      `certificate is for ${namesInCertificate(config.ownAuthority.folder, certifiedNames(config)).join(', ')}.`,
    )
  return lines
}

const isLocal = (base: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(base).hostname)

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
