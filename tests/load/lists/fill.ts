import { hashPassword } from '#api/auth/password.ts'
import { readConfig } from '#api/config.ts'
import type { Context } from '#api/context.ts'
import { syncLanguages } from '#api/execution/languages.ts'
import { openContext } from '#api/server.ts'
import { insertInstitute } from '#db/queries/institutes.ts'
import { insertOrganization } from '#db/queries/organizations.ts'
import { insertUser } from '#db/queries/users.ts'
import { scriptedExecutor } from '../../factories/executor.ts'
import { addLateWork, answerAttempts, countDrives, insertAttempts, type SeededDrive } from './attempts.ts'
import { fillBank } from './bank.ts'
import { fillDrives } from './drives.ts'
import { drawn, instituteName, person } from './people.ts'
import { insertRows, parts, range } from './rows.ts'
import { ACCOUNTS, type Sizes } from './sizes.ts'

/** Rows of one transaction, roughly. */
const CHUNK = 10_000
const INSTITUTES = 40
const SNAPSHOTS = 60

/**
 * Fills an empty data directory with one large organization among small ones: valid rows, written in bulk, without the
 * logs behind them.
 * @param told gets a line after each part
 */
export async function fillLarge(
  data: string,
  migrations: string,
  sizes: Sizes,
  told: (line: string) => void = () => {},
): Promise<void> {
  const config = readConfig({ HOLDFAST_DATA: data, HOLDFAST_DEMO: 'off', HOLDFAST_LOG: 'error' })
  const executor = scriptedExecutor()
  const { ctx } = await openContext({
    config,
    places: { pages: data, migrations, bankImages: data },
    executor,
  })
  try {
    await ctx.db.write(async (tx) => syncLanguages(tx, (await executor.describe()).languages))
    const now = ctx.now()
    const organization = await fillOrganizations(ctx, sizes, now)
    told(`${sizes.organizations} organizations`)
    const drives = await fillContent(ctx, organization, sizes, now)
    told(`${sizes.drives} drives, ${sizes.problems} problems, ${sizes.questions} questions`)
    const candidates = await fillCandidates(ctx, organization.id, sizes, now)
    told(`${candidates.length} candidates`)
    await fillAttempts(ctx, { organizationId: organization.id, drives, candidates }, sizes, now, told)
    await ctx.db.write((tx) => addLateWork(tx, organization.adminId, sizes.lateOneIn))
    await ctx.db.write((tx) => countDrives(tx, organization.id))
    await fillTraces(ctx, organization, sizes, now)
    told(await countsOf(ctx))
  } finally {
    ctx.hub.close()
    ctx.db.close()
  }
}

interface Owner {
  id: number
  adminId: number
}

async function fillOrganizations(ctx: Context, sizes: Sizes, now: number): Promise<Owner> {
  const password_hash = await hashPassword(ACCOUNTS.password)
  const at = { created_at: now, updated_at: now }
  const staff = (email: string) => ({
    email,
    email_key: email,
    first_name: 'Ida',
    last_name: 'Storm',
    password_hash,
    invitation_accepted: true,
    ...at,
  })
  return ctx.db.write(async (tx) => {
    // The large one lies in the middle, so that nothing is fast because it comes first.
    const small = Math.floor((sizes.organizations - 1) / 2)
    const others = (from: number, to: number) =>
      range(from, to).map((n) => ({ name: `${instituteName(n)} Careers`, credits: 100, ...at }))
    await insertRows(tx, 'organizations', others(0, small))
    const id = await insertOrganization(tx, { name: 'Large Hiring', credits: 50_000, ...at })
    await insertRows(tx, 'organizations', others(small, sizes.organizations - 1))
    const adminId = await insertUser(tx, { ...staff(ACCOUNTS.admin), organization_id: id, role: 'Admin' })
    await insertUser(tx, { ...staff(ACCOUNTS.superAdmin), role: 'SuperAdmin' })
    return { id, adminId }
  })
}

const fillContent = (ctx: Context, { id, adminId }: Owner, sizes: Sizes, now: number) =>
  ctx.db.write(async (tx): Promise<SeededDrive[]> => {
    const institutes: number[] = []
    for (const n of range(0, INSTITUTES))
      institutes.push(
        await insertInstitute(tx, { organization_id: id, name: instituteName(n), created_at: now }),
      )
    const bank = await fillBank(tx, {
      organizationId: id,
      problems: sizes.problems,
      questions: sizes.questions,
      now,
    })
    await fillDrives(tx, {
      organizationId: id,
      adminId,
      drives: sizes.drives,
      bank,
      institutes,
      random: () => ctx.random(16),
      now,
    })
    return tx.raw.all<SeededDrive>(
      'SELECT id, start_time, end_time, allotted_seconds, total_marks FROM drives WHERE organization_id = ? ORDER BY id',
      id,
    )
  })

async function fillCandidates(ctx: Context, organizationId: number, sizes: Sizes, now: number) {
  for (const [from, to] of parts(0, sizes.candidates, CHUNK))
    await ctx.db.write((tx) =>
      insertRows(
        tx,
        'candidates',
        range(from, to).map((n) => {
          const who = person(n)
          return {
            organization_id: organizationId,
            ...who,
            email_key: who.email,
            created_at: now,
            updated_at: now,
          }
        }),
      ),
    )
  const rows = await ctx.db.read.raw.all<{ id: number }>(
    'SELECT id FROM candidates WHERE organization_id = ? ORDER BY id',
    organizationId,
  )
  return rows.map((row) => row.id)
}

/** The large drive is invited last but one in time: its attempts do not lie at the beginning of the table. */
async function fillAttempts(
  ctx: Context,
  of: { organizationId: number; drives: readonly SeededDrive[]; candidates: readonly number[] },
  sizes: Sizes,
  now: number,
  told: (line: string) => void,
): Promise<void> {
  const { organizationId, candidates } = of
  const [large, ...small] = of.drives
  const pair = (drive: SeededDrive, n: number) => ({ drive, n, candidateId: candidates[n] ?? 0 })
  const some = small.flatMap((drive) =>
    [...new Set(range(0, sizes.perDrive).map((i) => drawn(drive.id * 64 + i) % candidates.length))].map((n) =>
      pair(drive, n),
    ),
  )
  const half = some.length >> 1
  const all = [
    ...some.slice(0, half),
    ...(large ? range(0, sizes.largeDrive).map((n) => pair(large, n)) : []),
    ...some.slice(half),
  ]
  for (const [from, to] of parts(0, all.length, CHUNK)) {
    await ctx.db.write((tx) => insertAttempts(ctx, tx, { organizationId, pairs: all.slice(from, to) }, now))
    told(`${to} of ${all.length} attempts`)
  }
  const last = await ctx.db.read.raw.get<{ id: number }>('SELECT max(id) AS id FROM attempts')
  for (const [from, to] of parts(1, (last?.id ?? 0) + 1, CHUNK)) {
    await ctx.db.write((tx) => answerAttempts(tx, from, to))
    told(`answers of ${to - 1} attempts`)
  }
}

/** Fills what lists beside attempts show: the audit log, and the pictures of one attempt. */
async function fillTraces(ctx: Context, { id, adminId }: Owner, sizes: Sizes, now: number): Promise<void> {
  for (const [from, to] of parts(0, sizes.auditEntries, CHUNK))
    await ctx.db.write((tx) =>
      insertRows(
        tx,
        'audit_log',
        range(from, to).map((n) => ({
          organization_id: id,
          user_id: adminId,
          action: 'candidate.invite',
          subject: `drive ${n % sizes.drives}`,
          before: null,
          after: '{"invited":10}',
          created_at: now - (sizes.auditEntries - n) * 1_000,
          prev_hash: '',
          hash: String(n),
        })),
      ),
    )
  await ctx.db.write(async (tx) => {
    const shown = await tx.raw.get<{ id: number; started_at: number }>(
      'SELECT id, started_at FROM attempts WHERE finished_at IS NOT NULL ORDER BY score DESC, id DESC LIMIT 1',
    )
    if (!shown) return
    await insertRows(
      tx,
      'snapshots',
      range(0, SNAPSHOTS).map((n) => ({
        attempt_id: shown.id,
        sha256: n.toString(16).padStart(64, '0'),
        logged_at: shown.started_at + n * 30_000,
        stored_at: shown.started_at + n * 30_000,
        bytes: 20_000,
        taken_at: shown.started_at + n * 30_000,
      })),
    )
  })
}

async function countsOf(ctx: Context): Promise<string> {
  const row = await ctx.db.read.raw.get<Record<string, number>>(
    `SELECT (SELECT count(*) FROM drives) AS drives, (SELECT count(*) FROM candidates) AS candidates,
       (SELECT count(*) FROM attempts) AS attempts, (SELECT count(*) FROM answers) AS answers`,
  )
  return Object.entries(row ?? {})
    .map(([name, n]) => `${n} ${name}`)
    .join(', ')
}
