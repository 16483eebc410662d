import type { Choice, SubmissionItem, TestSnapshot } from '#pwa/actors/testApi.ts'
import type { ProblemView } from '#pwa/actors/views.ts'
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

/** Whether code of a problem was written since its last submission. */
export const hasNewer = ({ drafts }: Pick<TestSnapshot, 'drafts'>, problemId: number): boolean =>
  Object.entries(drafts).some(([key, draft]) => draft.isNewer && key.startsWith(`${problemId}:`))

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
  const last = items.filter((item) => item.stage !== 'rejected').at(-1)
  if (last && last.stage !== 'judged') {
    const { result } = last
    const judging =
      result && result.total_testcases > 0 ? ` ${result.judged_testcases} of ${result.total_testcases}` : ''
    const words = underWay[last.stage] ?? `Judging${judging}`
    return { glyph: last.stage === 'kept' ? 'device' : 'sending', tone: 'device', words, submitted: true }
  }
  const judged = best(items)
  if (judged) return verdictState(judged, hasNewer(facts, problem.id))
  const drafted = Object.keys(facts.drafts).some((key) => key.startsWith(`${problem.id}:`))
  if (drafted) return { glyph: 'open', tone: 'sea', words: 'Draft, not submitted', submitted: false }
  return seen
    ? { glyph: 'open', tone: 'quiet', words: 'Open', submitted: false }
    : { glyph: 'unseen', tone: 'quiet', words: 'Unseen', submitted: false }
}

/** chosen: something is marked that was not saved, and would not count. */
export type QuestionState = 'answered' | 'chosen' | 'open' | 'unseen'

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id))

/** What is saved, or being saved as soon as this device can. */
export const savedIn = (choice: Choice | undefined): number[] | null =>
  choice?.saving ?? choice?.saved ?? null

export const isAnswered = (choice: Choice | undefined): boolean => (choice?.saved?.length ?? 0) > 0
/** Something is chosen that was not saved. */
export const isUnsaved = (choice: Choice | undefined): boolean =>
  choice !== undefined && choice.selected.length > 0 && !same(choice.selected, choice.saved ?? [])

export function questionState(choice: Choice | undefined, seen: boolean): QuestionState {
  if (isUnsaved(choice)) return 'chosen'
  if (isAnswered(choice)) return 'answered'
  return seen ? 'open' : 'unseen'
}

export const onDeviceOnly = (choice: Choice | undefined): boolean =>
  isAnswered(choice) && !isUnsaved(choice) && choice?.light?.state === 'device'
