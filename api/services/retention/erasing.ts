import { plural } from '#contract/plural.ts'
import type { Queries } from '#db/connect.ts'
import { listRefs } from '#db/queries/attempts.ts'
import { listAuditParts } from '#db/queries/audit.ts'
import { deleteUninvited } from '#db/queries/candidates.ts'
import { findAnyDrive, updateDrive } from '#db/queries/drives.ts'
import { forgetOutcomes } from '#db/queries/onceKeys.ts'
import { noteRemovals } from '#db/queries/removals.ts'
import {
  type DueAttempt,
  type KeepingDrive,
  listDueIds,
  listKeepingDrives,
  listMarked,
  listStillDue,
} from '#db/queries/retention.ts'
import { formatErasingHold, keptUntil } from '#machines/drive/retention.ts'
import type { Erasure } from '../../backups/erased.ts'
import type { Context } from '../../context.ts'
import { formatErrorLine } from '../../kit/formatError.ts'
import { audit } from '../audit.ts'
import { struckIn } from '../auditStriking.ts'
import { carryOutRemovals, deleteAttempts } from '../removing.ts'
import { allHoldsOf, formatHolds, type HeldBy, holdsOf } from './holds.ts'
import { readErasingHold } from './onHold.ts'
import { summaryOfResults } from './summary.ts'

/** Whole attempts go when their time to be kept is over: rows, files and mails, and what brings them back from a copy. */

/** So many in one transaction: saves of running tests come in between. */
const CHUNK = 10

/** The mark by which an erased attempt is known in a copy, and which tells nobody whose it was. */
export const markOfAttempt = ({ keys }: Pick<Context, 'keys'>, ref: string): string =>
  keys.signature('erased attempt', ref)

type Drive = NonNullable<Awaited<ReturnType<typeof findAnyDrive>>>

interface Erased {
  attempts: number
  /** People who were invited to nothing else. */
  candidates: number
}

/**
 * Deletes attempts of one drive with everything, and whoever is invited to nothing else; notes what lies outside of the
 * database, and writes down that it was done, without anybody's name.
 * @returns the removals to be carried out after the commit; the last of them empties the database's own log
 */
async function eraseAttempts(
  ctx: Pick<Context, 'keys' | 'now'>,
  tx: Queries,
  drive: Drive,
  attempts: readonly DueAttempt[],
  of: { erasedAt: number; batch: string; before: object | null },
): Promise<Erased & { removals: number[] }> {
  const { outside, struck } = await deleteAttempts(tx, attempts)
  const candidates = await deleteUninvited(
    tx,
    attempts.map((one) => one.candidate_id),
  )
  await forgetOutcomes(tx, drive.organization_id)
  await updateDrive(tx, drive.id, { results_erased_at: Math.max(of.erasedAt, drive.results_erased_at ?? 0) })
  const { is_assessment } = drive
  const action = is_assessment ? 'assessment.erase_results' : 'drive.erase_results'
  await audit(
    tx,
    { userId: null, organizationId: drive.organization_id },
    {
      action,
      subject: `${is_assessment ? 'assessment' : 'drive'} ${drive.id}`,
      before: of.before,
      after: { erased: attempts.length, people: candidates, batch: of.batch, ...struckIn(struck) },
    },
    ctx.now(),
  )
  const removals = await noteRemovals(tx, [
    ...outside,
    ...attempts.map(({ ref }) => ({
      kind: 'attempt' as const,
      name: markOfAttempt(ctx, ref),
      dated_at: of.erasedAt,
    })),
    { kind: 'pages', name: 'holdfast.db-wal' },
  ])
  return { attempts: attempts.length, candidates, removals }
}

/**
 * Removals that cannot be carried out now are left to the next sweep.
 * @param removals those alone; without it all that are noted
 * @returns whether all were
 */
export const removeNow = (ctx: Context, removals?: readonly number[]): Promise<boolean> =>
  carryOutRemovals(ctx, removals).then(
    () => true,
    (error: unknown) => {
      ctx.log.error({ error: formatErrorLine(error) }, 'not everything of erased results could be removed')
      return false
    },
  )

export interface ErasedResults extends Erased {
  drive: Pick<KeepingDrive, 'id' | 'name' | 'organization' | 'is_assessment'>
  /** Whatever is due and stays, and why. */
  heldUp: string | null
}

/** A drive is one batch, also if its erasing breaks off in between; an assessment has one of each day. */
const batchOf = (drive: { id: number } & Parameters<typeof keptUntil>[0], now: number): string =>
  `kept ${drive.id} ${keptUntil(drive) ?? new Date(now).toISOString().slice(0, 10)}`

/**
 * Erases the results of one drive that are due, a few at a time, each time unless something is under way with them.
 * @returns null where nothing is due
 */
async function eraseDue(
  ctx: Context,
  drive: KeepingDrive,
  progress: (line: string) => void,
): Promise<ErasedResults | null> {
  const rule = { days: drive.results_retention_days, now: ctx.now() }
  const due = await listDueIds(ctx.db.read, drive.id, rule)
  if (due.length === 0) return null
  const { id, name, organization, is_assessment } = drive
  progress(`${name}: ${plural(due.length, 'invitation or test', 'invitations and tests')} …`)
  const done: ErasedResults = {
    drive: { id, name, organization, is_assessment },
    attempts: 0,
    candidates: 0,
    heldUp: null,
  }
  const holds = await allHoldsOf(ctx.db.read, drive, due)
  const kept = keptBy(drive, holds)
  const going = kept === 'all' ? [] : due.filter((one) => !kept.has(one))
  const before = going.length > 0 ? await summaryOfResults(ctx.db.read, going) : null
  const pages: number[] = []
  for (let at = 0; at < going.length; at += CHUNK) {
    const chunk = await eraseChunk(ctx, drive, going.slice(at, at + CHUNK), before)
    holds.push(...chunk.holds)
    done.attempts += chunk.attempts
    done.candidates += chunk.candidates
    pages.push(...chunk.removals.slice(-1))
    await removeNow(ctx, chunk.removals.slice(0, -1))
    if (chunk.isLast) break
  }
  await removeNow(ctx, pages)
  const onHold = await readErasingHold(ctx.db.read, ctx.now())
  done.heldUp = onHold ? formatErasingHold(onHold) : await formatHolds(ctx.db.read, holds)
  return done
}

/** The attempts that what is under way keeps. */
function keptBy(
  drive: Pick<KeepingDrive, 'is_assessment'>,
  holds: readonly HeldBy[],
): 'all' | ReadonlySet<number> {
  if (holds.length === 0) return new Set()
  if (!drive.is_assessment || holds.some(({ attempt_id }) => attempt_id === null)) return 'all'
  return new Set(holds.flatMap(({ attempt_id }) => attempt_id ?? []))
}

const nothing = { attempts: 0, candidates: 0, removals: [], holds: [] }

/** @returns what went, what keeps the rest, and whether to go no further */
async function eraseChunk(
  ctx: Context,
  { id }: KeepingDrive,
  ids: readonly number[],
  before: object | null,
): Promise<Erased & { removals: number[]; holds: HeldBy[]; isLast: boolean }> {
  const erased = await ctx.db.write(async (tx) => {
    const drive = await findAnyDrive(tx, id)
    const days = drive?.results_retention_days ?? null
    // Somebody keeps them longer now.
    if (!drive || days === null) return { ...nothing, isLast: true, gone: [] }
    const now = ctx.now()
    // The clock may have jumped since the results were found to be due.
    if (await readErasingHold(tx, now)) return { ...nothing, isLast: true, gone: [] }
    const due = await listStillDue(tx, ids, { days, now })
    const holds = await holdsOf(
      tx,
      drive,
      due.map((one) => one.id),
    )
    const kept = keptBy(drive, holds)
    if (kept === 'all') return { ...nothing, holds, isLast: true, gone: [] }
    const gone = due.filter((one) => !kept.has(one.id))
    if (gone.length === 0) return { ...nothing, holds, isLast: false, gone }
    const batch = batchOf(drive, now)
    const isFirst = (await listAuditParts(tx, [batch])).length === 0
    const of = { erasedAt: now, batch, before: isFirst ? before : null }
    return { ...(await eraseAttempts(ctx, tx, drive, gone, of)), holds, isLast: false, gone }
  })
  for (const one of erased.gone) ctx.hub.end({ attempt_id: one.id })
  return erased
}

/**
 * Erases all results whose time to be kept is over, unless erasing is on hold. One that cannot be erased keeps none of the others.
 * @param progress is told of each drive of which something is due, before its turn
 * @throws AggregateError
 */
export async function eraseDueResults(
  ctx: Context,
  progress: (line: string) => void = () => {},
): Promise<ErasedResults[]> {
  if (await readErasingHold(ctx.db.read, ctx.now())) return []
  const faults: unknown[] = []
  const erased: ErasedResults[] = []
  for (const drive of await listKeepingDrives(ctx.db.read)) {
    await eraseDue(ctx, drive, progress).then(
      (one) => one && erased.push(one),
      (error: unknown) => faults.push(error),
    )
  }
  if (faults.length > 0) throw new AggregateError(faults, faults.map(formatErrorLine).join('; '))
  return erased
}

/** So many references are held against the list at once: some milliseconds. */
const REFS_AT_ONCE = 500

/**
 * Erases again the attempts that a copy brought back.
 * @returns how many there were
 */
export async function eraseAttemptsAgain(ctx: Context, erased: readonly Erasure[]): Promise<number> {
  const marks = new Map<string, number>()
  for (const one of erased) if ('attempt' in one) marks.set(one.attempt, one.erased_at)
  if (marks.size === 0) return 0
  const back: { id: number; erasedAt: number }[] = []
  for (let after = 0; ; ) {
    const some = await listRefs(ctx.db.read, after, REFS_AT_ONCE)
    for (const { id, ref } of some) {
      const erasedAt = marks.get(markOfAttempt(ctx, ref))
      if (erasedAt !== undefined) back.push({ id, erasedAt })
    }
    const last = some.at(-1)
    if (!last) break
    after = last.id
  }
  const batch = `again ${ctx.random(8)}`
  for (let at = 0; at < back.length; at += CHUNK) {
    const chunk = back.slice(at, at + CHUNK)
    const erasedAt = Math.max(...chunk.map((one) => one.erasedAt))
    const removals = await ctx.db.write(async (tx) => {
      const attempts = await listMarked(
        tx,
        chunk.map((one) => one.id),
      )
      const noted: number[] = []
      for (const driveId of new Set(attempts.map((one) => one.drive_id))) {
        const drive = await findAnyDrive(tx, driveId)
        if (!drive) continue
        const ofDrive = attempts.filter((one) => one.drive_id === driveId)
        const of = { erasedAt, batch: `${batch} ${driveId}`, before: null }
        noted.push(...(await eraseAttempts(ctx, tx, drive, ofDrive, of)).removals)
      }
      return noted
    })
    await removeNow(ctx, removals)
  }
  return back.length
}
