import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { listLanguages } from '#db/queries/languages.ts'
import { COMMON_LANGUAGES, ENGINES } from '#runtimes/languages.ts'
import { DATABASE } from '../backups/backup.ts'
import { placeAt } from '../backups/stores/place.ts'
import { isBucketAddress, readBucketAddress } from '../backups/stores/s3Address.ts'
import type { CopyPlace } from '../backups/stores/store.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { createEmbeddedExecutor } from '../execution/embedded/executor.ts'
import { createJailExecutor } from '../execution/jail/executor.ts'
import { syncLanguages } from '../execution/languages.ts'
import { createPistonExecutor } from '../execution/piston/executor.ts'
import type { Executor, Tier } from '../execution/port.ts'
import { createTiers } from '../execution/tiers.ts'
import { openContext, type ServerOptions } from '../server.ts'
import { WrongCall } from './command.ts'

/** The parts of this installation that every command is given. */

/** The project's folder: two above the bundle in dist/server, and above the sources in api/commands. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
export const places = {
  pages: join(root, 'dist/pages'),
  migrations: join(root, 'db/migrations'),
  bankImages: join(root, 'api/starterBank/images'),
}

/** The program that the embedded engine's processes run. */
export const engineChild = join(root, 'dist/server/engine-child.mjs')

/** The path of a folder as whoever called meant it: npm and the scripts go elsewhere before this runs. */
export const fromCaller = (path: string): string => resolve(process.env.INIT_CWD ?? '', path)

/** The place of copies as whoever called meant it. @throws WrongCall where it is neither folder nor bucket */
export function placeFromCaller(given: string, { storage }: Config): CopyPlace {
  if (!isBucketAddress(given)) return fromCaller(given)
  if (readBucketAddress(given) === null)
    throw new WrongCall(
      'An address in S3-compatible storage is such as s3://bucket/prefix, without any key in it.',
    )
  return placeAt(given, storage)
}

export function createExecutor(config: Config): Executor {
  const logger = pino({ level: config.logLevel })
  const embedded = () => createEmbeddedExecutor({ workerPath: engineChild, logger })
  const create: Readonly<Record<Tier, () => Executor>> = {
    wasm: embedded,
    jail: () => createJailExecutor({ logger }),
    piston: () =>
      createPistonExecutor({
        endpoints: config.piston,
        fallback: config.pistonFallback === 'embedded' ? embedded() : undefined,
        logger,
      }),
  }
  return createTiers(config.engines.map((tier) => ({ tier, executor: create[tier]() })))
}

/** On an empty database without an engine: what any engine can be expected to have, until one says otherwise. */
export async function assumeLanguages(ctx: Context): Promise<void> {
  await ctx.db.write(async (tx) => {
    if ((await listLanguages(tx)).length > 0) return
    await syncLanguages(
      tx,
      COMMON_LANGUAGES.map(({ id }) => ({ id, name: ENGINES[id].name, version: '', tier: null })),
    )
  })
}

/**
 * Does something with the installation's data without serving it.
 * @param isThere it makes none where there is none
 * @throws Error in words where the directory cannot be opened so
 */
export async function withContext<T>(
  config: Config,
  { beside, isRestoring, isThere }: Pick<ServerOptions, 'beside' | 'isRestoring'> & { isThere?: boolean },
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  if (isThere && !existsSync(join(config.dataDirectory, DATABASE)))
    throw new Error(
      `There is no installation in ${config.dataDirectory}. Set HOLDFAST_DATA to its directory.`,
    )
  const { ctx } = await openContext({ config, places, executor: createExecutor(config), beside, isRestoring })
  try {
    return await work(ctx)
  } finally {
    await ctx.executor.close()
    ctx.hub.close()
    ctx.db.close()
  }
}

/** Why a file could not be written. */
export function fileErrorInWords(error: NodeJS.ErrnoException, file: string): Error {
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    return new Error(`There is no room left for ${file}.`)
  if (error.code === 'EACCES') return new Error(`You may not write ${file}.`)
  return error
}
