import type { ChangedQuestionBody, NewQuestionBody } from '#contract/forms/question.ts'
import { kindOnTheWireOf, questionKindOf } from '#contract/questionKinds.ts'
import type { Queries } from '#db/connect.ts'
import { ensureNames } from '#db/queries/bank.ts'
import { touchDrivesOf } from '#db/queries/drives.ts'
import * as rows from '#db/queries/questions.ts'
import { insertOptions } from '#db/queries/questions.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, notFound } from '../../kit/errors.ts'
import { audit } from '../audit.ts'
import { createQuestion as insertQuestion } from '../authoring.ts'
import { summaryDifference } from '../changes.ts'
import { definedOnly } from '../definedOnly.ts'
import { savedBy } from '../requireVersion.ts'
import { newQuestionOf } from './newQuestion.ts'
import { type OptionChange, optionChange } from './optionChange.ts'
import { type Pictures, questionPictures } from './pictures.ts'
import { type QuestionAnswer, questionViewOf } from './questionView.ts'
import { summaryOf } from './summary.ts'

/** Creating, changing and deleting questions: each in one transaction, with its audit entry. */

/**
 * Creates a question with its options.
 * @throws DomainError invalid: an address that names no picture of this organization
 */
export async function createStaffQuestion(
  ctx: Context,
  actor: StaffActor,
  body: NewQuestionBody,
): Promise<QuestionAnswer> {
  const { organizationId } = actor
  const pictures = await questionPictures(ctx, organizationId, body)
  return ctx.db.write(async (tx) => {
    const now = ctx.now()
    const { after } = optionChange(
      [],
      body.options_attributes.map(({ id: _, ...option }) => option),
      pictures.options,
      questionKindOf(body),
    )
    const id = await insertQuestion(
      tx,
      organizationId,
      newQuestionOf(body, {
        imageKey: pictures.question ?? null,
        options: after.map((option) => ({
          description: option.description,
          isAnswer: option.is_answer,
          imageKey: option.image_key,
        })),
      }),
      now,
    )
    const view = await questionViewOf(ctx, tx, { id, organizationId })
    await audit(
      tx,
      actor,
      { action: 'question.create', subject: `question ${id}`, after: summaryOf(view) },
      now,
    )
    return view
  })
}

/** @throws DomainError conflict with both states where the question changed since the version the change was made on */
async function refuseStale(
  ctx: Context,
  tx: Queries,
  stored: rows.QuestionRow,
  body: ChangedQuestionBody,
): Promise<void> {
  if (body.version === undefined || body.version === stored.version) return
  const { id, organization_id: organizationId } = stored
  const current = await questionViewOf(ctx, tx, { id, organizationId })
  throw new DomainError(
    'conflict',
    'Someone else changed this question in the meantime. Your changes are not lost.',
    {
      details: { current, yours: body, ...(await savedBy(tx, 'question', stored)) },
    },
  )
}

/** Keys of the pictures a question has, its own and its options'. */
async function keysOf(q: Queries, stored: rows.QuestionRow): Promise<ReadonlySet<string>> {
  const options = await rows.listOptions(q, stored.id)
  return new Set(
    [stored.image_key, ...options.map((option) => option.image_key)].filter((key) => key !== null),
  )
}

async function writeOptions(tx: Queries, questionId: number, change: OptionChange, now: number) {
  const last = Math.max(-1, ...(await rows.listOptions(tx, questionId)).map((option) => option.position))
  for (const id of change.removed) await rows.updateOption(tx, id, { deleted_at: now })
  for (const { id, ...fields } of change.after) if (id !== null) await rows.updateOption(tx, id, fields)
  await insertOptions(
    tx,
    change.after
      .filter((option) => option.id === null)
      .map(({ description, is_answer, image_key }, i) => ({
        question_id: questionId,
        position: last + 1 + i,
        description,
        is_answer,
        image_key,
      })),
  )
}

async function writeNames(
  tx: Queries,
  stored: rows.QuestionRow,
  body: ChangedQuestionBody,
): Promise<{ difficulty_id?: number }> {
  const { difficulty_list: difficulty, tag_list: tags } = body
  const names = await ensureNames(tx, stored.organization_id, {
    difficulties: difficulty === undefined ? [] : [difficulty],
    tags: tags ?? [],
  })
  if (tags) await rows.replaceQuestionTags(tx, stored.id, tags.map(names.tag))
  return difficulty === undefined ? {} : { difficulty_id: names.difficulty(difficulty) }
}

/** The row's own fields as the change would have them. A picture that goes takes its description along. */
function fieldsOf(stored: rows.QuestionRow, body: ChangedQuestionBody, pictures: Pictures) {
  const image_key = pictures.question === undefined ? stored.image_key : pictures.question
  const alt = body.image_alt === undefined ? stored.image_alt : body.image_alt || null
  return {
    description: body.description ?? stored.description,
    ...kindOnTheWireOf({ ...stored, ...definedOnly(body) }),
    marks: body.marks ?? stored.marks,
    time_in_seconds: body.time_in_seconds ?? stored.time_in_seconds,
    image_key,
    image_alt: image_key === null ? null : alt,
  }
}

/**
 * Changes what is given of a question and nothing else. Options keep their ids. Whatever differs afterwards makes the
 * next version, exactly one; attempts that are running keep the one they began with.
 * @throws DomainError not_found, invalid, conflict: another version (both states in the details)
 */
export async function changeQuestion(
  ctx: Context,
  actor: StaffActor,
  id: number,
  body: ChangedQuestionBody,
): Promise<QuestionAnswer> {
  const { organizationId } = actor
  const seen = await rows.findBankQuestion(ctx.db.read, id, organizationId)
  if (!seen) throw notFound('The question')
  const pictures = await questionPictures(ctx, organizationId, body, await keysOf(ctx.db.read, seen.question))
  return ctx.db.write(async (tx) => {
    const found = await rows.findBankQuestion(tx, id, organizationId)
    if (!found) throw notFound('The question')
    const stored = found.question
    await refuseStale(ctx, tx, stored, body)
    const now = ctx.now()
    const before = await questionViewOf(ctx, tx, { id, organizationId })
    const fields = fieldsOf(stored, body, pictures)
    const options = optionChange(
      await rows.listOptions(tx, id),
      body.options_attributes ?? [],
      pictures.options,
      questionKindOf(fields),
    )
    await writeOptions(tx, id, options, now)
    await rows.updateQuestion(tx, id, { ...fields, ...(await writeNames(tx, stored, body)) })
    const changed = await questionViewOf(ctx, tx, { id, organizationId })
    const difference = summaryDifference(summaryOf(before), summaryOf(changed))
    if (Object.keys(difference.after).length === 0) return before
    await rows.raiseQuestionVersion(tx, id, now)
    await touchDrivesOf(tx, 'question', [id], now)
    await audit(tx, actor, { action: 'question.update', subject: `question ${id}`, ...difference }, now)
    return questionViewOf(ctx, tx, { id, organizationId })
  })
}

/**
 * Takes a question out of the bank and its pickers; drives that ask it keep it.
 * @throws DomainError not_found
 */
export async function deleteQuestion(ctx: Context, actor: StaffActor, id: number): Promise<{ id: number }> {
  return ctx.db.write(async (tx) => {
    const found = await rows.findBankQuestion(tx, id, actor.organizationId)
    if (!found) throw notFound('The question')
    const now = ctx.now()
    await rows.updateQuestion(tx, id, { deleted_at: now, updated_at: now })
    await touchDrivesOf(tx, 'question', [id], now)
    const { description } = found.question
    await audit(
      tx,
      actor,
      { action: 'question.delete', subject: `question ${id}`, before: { description } },
      now,
    )
    return { id }
  })
}
