import type { KindOnTheWire } from '#contract/primitives.ts'
import { isSameAnswer, questionKindOf } from '#contract/questionKinds.ts'
import type { ProblemView } from '#contract/views/candidate.ts'
import type { Choice, Draft, SubmissionItem, TestSnapshot } from '#pwa/attempt/api.ts'
import type { GlyphName } from '../../ui/Glyph.tsx'

/** An item's state as the rail tells it: a shape and words. */

export interface ProblemState {
  glyph: GlyphName
  tone: 'sea' | 'ok' | 'warn' | 'bad' | 'device' | 'quiet'
  words: string
  submitted: boolean
}

type Facts = Pick<TestSnapshot, 'submissions' | 'drafts'>

export function submissionsOf(facts: Pick<TestSnapshot, 'submissions'>, problemId: number): SubmissionItem[] {
  return facts.submissions.filter((item) => item.problemId === problemId)
}

/** Whose verdict is shown: one that does not count hides none of those before it. */
export const shownOf = (items: readonly SubmissionItem[]): SubmissionItem | null =>
  items.findLast(({ reason }) => reason === null) ?? items.at(-1) ?? null

/** How far its judging has come. */
export const judgingLabel = ({ result }: Pick<SubmissionItem, 'result'>): string =>
  result && result.total_testcases > 0
    ? `Judging ${result.judged_testcases} of ${result.total_testcases}`
    : 'Judging'

const underWay: Partial<Record<SubmissionItem['stage'], string>> = {
  saving: 'Submission being kept',
  kept: 'Submission queued',
  sent: 'Submission sent',
}

/** The best verdict counts, as it does for the score. */
function best(items: readonly SubmissionItem[]): SubmissionItem | null {
  const judged = items.filter((item) => item.stage === 'judged' && item.result)
  return judged.reduce<SubmissionItem | null>(
    (top, item) => (!top || (item.result?.marks ?? 0) > (top.result?.marks ?? 0) ? item : top),
    null,
  )
}

const draftsOf = (drafts: TestSnapshot['drafts'], problemId: number): Draft[] =>
  Object.entries(drafts).flatMap(([key, draft]) => (key.startsWith(`${problemId}:`) ? [draft] : []))

/** Whether code of a problem was written since its last submission. */
export const hasNewer = ({ drafts }: Pick<TestSnapshot, 'drafts'>, problemId: number): boolean =>
  draftsOf(drafts, problemId).some(({ isNewer }) => isNewer)

/** Whether the end judges code of a problem besides what was submitted: there is some, newer where asked, and it counts. */
export const hasJudged = (drafts: TestSnapshot['drafts'], problemId: number, isNewer = false): boolean =>
  draftsOf(drafts, problemId).some(
    (draft) => draft.text.trim() !== '' && !draft.light?.isLate && (draft.isNewer || !isNewer),
  )

function verdictState(item: SubmissionItem, isChanged: boolean): ProblemState {
  const passed = item.result?.passed_testcases ?? 0
  const total = item.result?.total_testcases ?? 0
  const words = `Submitted, ${passed} of ${total} passed${isChanged ? '; changed since' : ''}`
  if (passed === total && total > 0) return { glyph: 'ok', tone: 'ok', words, submitted: true }
  return passed > 0
    ? { glyph: 'part', tone: 'sea', words, submitted: true }
    : { glyph: 'bad', tone: 'bad', words, submitted: true }
}

export function problemState(problem: ProblemView, facts: Facts, seen: boolean): ProblemState {
  const items = submissionsOf(facts, problem.id)
  const last = items.filter(({ reason }) => reason === null).at(-1)
  if (last && last.stage !== 'judged') {
    const words = underWay[last.stage] ?? judgingLabel(last)
    return { glyph: last.stage === 'kept' ? 'device' : 'sending', tone: 'device', words, submitted: true }
  }
  const judged = best(items)
  if (judged) return verdictState(judged, hasNewer(facts, problem.id))
  if (items.some(({ stage }) => stage === 'held'))
    return { glyph: 'warn', tone: 'warn', words: 'Submission not counted', submitted: false }
  if (draftsOf(facts.drafts, problem.id).length > 0)
    return { glyph: 'open', tone: 'sea', words: 'Draft, not submitted', submitted: false }
  return seen
    ? { glyph: 'open', tone: 'quiet', words: 'Open', submitted: false }
    : { glyph: 'unseen', tone: 'quiet', words: 'Unseen', submitted: false }
}

/** chosen: something is marked that was not saved, and would not count. */
export type QuestionState = 'answered' | 'chosen' | 'open' | 'unseen'

/** The options that are saved, or being saved as soon as this device can. */
export const savedIn = (choice: Choice | undefined): number[] | null =>
  choice?.saving ?? choice?.saved ?? null

export const isAnswered = (choice: Choice | undefined): boolean => (choice?.saved?.length ?? 0) > 0
/** Something is chosen that was not saved. */
export const isUnsaved = (question: KindOnTheWire, choice: Choice | undefined): boolean =>
  choice !== undefined &&
  choice.selected.length > 0 &&
  !isSameAnswer[questionKindOf(question)](choice.selected, choice.saved ?? [])

export const countUnsaved = ({ content, choices }: Pick<TestSnapshot, 'content' | 'choices'>): number =>
  content?.questions.filter((question) => isUnsaved(question, choices[question.id])).length ?? 0

export function questionState(
  question: KindOnTheWire,
  choice: Choice | undefined,
  seen: boolean,
): QuestionState {
  if (isUnsaved(question, choice)) return 'chosen'
  if (isAnswered(choice)) return 'answered'
  return seen ? 'open' : 'unseen'
}

/**
 * The work that stands as it was written while the clock stood: problems and questions by number, in words; '' if none
 * does.
 * @param then what becomes of it
 */
export function writtenInPause(
  { content, drafts, choices }: Pick<TestSnapshot, 'content' | 'drafts' | 'choices'>,
  then = 'That does not count unless staff accepts it.',
): string {
  const problems = (content?.problems ?? []).flatMap(({ id, title }, index) =>
    draftsOf(drafts, id).some(({ light }) => light?.isLate) ? [`${index + 1} ${title}`] : [],
  )
  const questions = (content?.questions ?? []).flatMap(({ id }, index) =>
    choices[id]?.light?.isLate ? [`question ${index + 1}`] : [],
  )
  const items = [...problems, ...questions]
  return items.length === 0 ? '' : `Written while the test was paused: ${items.join(', ')}. ${then}`
}

export const onDeviceOnly = (question: KindOnTheWire, choice: Choice | undefined): boolean =>
  isAnswered(choice) && !isUnsaved(question, choice) && choice?.light?.state === 'device'
