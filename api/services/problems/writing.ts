import { type ChangedProblemBody, type NewProblemBody, wrongJudge } from '#contract/forms/bank.ts'
import { statementOver } from '#contract/forms/statement.ts'
import type { Queries } from '#db/connect.ts'
import { ensureNames } from '#db/queries/bank.ts'
import { findLanguage } from '#db/queries/content.ts'

import * as rows from '#db/queries/problems.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, invalidAt, notFound } from '../../kit/errors.ts'
import { sha256 } from '../../kit/keys.ts'
import { imageUrl } from '../../storage/links.ts'
import { audit } from '../audit.ts'
import { createProblem } from '../authoring.ts'
import { summaryDifference, textInAudit } from '../changes.ts'
import { imageKeyOf, requireTextPictures } from '../images.ts'
import { savedBy } from '../requireVersion.ts'
import { problemChanged } from './changed.ts'
import { newProblemOf } from './newProblem.ts'
import { type ProblemAnswer, problemViewOf } from './problemView.ts'
import { applyTests, checkTests, type TestChange } from './tests.ts'

/** Adding, changing and deleting problems of the bank: each in one transaction, with its audit entry. */

/** The judge's program is told by its kind and its files' hashes: what stands in them can tell of hidden tests. */
function judgingSummary(judging: ProblemAnswer['judging']) {
  if (!judging?.program) return judging
  const files = judging.program.files.map(({ name, content }) => `${name} (${sha256(content).slice(0, 12)})`)
  return { ...judging, program: { ...judging.program, files } }
}

/** A problem as the audit log tells it: no test, no program. */
const summaryOf = (view: ProblemAnswer) => ({
  title: view.title,
  description: textInAudit(view.description),
  difficulty: view.difficulty,
  tags: view.tags,
  submission_count: view.submission_count,
  time_in_minutes: view.time_in_minutes,
  image: view.image_url?.split('?', 1)[0] ?? null,
  image_alt: view.image_alt,
  checker: view.checker,
  tolerance: view.tolerance,
  limits: view.limits,
  judging: judgingSummary(view.judging),
  test_cases: view.test_cases.length,
  marks: view.marks,
})

/** @throws DomainError invalid for a language nobody knows */
async function requireReferenceLanguage(tx: Queries, given: { language_id: number } | null | undefined) {
  if (!given || (await findLanguage(tx, given.language_id))) return
  throw invalidAt('reference', 'This language is not available here')
}

/** @throws DomainError invalid: a picture that is not there, a language nobody knows */
export async function addProblem(
  ctx: Context,
  actor: StaffActor,
  body: NewProblemBody,
): Promise<ProblemAnswer> {
  const { organizationId } = actor
  const imageKey = await imageKeyOf(ctx, organizationId, body.image_url ?? null)
  await requireTextPictures(ctx, organizationId, body.description)
  return ctx.db.write(async (tx) => {
    const now = ctx.now()
    await requireReferenceLanguage(tx, body.reference)
    const id = await createProblem(
      tx,
      organizationId,
      newProblemOf(body, {
        imageKey,
        imageAlt: body.image_alt || null,
        templates: [],
        reference: body.reference
          ? { languageId: body.reference.language_id, source: body.reference.source }
          : null,
      }),
      now,
    )
    await checkTests(ctx, tx, id, 'test_cases_attributes')
    const view = await problemViewOf(ctx, tx, { id, organizationId })
    await audit(
      tx,
      actor,
      { action: 'problem.create', subject: `problem ${id}`, after: summaryOf(view) },
      now,
    )
    return view
  })
}

/**
 * The key of the picture that a change asks for; undefined where it leaves the picture alone. The picture that stands
 * is known by its address, wherever it came from.
 */
async function changedImage(ctx: Context, actor: StaffActor, id: number, address: string | null | undefined) {
  if (address === undefined) return undefined
  const stored = await rows.findStandingProblem(ctx.db.read, id, actor.organizationId)
  if (!stored) throw notFound('The problem')
  const { image_key } = stored.problem
  const path = (one: string | null) => one?.split('?', 1)[0] ?? ''
  if (image_key !== null && path(address) === path(imageUrl(ctx, image_key))) return image_key
  return imageKeyOf(ctx, actor.organizationId, address)
}

/** @throws DomainError invalid: longer than may stand in the place of what is stored, or with pictures of somebody else */
async function requireStatement(ctx: Context, stored: rows.ProblemRow, description: string | undefined) {
  if (description === undefined) return
  const parsed = statementOver(stored.description).safeParse(description)
  if (!parsed.success) throw invalidAt('description', parsed.error.issues[0]?.message ?? '')
  await requireTextPictures(ctx, stored.organization_id, description, stored.description)
}

/** Columns that the body gives, as they shall be. */
function columnsOf(body: ChangedProblemBody, stored: rows.ProblemRow, imageKey: string | null | undefined) {
  const checker = body.checker ?? stored.checker
  const image_key = imageKey === undefined ? stored.image_key : imageKey
  return {
    title: body.title ?? stored.title,
    description: body.description ?? stored.description,
    submission_count: body.submission_count ?? stored.submission_count,
    time_in_minutes: body.time_in_minutes ?? stored.time_in_minutes,
    checker,
    tolerance:
      checker === 'float' ? (body.tolerance === undefined ? stored.tolerance : body.tolerance) : null,
    limits: body.limits === undefined ? stored.limits : body.limits,
    judging: body.judging === undefined ? stored.judging : body.judging,
    image_key,
    image_alt:
      image_key === null ? null : body.image_alt === undefined ? stored.image_alt : body.image_alt || null,
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** @throws DomainError conflict with both states where the problem changed since the version the change was made on */
async function refuseStale(ctx: Context, tx: Queries, stored: rows.ProblemRow, body: ChangedProblemBody) {
  const isStale = body.version !== undefined && body.version !== stored.version
  const { reference, reference_version } = body
  const isOtherReference =
    reference !== undefined &&
    reference_version !== undefined &&
    reference_version !== stored.reference_version
  if (!isStale && !isOtherReference) return
  const current = await problemViewOf(ctx, tx, { id: stored.id, organizationId: stored.organization_id })
  throw new DomainError(
    'conflict',
    'Someone else changed this problem in the meantime. Your changes are not lost.',
    {
      details: { current, yours: body, ...(await savedBy(tx, 'problem', stored)) },
    },
  )
}

/** Difficulty and tags, made where nobody used them before. @returns whether they are others than before */
async function changeNames(
  tx: Queries,
  stored: rows.ProblemRow,
  before: ProblemAnswer,
  body: ChangedProblemBody,
) {
  const names = await ensureNames(tx, stored.organization_id, {
    difficulties: body.difficulty === undefined ? [] : [body.difficulty],
    tags: body.tags ?? [],
  })
  let isChanged = false
  if (body.difficulty !== undefined && names.difficulty(body.difficulty) !== stored.difficulty_id) {
    await rows.updateProblem(tx, stored.id, { difficulty_id: names.difficulty(body.difficulty) })
    isChanged = true
  }
  if (body.tags !== undefined) {
    const folded = (list: readonly string[]) => list.map((tag) => tag.normalize('NFC').toLowerCase()).sort()
    if (!same(folded(body.tags), folded(before.tags))) {
      await rows.replaceProblemTags(tx, stored.id, body.tags.map(names.tag))
      isChanged = true
    }
  }
  return isChanged
}

/** @returns whether the reference solution became another */
async function changeReference(tx: Queries, stored: rows.ProblemRow, body: ChangedProblemBody) {
  if (body.reference === undefined) return false
  await requireReferenceLanguage(tx, body.reference)
  const next = {
    reference_language_id: body.reference?.language_id ?? null,
    reference_source: body.reference?.source ?? null,
  }
  const { reference_language_id, reference_source } = stored
  if (same(next, { reference_language_id, reference_source })) return false
  await rows.updateProblem(tx, stored.id, { ...next, reference_version: stored.reference_version + 1 })
  return true
}

/**
 * Changes what is given of a problem and nothing else. Attempts that were begun keep the version they began with.
 * @throws DomainError not_found; conflict: another version, with both states in the details; invalid: no test left, a
 * picture that is not there
 */
export async function changeProblem(
  ctx: Context,
  actor: StaffActor,
  id: number,
  body: ChangedProblemBody,
): Promise<ProblemAnswer> {
  const { organizationId } = actor
  const imageKey = await changedImage(ctx, actor, id, body.image_url)
  return ctx.db.write(async (tx) => {
    const found = await rows.findStandingProblem(tx, id, organizationId)
    if (!found) throw notFound('The problem')
    const { problem: stored } = found
    await refuseStale(ctx, tx, stored, body)
    await requireStatement(ctx, stored, body.description)
    const now = ctx.now()
    const before = await problemViewOf(ctx, tx, { id, organizationId })
    const columns = columnsOf(body, stored, imageKey)
    const fault = wrongJudge(columns)
    if (fault !== null) throw invalidAt('judging', fault)
    const isOther = Object.entries(columns).some(
      ([name, value]) => !same(value, stored[name as keyof typeof columns]),
    )
    if (isOther) await rows.updateProblem(tx, id, columns)
    const isRenamed = await changeNames(tx, stored, before, body)
    const isReference = await changeReference(tx, stored, body)
    const none: TestChange = { added: [], changed: [], removed: [] }
    const tests = body.test_cases_attributes
      ? await applyTests(ctx, tx, id, body.test_cases_attributes)
      : none
    const hasTests = Object.values(tests).some((ids) => ids.length > 0)
    if (!isOther && !isRenamed && !isReference && !hasTests) return before
    if (isOther || isRenamed || hasTests) await problemChanged(tx, id, now)
    else await rows.updateProblem(tx, id, { updated_at: now })
    const view = await problemViewOf(ctx, tx, { id, organizationId })
    const told = summaryDifference(summaryOf(before), summaryOf(view))
    await audit(
      tx,
      actor,
      {
        action: 'problem.update',
        subject: `problem ${id}`,
        before: told.before,
        after: { ...told.after, ...(hasTests && { tests }), ...(isReference && { reference: 'changed' }) },
      },
      now,
    )
    return view
  })
}

/**
 * Takes a problem out of the bank and the pickers; drives that ask it keep it.
 * @throws DomainError not_found
 */
export const deleteProblem = (ctx: Context, actor: StaffActor, id: number): Promise<{ id: number }> =>
  ctx.db.write(async (tx) => {
    const found = await rows.findStandingProblem(tx, id, actor.organizationId)
    if (!found) throw notFound('The problem')
    const now = ctx.now()
    await rows.updateProblem(tx, id, { deleted_at: now, updated_at: now })
    await audit(
      tx,
      actor,
      { action: 'problem.delete', subject: `problem ${id}`, before: { title: found.problem.title } },
      now,
    )
    return { id }
  })
