import type { z } from 'zod'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { ChangedAssessmentBody, NewAssessmentBody } from '#contract/forms/assessment.ts'
import type { assessmentView } from '#contract/views/assessment.ts'
import type { Queries } from '#db/connect.ts'
import { findOrganization } from '#db/queries/accounts.ts'
import type { AssessmentRow } from '#db/queries/assessments.ts'
import { addContacts, insertDriveContents, listContactParts, removeContacts } from '#db/queries/driveParts.ts'
import { insertDrive, sumContents, updateDrive } from '#db/queries/drives.ts'
import { ALWAYS_OPEN_UNTIL, type BothCounts, countedOf, isSameCount } from '#machines/drive/draw.ts'
import { type Sections, sectionsOf } from '#machines/drive/policy.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, invalidAt, notFound } from '../../kit/errors.ts'
import { audit } from '../audit.ts'
import { tellCancelled } from '../candidates/newDates.ts'
import { summaryDifference } from '../changes.ts'
import { definedOnly } from '../definedOnly.ts'
import { idsAfter, itemsChange, requireItems } from '../driveItems.ts'
import { savedBy } from '../requireVersion.ts'
import { refuseLoss } from '../retention/setting.ts'
import { drawItems, replaceDrawn, typeOf } from './drawing.ts'
import { assessmentViewOf, countsOf, requireAssessment } from './reading.ts'

/** Creating, changing and deleting assessments: each in one transaction, with its audit entry. */

type View = z.input<typeof assessmentView>

/** An assessment as audit and conflict show it: words and ids, no content. */
/** With the seed of its draw: by it, and the bank as it was, anybody can draw again. */
const summaryOf = (view: View, draw_seed: string | null) => ({
  draw_seed,
  name: view.name,
  description: view.description,
  problem_count_hash: view.problem_count_hash,
  mcq_count_hash: view.mcq_count_hash,
  tag_list: view.tag_list,
  is_param: view.is_param,
  settings: view.settings,
  problems: view.questions.filter((row) => row.type === 'Problem').map((row) => row.id),
  questions: view.questions.filter((row) => row.type === 'MCQ').map((row) => row.id),
  contacts: view.assessments_contacts.map((row) => row.user_id),
})

async function organizationOf(tx: Queries, id: number) {
  const organization = await findOrganization(tx, id)
  if (!organization) throw notFound('The organization')
  return organization
}

const requireParam = (organization: { is_param_ai_allowed: boolean }): void => {
  if (!organization.is_param_ai_allowed)
    throw invalidAt('is_param', 'Your organization is not allowed to use Param assessments.')
}

/**
 * Creates an assessment and draws its questions.
 * @throws DomainError invalid: too few in the bank, nothing asked for, no contact; not_found: a contact of another
 * organization
 */
export async function createAssessment(
  ctx: Context,
  actor: StaffActor,
  body: NewAssessmentBody,
): Promise<View> {
  const { organizationId } = actor
  const contacts = itemsChange(body.assessments_contacts_attributes, (entry) => entry.user_id, new Set()).add
  if (contacts.length === 0)
    throw invalidAt('assessments_contacts_attributes', consoleTexts.selectAssessmentContacts)
  return ctx.db.write(async (tx) => {
    const now = ctx.now()
    const organization = await organizationOf(tx, organizationId)
    if (body.is_param) requireParam(organization)
    await requireItems(tx, organizationId, { problems: [], questions: [], contacts })
    const seed = ctx.random(12)
    const counts = countedOf(body, organization)
    const from = { organizationId, tags: body.tag_list, allowed: organization }
    const drawn = await drawItems(tx, seed, counts, from)
    const type = typeOf(counts)
    const id = await insertDrive(tx, {
      organization_id: organizationId,
      uuid: ctx.random(16),
      name: body.name,
      description: body.description,
      institute_id: null,
      start_time: now,
      end_time: ALWAYS_OPEN_UNTIL,
      question_type: type,
      ...sectionsOf(type, organization),
      is_assessment: true,
      is_param: body.is_param,
      ...counts,
      tag_list: body.tag_list,
      draw_seed: seed,
      ...body.settings,
      created_by_id: actor.userId,
      updated_by_id: actor.userId,
      created_at: now,
      updated_at: now,
    })
    await insertDriveContents(tx, id, {
      organizationId,
      problemIds: drawn.problems,
      questionIds: drawn.questions,
      contactIds: contacts,
      rules: [],
    })
    await updateDrive(tx, id, await sumContents(tx, id))
    const view = await assessmentViewOf(tx, organizationId, id)
    await audit(
      tx,
      actor,
      { action: 'assessment.create', subject: `assessment ${id}`, after: summaryOf(view, seed) },
      now,
    )
    return view
  })
}

/** @throws DomainError conflict with both states where it changed since the version the change was made on */
async function refuseStale(
  tx: Queries,
  { drive }: AssessmentRow,
  body: ChangedAssessmentBody,
): Promise<void> {
  if (body.version === undefined || body.version === drive.version) return
  const current = await assessmentViewOf(tx, drive.organization_id, drive.id)
  throw new DomainError(
    'conflict',
    'Someone else changed this assessment in the meantime. Your changes are not lost.',
    {
      details: {
        current,
        yours: body,
        ...(await savedBy(tx, 'assessment', drive)),
      },
    },
  )
}

const isSameTags = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())

/** Its draw from the bank after the change, and whether that is anything else than now. */
function wantedOf(stored: AssessmentRow, body: ChangedAssessmentBody, allowed: Sections) {
  const old = countsOf(stored)
  const tags = stored.drive.tag_list ?? []
  // Counts of a section that may not be used stay as they are, whatever the form sends.
  const counts: BothCounts = {
    problem_count_hash: (allowed.allow_coding && body.problem_count_hash) || old.problem_count_hash,
    mcq_count_hash: (allowed.allow_mcq && body.mcq_count_hash) || old.mcq_count_hash,
  }
  const tag_list = body.tag_list ?? tags
  const isOther =
    !isSameCount(counts.problem_count_hash, old.problem_count_hash) ||
    !isSameCount(counts.mcq_count_hash, old.mcq_count_hash) ||
    !isSameTags(tag_list, tags)
  return { counts, tag_list, isOther }
}

/** Draws anew. @returns the seed of this draw */
async function drawAnew(
  ctx: Context,
  tx: Queries,
  { drive }: AssessmentRow,
  { counts, tag_list }: { counts: BothCounts; tag_list: string[] },
  allowed: Sections,
): Promise<string> {
  const seed = ctx.random(12)
  const from = { organizationId: drive.organization_id, tags: tag_list, allowed }
  await replaceDrawn(tx, drive.id, await drawItems(tx, seed, counts, from), allowed)
  const question_type = typeOf(counts)
  await updateDrive(tx, drive.id, {
    ...counts,
    tag_list,
    draw_seed: seed,
    question_type,
    ...sectionsOf(question_type, allowed),
  })
  return seed
}

/** @throws DomainError invalid: nobody active is left; not_found: a contact of another organization */
async function changeContacts(
  tx: Queries,
  { drive }: AssessmentRow,
  entries: ChangedAssessmentBody['assessments_contacts_attributes'],
): Promise<void> {
  const people = await listContactParts(tx, drive.id)
  const present = people.map((row) => row.user_id)
  const change = itemsChange(entries, (entry) => entry.user_id, new Set(present))
  await requireItems(tx, drive.organization_id, { problems: [], questions: [], contacts: change.add })
  const active = new Set(people.filter((row) => row.is_active).map((row) => row.user_id))
  if (!idsAfter(present, change).some((user) => active.has(user) || change.add.includes(user)))
    throw invalidAt('assessments_contacts_attributes', consoleTexts.selectActiveUser)
  await removeContacts(tx, drive.id, change.remove)
  await addContacts(tx, drive.id, change.add)
}

/**
 * Changes what is given of an assessment and nothing else. It is drawn anew only where counts or tags are others; once
 * somebody began they are fixed.
 * @throws DomainError not_found, invalid, conflict: another version (both states in the details), other counts or tags
 * after somebody began
 */
export async function changeAssessment(
  ctx: Context,
  actor: StaffActor,
  id: number,
  body: ChangedAssessmentBody,
): Promise<View> {
  const { organizationId } = actor
  return ctx.db.write(async (tx) => {
    const now = ctx.now()
    const stored = await requireAssessment(tx, organizationId, id)
    const { drive } = stored
    await refuseStale(tx, stored, body)
    const organization = await organizationOf(tx, organizationId)
    if (body.is_param && !drive.is_param) requireParam(organization)
    const wanted = wantedOf(stored, body, organization)
    if (wanted.isOther && drive.appeared > 0)
      throw new DomainError(
        'conflict',
        'Someone has started this assessment: its counts and tags can no longer be changed. Copy the assessment instead.',
      )
    await refuseLoss(tx, drive, body.settings?.results_retention_days, now)
    const before = await assessmentViewOf(tx, organizationId, id)
    await changeContacts(tx, stored, body.assessments_contacts_attributes)
    const seed = wanted.isOther ? await drawAnew(ctx, tx, stored, wanted, organization) : drive.draw_seed
    await updateDrive(tx, id, {
      ...definedOnly({ name: body.name, description: body.description, is_param: body.is_param }),
      ...body.settings,
      ...(drive.appeared === 0 && (await sumContents(tx, id))),
      updated_by_id: actor.userId,
      updated_at: now,
      version: drive.version + 1,
      content_version: drive.content_version + 1,
    })
    const view = await assessmentViewOf(tx, organizationId, id)
    await audit(
      tx,
      actor,
      {
        action: 'assessment.update',
        subject: `assessment ${id}`,
        ...summaryDifference(summaryOf(before, drive.draw_seed), summaryOf(view, seed)),
      },
      now,
    )
    return view
  })
}

/**
 * Deletes an assessment that nobody has begun; invitations to it lead nowhere from then on, and whoever has one is told.
 * @throws DomainError not_found; conflict where somebody has begun it
 */
export async function deleteAssessment(ctx: Context, actor: StaffActor, id: number): Promise<{ id: number }> {
  const gone = await ctx.db.write(async (tx) => {
    const { drive } = await requireAssessment(tx, actor.organizationId, id)
    if (drive.appeared > 0 || drive.results_erased_at !== null)
      throw new DomainError('conflict', 'Someone has started this assessment: it can no longer be deleted.')
    const now = ctx.now()
    await tellCancelled(tx, drive, now)
    await updateDrive(tx, id, { deleted_at: now, updated_by_id: actor.userId, updated_at: now })
    await audit(
      tx,
      actor,
      { action: 'assessment.delete', subject: `assessment ${id}`, before: { name: drive.name } },
      now,
    )
    return { id }
  })
  return gone
}
