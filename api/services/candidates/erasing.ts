import type { Queries } from '#db/connect.ts'
import { findAttemptById, findAttemptByPublicRef } from '#db/queries/attempts.ts'
import {
  deleteCandidateRow,
  listAttemptsOf,
  listCandidatesAt,
  listEveryCandidate,
} from '#db/queries/candidates.ts'
import { forgetOutcomes } from '#db/queries/onceKeys.ts'
import { noteRemovals } from '#db/queries/removals.ts'
import type { Erasure } from '../../backups/erased.ts'
import type { Context } from '../../context.ts'
import { formatErrorLine } from '../../kit/formatError.ts'
import { audit } from '../audit.ts'
import { struckIn } from '../auditStriking.ts'
import { carryOutRemovals, deleteAttempts } from '../removing.ts'
import { markOfAttempt } from '../retention/erasing.ts'

/** The erasing of a person: rows, files and mails, and what brings them back from a copy. */

type Person = Awaited<ReturnType<typeof listCandidatesAt>>[number]

/** The mark by which an erased person is known in a copy, and which tells nobody who it was. */
export const markOf = (
  { keys }: Pick<Context, 'keys'>,
  { organization_id, email_key }: Pick<Person, 'organization_id' | 'email_key'>,
): string => keys.signature('erased', organization_id, email_key)

/**
 * Deletes a person with everything, and notes what lies outside of the database.
 * @param erasedAt in milliseconds: earlier where a copy brought them back
 * @returns their attempts, the removals to be carried out after the commit, and what was struck from the audit log
 */
export async function erase(
  ctx: Pick<Context, 'keys' | 'now'>,
  tx: Queries,
  person: Person,
  // The clock may have been ahead when they were invited.
  erasedAt: number = Math.max(ctx.now(), person.created_at + 1),
) {
  const attempts = await listAttemptsOf(tx, person.id)
  const { outside, struck } = await deleteAttempts(tx, attempts)
  await deleteCandidateRow(tx, person.id)
  await forgetOutcomes(tx, person.organization_id)
  const removals = await noteRemovals(tx, [
    ...outside,
    { kind: 'person', name: markOf(ctx, person), dated_at: erasedAt },
    // A receipt of one of them tells nobody's name: by its mark it is known that nothing is owed for it.
    ...attempts.map(({ ref }) => ({
      kind: 'attempt' as const,
      name: markOfAttempt(ctx, ref),
      dated_at: erasedAt,
    })),
    { kind: 'pages', name: 'holdfast.db-wal' },
  ])
  return { attempts, removals, struck }
}

/** By the operator: everybody with this address, in whatever organization. */
export const listPeopleAt = (ctx: Context, emailKey: string): Promise<Person[]> =>
  listCandidatesAt(ctx.db.read, emailKey)

/**
 * Erases as the operator of the server.
 * @returns how many attempts went with them, and whether all files are gone too: otherwise the next sweep of a server removes
 * them
 */
export async function eraseAsOperator(
  ctx: Context,
  people: readonly (Person & { erasedAt?: number | undefined })[],
): Promise<{ attempts: number; isDone: boolean }> {
  let gone = 0
  let isDone = true
  const all: number[] = []
  for (const person of people) {
    const { attempts, removals } = await ctx.db.write(async (tx) => {
      const erased = await erase(ctx, tx, person, person.erasedAt)
      await audit(
        tx,
        { userId: null, organizationId: person.organization_id },
        {
          action: 'candidate.delete',
          subject: `candidate ${person.id}`,
          before: { attempts: erased.attempts.length },
          after: struckIn(erased.struck),
        },
        ctx.now(),
      )
      return erased
    })
    all.push(...removals)
    gone += attempts.length
  }
  await carryOutRemovals(ctx, all).catch((error: unknown) => {
    ctx.log.error({ error: formatErrorLine(error) }, 'not everything of an erased person could be removed')
    isDone = false
  })
  return { attempts: gone, isDone }
}

/**
 * Removes files of attempts that are not there: a copy of the files may be older than the database that was laid over it.
 * @returns how many attempts had some
 */
export async function removeStrayFiles({ db, storage }: Pick<Context, 'db' | 'storage'>): Promise<number> {
  const parts = new Map<string, () => Promise<unknown>>()
  for (const { key } of [...(await storage.list('snapshots')), ...(await storage.list('uploads'))]) {
    const [kind = '', of = ''] = key.split('/')
    parts.set(`${kind}/${of}`, () =>
      kind === 'snapshots' ? findAttemptByPublicRef(db.read, of) : findAttemptById(db.read, Number(of)),
    )
  }
  let strays = 0
  for (const [part, find] of parts) {
    if (await find()) continue
    await storage.removeAll(part)
    strays++
  }
  return strays
}

/**
 * Erases again whoever a copy brought back.
 * @returns how many there were
 */
export async function eraseAgain(ctx: Context, erased: readonly Erasure[]): Promise<number> {
  const last = new Map<string, number>()
  for (const one of erased)
    if ('person' in one) last.set(one.person, Math.max(one.erased_at, last.get(one.person) ?? 0))
  if (last.size === 0) return 0
  const back: (Person & { erasedAt: number })[] = []
  for await (const some of listEveryCandidate(ctx.db.read))
    for (const one of some) {
      const erasedAt = last.get(markOf(ctx, one))
      if (erasedAt !== undefined && one.created_at < erasedAt) back.push({ ...one, erasedAt })
    }
  await eraseAsOperator(ctx, back)
  return back.length
}
