import { letterOf } from '#contract/letters.ts'
import type { Op } from '#contract/ops.ts'
import { answerLetters, questionKindOf, shownOptions } from '#contract/questionKinds.ts'
import type { LateItem } from '#contract/views/lateWork.ts'
import type { AnswerRow } from '#db/queries/answers.ts'
import type { JoinedAttempt } from '#db/queries/attempts.ts'
import type { DriveQuestion } from '#db/queries/content.ts'
import type * as late from '#db/queries/lateWork.ts'
import { type Pause, pauseAround } from '#machines/attempt/verdict.ts'
import type { DriveContent } from '../attempts/content.ts'
import { workOf } from '../attempts/mergeQuarantinedOp.ts'
import { countedChoice, countedValue, countingOf, selectionCounts } from '../attempts/scoring.ts'
import { storedText } from '../attempts/storedBody.ts'
import type { Context } from '../context.ts'
import { iso } from '../kit/iso.ts'
import { onOneLine } from '../mail/address.ts'
import { imageUrl } from '../storage/links.ts'
import { reasonOf, type Writings } from './lateReason.ts'

const spanOf = (pause: Pause | undefined): LateItem['pause'] =>
  pause ? { from: iso(pause.from), to: iso(pause.to) } : null

const kinds = { draft: 'draft', submit: 'submission', mcq_save: 'choice', mcq_select: 'choice' } as const

/** The op's body as JSON, wherever it stands. */
function bodyOf(row: late.LateRow): string | null {
  if (row.source === 'aside') return asideOf(row)?.body ?? null
  return row.body === null ? null : storedText(row.body as Buffer, row.body_deflated === 1)
}

/** The op of a piece beside the log. */
export function asideOf(row: late.LateRow): Op | null {
  return row.source === 'aside' ? (JSON.parse(String(row.body)) as Op) : null
}

/** A piece as staff looks at it. */
export function itemOf(
  ctx: Context,
  row: late.LateRow,
  found: JoinedAttempt,
  content: DriveContent,
  { answer, ...evidence }: { answer: AnswerRow | undefined; written: Writings; pauses: readonly Pause[] },
): LateItem {
  const body = workOf({ type: row.type, key: row.key, body: bodyOf(row) })?.body
  const counting = countingOf(found.drive)
  const made = row.made_at ?? asideOf(row)?.est_server_ms ?? row.received_at
  const why = reasonOf(row, found, { made, ...evidence })
  const shared = {
    op_id: row.op_id,
    source: row.source,
    kind: kinds[row.type],
    is_unsaved: row.type === 'mcq_select',
    verdict: row.verdict,
    made_at: iso(Math.min(made, row.received_at)),
    announced_at: iso(row.announced_at),
    received_at: iso(row.received_at),
    note: row.note ?? '',
    decided_at: decidedAt(row),
    why,
    pause: why === 'paused' ? spanOf(pauseAround(made, evidence.pauses)) : null,
    ...stateOf(row, found.drive.late_policy),
  }
  // It can be rejected, and waits no longer.
  if (!body) return { ...shared, ...unread, counts_now: null, options: [] }
  const subject = subjectOf(body, content)
  if ('selected_options' in body) {
    const question = content.questions.find(({ id }) => id === body.question_id)
    const letters = (ids: readonly number[]): string => (question && lettersOf(question, ids)) || '-'
    // A click that was not saved counts as well where the time ran out: the score takes it, and whoever decides sees it.
    const counted = countedChoice(answer, counting, selectionCounts(found.attempt, counting))
    return {
      ...shared,
      ...subject,
      lang_code: null,
      value: letters(body.selected_options),
      counts_now: counted && letters(counted),
      options: question ? optionsOf(ctx, question, [...body.selected_options, ...(counted ?? [])]) : [],
    }
  }
  return {
    ...shared,
    ...subject,
    lang_code: content.languages.find(({ id }) => id === body.language_id)?.code_id ?? null,
    value: 'answer' in body ? body.answer : body.source_code,
    counts_now: answer ? countedValue(answer, counting) : null,
    options: [],
  }
}

function lettersOf(question: DriveQuestion, ids: readonly number[]): string {
  const kind = questionKindOf(question)
  return answerLetters[kind](shownOptions[kind](question.options), ids).join(', ')
}

/** Those of a question's options, each by the letter that people see. */
const optionsOf = (ctx: Context, question: DriveQuestion, ids: readonly number[]): LateItem['options'] =>
  shownOptions[questionKindOf(question)](question.options).flatMap(({ id, description, image_key }, place) =>
    ids.includes(id) ? [{ letter: letterOf(place), description, image_url: imageUrl(ctx, image_key) }] : [],
  )

/** A lost device sent something that is no answer to anything. */
const unread = { title: 'This cannot be read', language: null, lang_code: null, value: '' } as const

/** The subject of a piece of work: a question, or a problem in a language. */
function subjectOf(
  body: NonNullable<ReturnType<typeof workOf>>['body'],
  { problems, questions, languages }: DriveContent,
): Pick<LateItem, 'title' | 'language'> {
  if ('question_id' in body) {
    const question = questions.find(({ id }) => id === body.question_id)
    return { title: question?.description ?? `Question ${body.question_id}`, language: null }
  }
  return {
    title: problems.find(({ id }) => id === body.problem_id)?.title ?? `Problem ${body.problem_id}`,
    language: languages.find(({ id }) => id === body.language_id)?.name ?? null,
  }
}

/** 'draft of Add two numbers in Python': a piece as an audit entry names it. */
export function namePiece(row: late.LateRow | undefined, content: DriveContent): string[] {
  const body = row && workOf({ type: row.type, key: row.key, body: bodyOf(row) })?.body
  if (!body) return []
  const { title, language } = subjectOf(body, content)
  return [`${kinds[row.type]} of ${onOneLine(title, 80)}${language ? ` in ${language}` : ''}`]
}

/** The decision, and by whom or by what; work that only a drive's policy decides can be decided otherwise. */
function stateOf(
  row: late.LateRow,
  policy: 'accept' | 'hold' | 'reject',
): Pick<LateItem, 'state' | 'decided_by'> {
  if (row.decision !== null) return { state: row.decision, decided_by: row.decided_by }
  if (row.adopted_at !== null) return { state: 'accepted', decided_by: 'policy' }
  if (row.superseded) return { state: 'superseded', decided_by: null }
  if (row.same) return { state: 'accepted', decided_by: 'policy' }
  if (row.verdict === 'on_time_claimed' && policy !== 'hold')
    return { state: policy === 'accept' ? 'accepted' : 'rejected', decided_by: 'policy' }
  return { state: 'waiting', decided_by: null }
}

/** When it came to count, or was refused. */
export const decidedAt = (row: late.LateRow | undefined): string | null =>
  iso(row?.decided_at ?? row?.adopted_at ?? null)
