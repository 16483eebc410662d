import { hashPassword } from '#api/auth/password.ts'
import type { Context } from '#api/context.ts'
import {
  createDrive,
  createProblem,
  createQuestion,
  type NewProblem,
  type NewQuestion,
} from '#api/services/authoring.ts'
import { inviteCandidate } from '#api/services/invitations.ts'
import type { Queries } from '#db/connect.ts'
import { findAttemptById } from '#db/queries/attempts.ts'
import { updateDrive } from '#db/queries/drives.ts'
import { insertInstitute } from '#db/queries/institutes.ts'
import { listLanguages } from '#db/queries/languages.ts'
import { insertOrganization } from '#db/queries/organizations.ts'
import { insertUser } from '#db/queries/users.ts'
import { HOUR } from './clock.ts'
import { rightOutput } from './programs.ts'

/** Words of hidden tests that no candidate may ever see: those of inputs, and of expected outputs. */
export interface Canaries {
  hidden: string[]
  /** Texts of questions, statements, options, templates: nothing of it before the start. */
  content: string[]
  /** Other people's names and addresses. */
  people: string[]
}

export interface Invited {
  attemptId: number
  candidateId: number
  ref: string
  email: string
  invitation: string
  /** The attempt token that PUT candidates answers. */
  token: string
}

export interface Problem {
  id: number
  marks: number
}
export interface Question {
  id: number
  marks: number
  isMulti: boolean
  right: number[]
  wrong: number[]
}

export interface Organization {
  id: number
  name: string
  driveId: number
  instituteId: number
  /** A rule of the drive. */
  ruleId: number
  admin: { id: number; email: string; password: string }
  problems: [Problem, Problem]
  questions: [Question, Question, Question]
  candidates: Invited[]
  canaries: Canaries
  /** The assessment it was given, if any: see giveAssessment. */
  assessment?: { id: number; candidateId: number; feedbackId: number }
  totalMarks: number
  allottedSeconds: number
}

export interface OrganizationOptions {
  candidates?: number
  /** Start of the drive relative to now; an hour ago when not given. */
  startsIn?: number
  /** Length of the drive; a day when not given. */
  lasts?: number
  latePolicy?: 'accept' | 'hold' | 'reject'
  maxOfflineMinutes?: number
  /** Hidden tests of the first problem beside its own two. */
  moreTests?: number
}

export const PASSWORD = 'four plain words here'
let passwordHash: Promise<string> | null = null

interface Plan {
  tag: string
  canaries: Canaries
  languages: { id: number; code_id: string }[]
}

/** A word nobody would write by chance. */
const mark = (plan: Plan, what: string): string => `qz${plan.tag}${what.replaceAll(/\W/g, '')}x7k`

function test(plan: Plan, name: string, numbers: string, marks: number) {
  const word = mark(plan, `hidden${name}`)
  const input = `${numbers}\n${word}\n`
  plan.canaries.hidden.push(word, [...word].reverse().join(''))
  return { input, output: rightOutput(input), marks, isSample: false }
}

function content(plan: Plan, what: string): string {
  const text = mark(plan, what)
  plan.canaries.content.push(text)
  return text
}

function problemOf(
  plan: Plan,
  name: string,
  marks: { sample: number; hidden: number[] },
  minutes: number,
): NewProblem {
  const sample = `1 2\nsample\n`
  return {
    title: `Problem ${content(plan, `title${name}`)}`,
    description: `Add the numbers and turn the word. ${content(plan, `statement${name}`)}`,
    difficulty: 'easy',
    tags: ['strings'],
    timeInMinutes: minutes,
    submissionCount: 3,
    checker: 'exact',
    templates: plan.languages.map(({ id, code_id }) => ({
      languageId: id,
      code: `// ${code_id} ${content(plan, `template${name}${code_id}`)}\n`,
    })),
    reference: null,
    tests: [
      { input: sample, output: rightOutput(sample), marks: marks.sample, isSample: true },
      ...marks.hidden.map((own, i) => test(plan, `${name}${i}`, `${i + 3} ${i + 40}`, own)),
    ],
  }
}

function questionOf(plan: Plan, name: string, marks: number, right: number[]): NewQuestion {
  return {
    description: `Which hold? ${content(plan, `question${name}`)}`,
    difficulty: 'easy',
    tags: ['logic'],
    marks,
    timeInSeconds: 60,
    kind: right.length > 1 ? 'multiple' : 'single',
    imageKey: null,
    imageAlt: null,
    options: [0, 1, 2, 3].map((i) => ({
      description: content(plan, `option${name}${i}`),
      isAnswer: right.includes(i),
      imageKey: null,
    })),
  }
}

/** An organization with an admin, a drive of two problems and three MCQs, and invited candidates. */
export async function seedOrganization(
  ctx: Context,
  tag: string,
  options: OrganizationOptions = {},
): Promise<Organization> {
  passwordHash ??= hashPassword(PASSWORD)
  const hash = await passwordHash
  return ctx.db.write((tx) => seed(ctx, tx, tag, hash, options))
}

async function seed(
  ctx: Context,
  tx: Queries,
  tag: string,
  hash: string,
  options: OrganizationOptions,
): Promise<Organization> {
  const now = ctx.now()
  const at = { created_at: now, updated_at: now }
  const canaries: Canaries = { hidden: [], content: [], people: [] }
  const plan: Plan = { tag, canaries, languages: await listLanguages(tx) }
  const name = `Organization ${tag}`
  const id = await insertOrganization(tx, { name, credits: 100, ...at })
  const email = `admin-${tag}@staff.example`
  const adminId = await insertUser(tx, {
    organization_id: id,
    email,
    email_key: email,
    first_name: 'Ida',
    last_name: 'Storm',
    role: 'Admin',
    password_hash: hash,
    invitation_accepted: true,
    ...at,
  })
  const instituteId = await insertInstitute(tx, {
    organization_id: id,
    name: `Institute ${tag}`,
    created_at: now,
  })
  const problems: [Problem, Problem] = [
    {
      id: await createProblem(
        tx,
        id,
        problemOf(
          plan,
          'a',
          { sample: 2, hidden: [3, 5, ...Array<number>(options.moreTests ?? 0).fill(1)] },
          20,
        ),
        now,
      ),
      marks: 10 + (options.moreTests ?? 0),
    },
    { id: await createProblem(tx, id, problemOf(plan, 'b', { sample: 1, hidden: [4] }, 10), now), marks: 5 },
  ]
  const make = async (label: string, marks: number, right: number[]): Promise<Question> => {
    const made = await createQuestion(tx, id, questionOf(plan, label, marks, right), now)
    const rows = await tx.raw.all<{ id: number; is_answer: number }>(
      'SELECT id, is_answer FROM options WHERE question_id = ? ORDER BY position',
      made,
    )
    return {
      id: made,
      marks,
      isMulti: right.length > 1,
      right: rows.filter((row) => row.is_answer === 1).map((row) => row.id),
      wrong: rows.filter((row) => row.is_answer === 0).map((row) => row.id),
    }
  }
  const questions: [Question, Question, Question] = [
    await make('one', 2, [1]),
    await make('two', 3, [0, 2]),
    await make('three', 1, [3]),
  ]
  const startTime = now + (options.startsIn ?? -HOUR)
  const driveId = await createDrive(
    tx,
    {
      organizationId: id,
      createdById: adminId,
      name: `Drive ${tag}`,
      description: 'A drive of the tests.',
      instituteId,
      startTime,
      endTime: startTime + (options.lasts ?? 24 * HOUR),
      problemIds: problems.map((p) => p.id),
      questionIds: questions.map((q) => q.id),
      contactIds: [adminId],
      rules: ['Work alone.', 'Keep your camera on.'],
      uuid: ctx.random(16),
    },
    now,
  )
  await updateDrive(tx, driveId, {
    late_policy: options.latePolicy ?? 'hold',
    max_offline_minutes: options.maxOfflineMinutes ?? 30,
  })
  const candidates: Invited[] = []
  for (let i = 0; i < (options.candidates ?? 1); i++)
    candidates.push(
      await invite(ctx, tx, { organizationId: id, driveId, email: `person${i}-${tag}@people.example` }),
    )
  const rule = await tx.raw.get<{ id: number }>('SELECT min(id) AS id FROM rules WHERE drive_id = ?', driveId)
  canaries.people.push(...candidates.map((c) => c.email))
  return {
    id,
    name,
    driveId,
    instituteId,
    ruleId: rule?.id ?? 0,
    admin: { id: adminId, email, password: PASSWORD },
    problems,
    questions,
    candidates,
    canaries,
    totalMarks: 21 + (options.moreTests ?? 0),
    allottedSeconds: 30 * 60 + 3 * 60,
  }
}

/** Another drive of the organization with the same contents, open now, to which its candidates are invited as well. */
export async function seedSecondDrive(ctx: Context, org: Organization): Promise<Invited[]> {
  const now = ctx.now()
  return ctx.db.write(async (tx) => {
    const driveId = await createDrive(
      tx,
      {
        organizationId: org.id,
        createdById: org.admin.id,
        name: 'The second drive',
        description: 'Another drive of the tests.',
        instituteId: org.instituteId,
        startTime: now - HOUR,
        endTime: now + 24 * HOUR,
        problemIds: org.problems.map((p) => p.id),
        questionIds: org.questions.map((q) => q.id),
        contactIds: [org.admin.id],
        rules: [],
        uuid: ctx.random(16),
      },
      now,
    )
    const invited: Invited[] = []
    for (const { email } of org.candidates)
      invited.push(await invite(ctx, tx, { organizationId: org.id, driveId, email }))
    return invited
  })
}

async function invite(
  ctx: Context,
  tx: Queries,
  to: { organizationId: number; driveId: number; email: string },
): Promise<Invited> {
  const made = await inviteCandidate(ctx, tx, to, ctx.now())
  const found = made === null ? undefined : await findAttemptById(tx, made.id)
  if (!found) throw new Error(`${to.email} could not be invited`)
  const { ref, generation } = found.attempt
  return {
    attemptId: found.attempt.id,
    candidateId: found.candidate.id,
    ref,
    email: to.email,
    invitation: ctx.keys.invitationToken(ref, generation),
    token: ctx.keys.attemptToken(ref, generation),
  }
}

export async function seedSuperAdmin(ctx: Context): Promise<{ email: string; password: string }> {
  passwordHash ??= hashPassword(PASSWORD)
  const hash = await passwordHash
  const email = 'super@holdfast.example'
  const now = ctx.now()
  await ctx.db.write((tx) =>
    insertUser(tx, {
      email,
      email_key: email,
      role: 'SuperAdmin',
      password_hash: hash,
      invitation_accepted: true,
      created_at: now,
      updated_at: now,
    }),
  )
  return { email, password: PASSWORD }
}

/** Hands out the candidates of an organization, each once. */
export function inTurn(candidates: readonly Invited[]): () => Invited {
  let next = 0
  return () => {
    const found = candidates[next++]
    if (!found) throw new Error('Invite more candidates')
    return found
  }
}
