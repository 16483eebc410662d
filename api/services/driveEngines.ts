import type { EngineBody } from '#contract/forms/drive.ts'
import type { DriveEngine } from '#contract/views/drive.ts'
import type { Queries } from '#db/connect.ts'
import { findDrive, updateDrive } from '#db/queries/drives.ts'
import { listLanguages } from '#db/queries/languages.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { DomainError, notFound } from '../kit/errors.ts'
import { audit } from './audit.ts'
import { requireVersion } from './requireVersion.ts'

/** The engines that run the programs of a drive: kept from its first test on, and changed by staff alone. */

type Engines = Readonly<Record<string, DriveEngine['engine']>> | null

/** The languages of a drive that has begun, each with its engine and the one that this server would take now. */
export async function listEngines(q: Queries, engines: Engines): Promise<DriveEngine[]> {
  if (engines === null) return []
  return (await listLanguages(q)).flatMap(({ code_id, name, is_active, tier }) => {
    const engine = engines[code_id]
    // The version is that of the engine of now.
    const named = name.replace(/ [\d.]+$/, '')
    return engine ? [{ language: code_id, name: named, engine, offered: is_active ? tier : null }] : []
  })
}

/**
 * Lets the programs of one language be run by the engine that this server takes for it now. Verdicts that are there stay.
 * @throws DomainError not_found; conflict: it was changed meanwhile, or that engine does not have the language now
 */
export async function changeEngine(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
  { language, engine, was }: EngineBody,
): Promise<{ engines: DriveEngine[] }> {
  const now = ctx.now()
  const changed = await ctx.db.write(async (tx) => {
    const drive = await findDrive(tx, driveId, actor.organizationId)
    const standing = drive?.engines?.[language]
    if (!drive || !standing) throw notFound('The language in this drive')
    requireVersion(was, standing, 'engine', `It is ${standing} now.`)
    const offered = (await listLanguages(tx)).find(({ code_id }) => code_id === language)
    if (!offered?.is_active || offered.tier !== engine)
      throw new DomainError(
        'conflict',
        `The engine ‘${engine}’ does not run ${offered?.name ?? language} here.`,
      )
    const engines = { ...drive.engines, [language]: engine }
    if (standing === engine) return engines
    await updateDrive(tx, driveId, {
      engines,
      updated_by_id: actor.userId,
      updated_at: now,
      version: drive.version + 1,
    })
    await audit(
      tx,
      actor,
      {
        action: 'drive.engine',
        subject: `drive ${driveId}`,
        before: { language, engine: standing },
        after: { language, engine },
      },
      now,
    )
    return engines
  })
  // It tells candidates by which engine a language is run.
  ctx.content.forget()
  return { engines: await listEngines(ctx.db.read, changed) }
}
