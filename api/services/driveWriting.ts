import type { z } from 'zod'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { ChangedDriveBody, NewDriveBody } from '#contract/forms/drive.ts'
import type { staffDriveView } from '#contract/views/drive.ts'
import type { Queries } from '#db/connect.ts'
import { findOrganization } from '#db/queries/accounts.ts'
import * as parts from '#db/queries/driveParts.ts'
import { insertDriveContents } from '#db/queries/driveParts.ts'
import { findPlainDrive, insertDrive, sumContents, updateDrive } from '#db/queries/drives.ts'
import { findInstitute } from '#db/queries/institutes.ts'
import { listDriveRules } from '#db/queries/rules.ts'
import { statusAt } from '#machines/attempt/time.ts'
import {
  type DriveTimes,
  driveTimeErrors,
  itemsError,
  sectionsOf,
  type TimeErrors,
} from '#machines/drive/policy.ts'
import { eachOnce } from '#machines/drive/rules.ts'
import { renewDeadlines } from '../attempts/deadline.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { DomainError, invalidAt, notFound } from '../kit/errors.ts'
import { audit } from './audit.ts'
import { tellCancelled, tellNewDates } from './candidates/newDates.ts'
import { remindAgain } from './candidates/reminding.ts'
import { summaryDifference } from './changes.ts'
import { countOwed, oweCounting } from './countingAnew.ts'
import { definedOnly } from './definedOnly.ts'
import {
  type ItemsChange,
  idsAfter,
  isEmpty,
  itemsChange,
  requireAllowed,
  requireItems,
} from './driveItems.ts'
import { driveViewOf } from './driveView.ts'
import { savedBy } from './requireVersion.ts'
import { refuseLoss } from './retention/setting.ts'

/** Creating, changing and deleting drives: each in one transaction, with its audit entry. */

type View = z.input<typeof staffDriveView>

function refuseTimes(errors: TimeErrors): void {
  const told = Object.entries(errors)
  const [first] = told
  if (!first) return
  throw new DomainError('invalid', first[1], {
    errors: Object.fromEntries(told.map(([field, sentence]) => [field, [sentence]])),
  })
}

/** A drive as the audit log shows it: words and ids, no content. */
const summaryOf = async (tx: Queries, view: View) => ({
  name: view.name,
  description: view.description,
  institute: await instituteName(tx, view),
  start_time: view.start_time,
  end_time: view.end_time,
  question_type: view.question_type,
  settings: view.settings,
  problems: view.drives_problems.map((row) => row.problem_id),
  questions: view.drives_questions.map((row) => row.question_id),
  contacts: view.drives_contacts.map((row) => row.user_id),
})

const instituteName = async (tx: Queries, { institute_id, organization_id }: View): Promise<string | null> =>
  institute_id === null
    ? null
    : ((await findInstitute(tx, institute_id, organization_id))?.name ?? `${institute_id}, deleted`)

async function requireInstitute(tx: Queries, id: number, organizationId: number): Promise<void> {
  if (!(await findInstitute(tx, id, organizationId))) throw notFound('The institute')
}

const EVERY_SECTION = { allow_coding: true, allow_mcq: true }

/** The rules of the drive it is a copy of, each once. */
async function copiedRules(
  tx: Queries,
  copyOf: number | undefined,
  organizationId: number,
): Promise<string[]> {
  if (copyOf === undefined) return []
  if (!(await findPlainDrive(tx, copyOf, organizationId))) throw notFound('The drive')
  return eachOnce(await listDriveRules(tx, copyOf)).map((rule) => rule.description)
}

/**
 * Creates a drive.
 * @throws DomainError invalid: dates, nothing chosen, items of a section that is not allowed; not_found: institute, contact or item of another organization
 */
export async function createStaffDrive(ctx: Context, actor: StaffActor, body: NewDriveBody): Promise<View> {
  const { organizationId } = actor
  const now = ctx.now()
  refuseTimes(driveTimeErrors(body, null, now))
  const none: ReadonlySet<number> = new Set()
  const contacts = itemsChange(body.drives_contacts_attributes, (e) => e.user_id, none).add
  const problems = itemsChange(body.drives_problems_attributes, (e) => e.problem_id, none).add
  const questions = itemsChange(body.drives_questions_attributes, (e) => e.question_id, none).add
  if (contacts.length === 0) throw invalidAt('drives_contacts_attributes', consoleTexts.selectContacts)
  return ctx.db.write(async (tx) => {
    const organization = await findOrganization(tx, organizationId)
    if (!organization) throw notFound('The organization')
    const asked = sectionsOf(body.question_type, EVERY_SECTION)
    const picked = {
      problems: asked.allow_coding ? problems : [],
      questions: asked.allow_mcq ? questions : [],
    }
    requireAllowed(organization, picked)
    const shown = sectionsOf(body.question_type, organization)
    const error = itemsError({ problems: picked.problems.length, mcqs: picked.questions.length }, shown)
    if (error) throw invalidAt('question_type', error)
    await requireInstitute(tx, body.institute_id, organizationId)
    await requireItems(tx, organizationId, { ...picked, contacts })
    const rules = await copiedRules(tx, body.copy_of, organizationId)
    const id = await insertDrive(tx, {
      organization_id: organizationId,
      uuid: ctx.random(16),
      name: body.name,
      description: body.description,
      institute_id: body.institute_id,
      start_time: body.start_time,
      end_time: body.end_time,
      question_type: body.question_type,
      ...shown,
      ...body.settings,
      created_by_id: actor.userId,
      updated_by_id: actor.userId,
      created_at: now,
      updated_at: now,
    })
    await insertDriveContents(tx, id, {
      organizationId,
      problemIds: picked.problems,
      questionIds: picked.questions,
      contactIds: contacts,
      rules,
    })
    await updateDrive(tx, id, await sumContents(tx, id))
    const view = await driveViewOf(tx, { id, organizationId }, now)
    await audit(
      tx,
      actor,
      { action: 'drive.create', subject: `drive ${id}`, after: await summaryOf(tx, view) },
      now,
    )
    return view
  })
}

type Stored = NonNullable<Awaited<ReturnType<typeof findPlainDrive>>>

/** Entries the change asks for, against what stands there. */
async function changesOf(tx: Queries, driveId: number, body: ChangedDriveBody) {
  const problems = (await parts.listProblemParts(tx, driveId)).map((row) => row.problem_id)
  const questions = (await parts.listQuestionParts(tx, driveId)).map((row) => row.question_id)
  const people = await parts.listContactParts(tx, driveId)
  const contacts = people.map((row) => row.user_id)
  return {
    present: { problems, questions, contacts },
    active: new Set(people.filter((row) => row.is_active).map((row) => row.user_id)),
    problems: itemsChange(body.drives_problems_attributes, (e) => e.problem_id, new Set(problems)),
    questions: itemsChange(body.drives_questions_attributes, (e) => e.question_id, new Set(questions)),
    contacts: itemsChange(body.drives_contacts_attributes, (e) => e.user_id, new Set(contacts)),
  }
}

/** The dates the drive would have. */
const timesOf = (body: ChangedDriveBody, stored: Stored): DriveTimes => ({
  start_time: body.start_time ?? stored.start_time,
  end_time: body.end_time ?? stored.end_time,
})

/** @throws DomainError conflict with both states where the drive changed since the version the change was made on */
async function refuseStale(tx: Queries, stored: Stored, body: ChangedDriveBody, now: number): Promise<void> {
  if (body.version === undefined || body.version === stored.version) return
  const { id, organization_id: organizationId } = stored
  const current = await driveViewOf(tx, { id, organizationId }, now)
  throw new DomainError(
    'conflict',
    'Someone else changed this drive in the meantime. Your changes are not lost.',
    {
      details: { current, yours: body, ...(await savedBy(tx, 'drive', stored)) },
    },
  )
}

/** An item asked of somebody already stays asked: results of one drive must stay comparable. */
function refuseBegun(
  stored: Stored,
  body: ChangedDriveBody,
  changes: { problems: ItemsChange; questions: ItemsChange },
): void {
  const asksSame = (body.question_type ?? stored.question_type) === stored.question_type
  if (stored.appeared === 0 || (asksSame && isEmpty(changes.problems) && isEmpty(changes.questions))) return
  throw new DomainError(
    'conflict',
    'Someone has started this drive: its problems and MCQs can no longer be changed. Copy the drive instead.',
  )
}

/**
 * Changes what is given of a drive and nothing else. Running attempts go by a moved end at once.
 * @throws DomainError not_found, invalid, conflict: another version (both states in the details), a completed drive,
 * other items after somebody began
 */
export async function changeDrive(
  ctx: Context,
  actor: StaffActor,
  id: number,
  body: ChangedDriveBody,
): Promise<View> {
  const { organizationId } = actor
  const now = ctx.now()
  const changed = await ctx.db.write(async (tx) => {
    const stored = await findPlainDrive(tx, id, organizationId)
    if (!stored) throw notFound('The drive')
    await refuseStale(tx, stored, body, now)
    if (statusAt(stored, now) === 'completed')
      throw new DomainError('conflict', 'A completed drive can no longer be changed. Copy it instead.')
    const times = timesOf(body, stored)
    refuseTimes(driveTimeErrors(times, stored, now))
    if (body.institute_id !== undefined) await requireInstitute(tx, body.institute_id, organizationId)
    const changes = await changesOf(tx, id, body)
    refuseBegun(stored, body, changes)
    await refuseLoss(tx, stored, body.settings?.results_retention_days, now)
    await requireItems(tx, organizationId, {
      problems: changes.problems.add,
      questions: changes.questions.add,
      contacts: changes.contacts.add,
    })
    const active = idsAfter(changes.present.contacts, changes.contacts).filter(
      (user) => changes.active.has(user) || changes.contacts.add.includes(user),
    )
    if (active.length === 0) throw invalidAt('drives_contacts_attributes', consoleTexts.selectActiveUser)
    const organization = await findOrganization(tx, organizationId)
    if (!organization) throw notFound('The organization')
    requireAllowed(organization, { problems: changes.problems.add, questions: changes.questions.add })
    const type = body.question_type ?? stored.question_type
    const shown = stored.appeared > 0 ? stored : sectionsOf(type, organization)
    const error = itemsError(
      {
        problems: idsAfter(changes.present.problems, changes.problems).length,
        mcqs: idsAfter(changes.present.questions, changes.questions).length,
      },
      shown,
    )
    // An item in it may be of a section that was switched off since: that keeps nobody from changing the rest.
    const asksSame = type === stored.question_type && isEmpty(changes.problems) && isEmpty(changes.questions)
    if (error && !asksSame) throw invalidAt('question_type', error)
    const before = await summaryOf(tx, await driveViewOf(tx, { id, organizationId }, now))
    await parts.removeItems(tx, id, 'problems', changes.problems.remove)
    await parts.removeItems(tx, id, 'questions', changes.questions.remove)
    await parts.removeContacts(tx, id, changes.contacts.remove)
    await parts.addItems(tx, id, 'problems', changes.problems.add)
    await parts.addItems(tx, id, 'questions', changes.questions.add)
    await parts.addContacts(tx, id, changes.contacts.add)
    const { name, description, institute_id, question_type, settings } = body
    await updateDrive(tx, id, {
      ...definedOnly({ name, description, institute_id, question_type }),
      ...times,
      ...settings,
      allow_coding: shown.allow_coding,
      allow_mcq: shown.allow_mcq,
    })
    if (settings?.late_policy !== undefined && settings.late_policy !== stored.late_policy)
      await oweCounting(tx, id, stored.version + 1)
    // A drive that somebody has begun asks the same items as before; a mended one stands in later papers alone.
    if (stored.appeared === 0) await updateDrive(tx, id, await sumContents(tx, id))
    const same = await driveViewOf(tx, { id, organizationId }, now)
    const difference = summaryDifference(before, await summaryOf(tx, same))
    const showsSame = shown.allow_coding === stored.allow_coding && shown.allow_mcq === stored.allow_mcq
    // A person who came for the rules alone has changed nothing, and keeps nobody else from saving.
    if (showsSame && Object.keys(difference.after).length === 0) return same
    await updateDrive(tx, id, {
      updated_by_id: actor.userId,
      updated_at: now,
      version: stored.version + 1,
      content_version: stored.content_version + 1,
    })
    if (times.start_time !== stored.start_time || times.end_time !== stored.end_time)
      await tellNewDates(tx, stored, now)
    if (times.start_time !== stored.start_time)
      await remindAgain(tx, { id, start_time: times.start_time }, now)
    await renewDeadlines(tx, { id, end_time: times.end_time }, now)
    const view = await driveViewOf(tx, { id, organizationId }, now)
    await audit(tx, actor, { action: 'drive.update', subject: `drive ${id}`, ...difference }, now)
    return view
  })
  await countOwed(ctx)
  return changed
}

/**
 * Deletes a drive that nobody has begun; invitations to it lead nowhere from then on, and whoever has one is told.
 * @throws DomainError not_found; conflict where somebody has begun it
 */
export async function deleteDrive(ctx: Context, actor: StaffActor, id: number): Promise<{ id: number }> {
  return ctx.db.write(async (tx) => {
    const stored = await findPlainDrive(tx, id, actor.organizationId)
    if (!stored) throw notFound('The drive')
    if (stored.appeared > 0 || stored.results_erased_at !== null)
      throw new DomainError('conflict', 'Someone has started this drive: it can no longer be deleted.')
    const now = ctx.now()
    await tellCancelled(tx, stored, now)
    await updateDrive(tx, id, { deleted_at: now, updated_by_id: actor.userId, updated_at: now })
    await audit(
      tx,
      actor,
      { action: 'drive.delete', subject: `drive ${id}`, before: { name: stored.name } },
      now,
    )
    return { id }
  })
}
