import { listInvitations } from '#db/queries/attempts.ts'
import { findDrive, updateDrive } from '#db/queries/drives.ts'
import type { Context } from '../context.ts'
import { candidateLink } from '../mail/links.ts'
import { inviteCandidates } from '../services/invitations.ts'

/** The demo's ongoing drive, which never runs out: neither of time nor of people who have not begun. */

const DAY = 86_400_000
const HOUR = 3_600_000
const DAYS = 31
/** How many are invited at first, and how many links each start has at least. */
export const FIRST_PEOPLE = 12
const LEAST_LINKS = 10

export const ongoingTimes = (now: number) => ({ start_time: now - HOUR, end_time: now + DAYS * DAY })

const firstNames = [
  'ada',
  'bram',
  'chidi',
  'daria',
  'emil',
  'farah',
  'gita',
  'hugo',
  'ines',
  'jonas',
  'kaja',
  'liam',
] as const
const lastNames = [
  'lindqvist',
  'okafor',
  'fernandes',
  'kowal',
  'haugen',
  'nadeem',
  'raman',
  'silva',
  'moreau',
  'vetter',
  'lund',
  'byrne',
] as const

/** Everybody of the demonstration by number: each first name with each last one, then the same people counted. */
export function personAt(n: number): string {
  const round = Math.floor(n / firstNames.length)
  const first = firstNames[n % firstNames.length]
  const last = lastNames[(n + round) % lastNames.length]
  const count = Math.floor(round / lastNames.length)
  return `${first}.${last}${count === 0 ? '' : count + 1}@eastmoor.example`
}

/** The first so many who are not among those. */
function othersThan(known: ReadonlySet<string>, many: number): string[] {
  const found: string[] = []
  for (let n = 0; found.length < many; n++) {
    const person = personAt(n)
    if (!known.has(person)) found.push(person)
  }
  return found
}

/**
 * Lets the drive go on and invites others where too few are left who have not begun. Its dates move on while nobody has
 * begun; afterwards only its end does, once it has passed.
 * @returns links of those who have not begun; none where the drive is gone
 */
export async function keepOngoing(
  ctx: Context,
  base: string,
  where: { organizationId: number; driveId: number },
): Promise<string[]> {
  const { driveId, organizationId } = where
  const waiting = await ctx.db.write(async (tx) => {
    const drive = await findDrive(tx, driveId, organizationId)
    if (!drive) return []
    const now = ctx.now()
    const { start_time, end_time } = ongoingTimes(now)
    if (drive.appeared === 0) await updateDrive(tx, driveId, { start_time, end_time })
    else if (drive.end_time <= now) await updateDrive(tx, driveId, { end_time })
    const invited = await listInvitations(tx, driveId)
    const missing = LEAST_LINKS - invited.filter(isWaiting).length
    if (missing <= 0) return invited.filter(isWaiting)
    const emails = othersThan(new Set(invited.map(({ email }) => email.toLowerCase())), missing)
    await inviteCandidates(ctx, tx, { organizationId, driveId, emails }, now)
    return (await listInvitations(tx, driveId)).filter(isWaiting)
  })
  return waiting.map((row) => candidateLink(ctx, base, row))
}

type Invited = Awaited<ReturnType<typeof listInvitations>>[number]

const isWaiting = (row: Invited): boolean =>
  row.started_at === null && row.profile_completed_at === null && row.revoked_at === null
