import { insertInstitute } from '#db/queries/institutes.ts'
import { deleteMeta, readMeta, writeMeta } from '#db/queries/meta.ts'
import { insertOrganization } from '#db/queries/organizations.ts'
import { countUsers, insertUser } from '#db/queries/users.ts'
import { hashPassword } from '../auth/password.ts'
import type { Context } from '../context.ts'
import * as authoring from '../services/authoring.ts'
import { inviteCandidates } from '../services/invitations.ts'
import { addStarterBank, readyStarterBank } from '../services/starterBank.ts'
import { ADMIN, type DemoFile, readDemoFile, renewAccounts, SUPER_ADMIN, writeDemoFile } from './demoFile.ts'
import { FIRST_PEOPLE, keepOngoing, ongoingTimes, personAt } from './ongoingDrive.ts'
import { fillCompletedDrive } from './pastDrive.ts'

const DAY = 86_400_000
/** The first organization of its database. */
const DEMO_ORGANIZATION = 1

const rules = [
  'The test runs in full screen. Leaving the window ends it.',
  'Keep your camera on: a still picture is taken after 3 seconds and then every 10 minutes. There is no sound and no video.',
  'Work alone, without other people, other windows or other devices.',
  'Copying from and pasting into the test is blocked.',
  'If the network goes, keep working: everything is kept on this device and sent when it is back.',
]

/** The completed drive that is still to be filled, by this name; gone once it is. */
const UNFILLED = 'demo_unfilled_drive'

/**
 * Fills an empty database with an organization, its bank and three drives; later starts leave it alone. One that was
 * ended in the middle is gone on with.
 */
export async function seedDemo(ctx: Context): Promise<void> {
  if ((await countUsers(ctx.db.read)) === 0) await makeDemo(ctx)
  const unfilled = await readMeta(ctx.db.read, UNFILLED)
  if (unfilled === null) return
  const { bankProblems } = await import('../starterBank/index.ts')
  const solutions = new Map<string, Record<string, string>>(bankProblems.map((p) => [p.title, p.reference]))
  const solution = (title: string, language: string) => solutions.get(title)?.[language]
  await fillCompletedDrive(ctx, Number(unfilled), DEMO_ORGANIZATION, solution)
  await ctx.db.write((tx) => deleteMeta(tx, UNFILLED))
}

async function makeDemo(ctx: Context): Promise<void> {
  const passwords = { admin: ctx.random(9), superAdmin: ctx.random(9) }
  const hashes = {
    admin: await hashPassword(passwords.admin),
    superAdmin: await hashPassword(passwords.superAdmin),
  }
  const bank = await readyStarterBank(ctx)
  const now = ctx.now()
  await ctx.db.write(async (tx) => {
    const organizationId = await insertOrganization(tx, {
      name: 'Northgate Marine Systems',
      description: 'A demonstration organization with a bank of problems and questions.',
      credits: 100,
      created_at: now,
      updated_at: now,
    })
    const person = { created_at: now, updated_at: now, is_active: true, invitation_accepted: true }
    const adminId = await insertUser(tx, {
      ...person,
      organization_id: organizationId,
      email: ADMIN,
      email_key: ADMIN,
      first_name: 'Mira',
      last_name: 'Tolland',
      mobile_number: '5550100200',
      role: 'Admin',
      password_hash: hashes.admin,
    })
    await insertUser(tx, {
      ...person,
      email: SUPER_ADMIN,
      email_key: SUPER_ADMIN,
      first_name: 'Super',
      last_name: 'Admin',
      role: 'SuperAdmin',
      password_hash: hashes.superAdmin,
    })
    const instituteId = await insertInstitute(tx, {
      organization_id: organizationId,
      name: 'Eastmoor Institute of Technology',
      created_at: now,
    })
    const { problemIds, questionIds } = await addStarterBank(tx, organizationId, bank, now)
    const pick = (list: number[], ...places: number[]) => places.flatMap((i) => list[i] ?? [])
    const every = (list: number[], step: number, from: number) => list.filter((_, i) => i % step === from)
    const common = {
      organizationId,
      createdById: adminId,
      instituteId,
      contactIds: [adminId],
      rules,
    }
    const drive = (
      name: string,
      description: string,
      startTime: number,
      endTime: number,
      contents: { problemIds: number[]; questionIds: number[] },
    ) =>
      authoring.createDrive(
        tx,
        { ...common, name, description, startTime, endTime, ...contents, uuid: ctx.random(16) },
        now,
      )
    const ongoing = await drive(
      'Graduate Engineer Drive',
      'Three problems and a round of questions for graduate engineers.',
      ongoingTimes(now).start_time,
      ongoingTimes(now).end_time,
      { problemIds: pick(problemIds, 2, 0, 7), questionIds: every(questionIds, 5, 0) },
    )
    const upcoming = await drive(
      'Systems Engineer Drive',
      'Harder problems for engineers with some years behind them.',
      now + 2 * DAY,
      now + 4 * DAY,
      { problemIds: pick(problemIds, 6, 11), questionIds: every(questionIds, 6, 1) },
    )
    const completed = await drive(
      'Internship Drive',
      'Last term’s internship round.',
      now - 9 * DAY,
      now - 7 * DAY,
      { problemIds: pick(problemIds, 1, 3, 5), questionIds: every(questionIds, 7, 2) },
    )
    const people = Array.from({ length: FIRST_PEOPLE }, (_, n) => personAt(n))
    const invite = (driveId: number, emails: string[]) =>
      inviteCandidates(ctx, tx, { organizationId, driveId, emails }, now)
    await invite(ongoing, people)
    await invite(upcoming, people.slice(0, 5))
    await invite(completed, people.slice(2, 10))
    await writeMeta(tx, 'demo_drive', String(ongoing))
    await writeMeta(tx, UNFILLED, String(completed))
  })
  await writeDemoFile(ctx, {
    base_url: '',
    admin: { email: ADMIN, password: passwords.admin },
    super_admin: { email: SUPER_ADMIN, password: passwords.superAdmin },
    candidate_links: [],
  })
}

/**
 * At each demo start: the ongoing drive goes on, and demo.json holds the current address and the links of candidates
 * who have not begun. The accounts get new passwords if the file is gone or cannot be read.
 * @returns null where the demo was never seeded
 */
export async function refreshDemo(ctx: Context, base: string): Promise<DemoFile | null> {
  const stored = await readMeta(ctx.db.read, 'demo_drive')
  if (stored === null) return null
  const where = { organizationId: DEMO_ORGANIZATION, driveId: Number(stored) }
  const candidateLinks = await keepOngoing(ctx, base, where)
  const known = (await readDemoFile(ctx)) ?? (await renewAccounts(ctx))
  const file: DemoFile = { ...known, base_url: base, candidate_links: candidateLinks }
  await writeDemoFile(ctx, file)
  return file
}
