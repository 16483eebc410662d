import { choiceKey } from '#contract/ops.ts'
import { plural } from '#contract/plural.ts'
import type { SaveLight, SaveState, SubmissionItem, TestSnapshot } from '#pwa/attempt/api.ts'
import { hasJudged, problemState, savedIn } from '../exam/rail/states.ts'
import { formatClock, formatRanges } from '../format.ts'
import { selectionCountsHere } from './unsavedChoices.ts'

/** One row of the end page: what it is, and where it is. */
export interface EndItem {
  name: string
  detail: string
  state: SaveState
  at: number | null
}

type ProblemOf = NonNullable<TestSnapshot['content']>['problems'][number]

function problemItem(problem: ProblemOf, index: number, snapshot: TestSnapshot): EndItem | null {
  const submissions = snapshot.submissions.filter((item) => item.problemId === problem.id)
  const drafts = Object.entries(snapshot.drafts).filter(([key]) => key.startsWith(`${problem.id}:`))
  // A program that was first typed when the disk was full has no draft yet.
  const isNotKept = [...snapshot.notKept].some((key) => key.startsWith(`code:${problem.id}:`))
  if (submissions.length === 0 && drafts.length === 0 && !isNotKept) return null
  const lights = drafts.flatMap(([, draft]) => (draft.light ? [draft.light] : []))
  const isAt = (stage: string) => submissions.some((item) => item.stage === stage)
  const waits: SaveState | null = isAt('saving') ? 'saving' : isAt('kept') ? 'device' : null
  const worst = lights.find((light) => light.state !== 'server')
  const at = Math.max(0, ...lights.map((light) => light.at ?? 0), ...submissions.map((item) => item.madeAt))
  return {
    name: `${index + 1} ${problem.title}`,
    detail: problemDetail(problem, submissions, snapshot),
    state: isNotKept ? 'unsaved' : (waits ?? worst?.state ?? 'server'),
    at: at === 0 ? null : at,
  }
}

/** A refused submission is told as refused: it is none that counts for anything. */
function problemDetail(
  problem: ProblemOf,
  submissions: readonly SubmissionItem[],
  snapshot: TestSnapshot,
): string {
  const refused = submissions.filter(({ stage }) => stage === 'rejected').length
  const taken = submissions.length - refused
  const also = refused === 0 ? '' : `; ${plural(refused, 'submission')} refused`
  if (taken === 0) return `draft${also}`
  const [words = ''] = problemState(problem, snapshot, true).words.split(';')
  const newer = hasJudged(snapshot.drafts, problem.id, true) ? '; the newer code is judged too' : ''
  const stands = words.replace(/^(Submitted,|Submission) /, '').toLowerCase()
  return `${plural(taken, 'submission')}, ${stands}${newer}${also}`
}

interface Answered {
  number: number
  light: SaveLight | null
  isNotKept: boolean
}

const answersAs = (group: readonly Answered[], of: 'answer' | 'change'): EndItem[] => {
  if (group.length === 0) return []
  const numbers = group.map(({ number }) => number)
  const at = Math.max(0, ...group.map(({ light }) => light?.at ?? 0))
  return [
    {
      name: `${numbers.length === 1 ? 'MCQ' : 'MCQs'} ${formatRanges(numbers)}`,
      detail: plural(group.length, of),
      state: group[0]?.light?.state ?? 'server',
      at: at === 0 ? null : at,
    },
  ]
}

/**
 * The answers that count: those that were saved, and at zero what is chosen besides. An answer whose newest state this
 * device could not keep is named as well: a choice, a save, or that it was cleared.
 */
function questionItems(snapshot: TestSnapshot): EndItem[] {
  const withChosen = selectionCountsHere(snapshot)
  const questions = snapshot.content?.questions ?? []
  const answered = questions.flatMap((question, index): Answered[] => {
    const choice = snapshot.choices[question.id]
    const counted = (withChosen ? choice?.selected : savedIn(choice)) ?? []
    const isNotKept = snapshot.notKept.has(choiceKey(question.id))
    if (counted.length === 0 && !isNotKept) return []
    return [{ number: index + 1, light: choice?.light ?? null, isNotKept }]
  })
  const kept = answered.filter(({ isNotKept }) => !isNotKept)
  const isThere = ({ light }: Answered): boolean => light === null || light.state === 'server'
  return [
    ...answersAs(
      answered.filter(({ isNotKept }) => isNotKept),
      'change',
    ),
    ...answersAs(
      kept.filter((one) => !isThere(one)),
      'answer',
    ),
    ...answersAs(kept.filter(isThere), 'answer'),
  ]
}

/**
 * Ops leave in order and the finish is among the last: while anything of the log waits, it may wait too. Ops that were
 * put aside go apart from it.
 */
function finishState({ total, aside, isFinishing, storageFault, notKept }: TestSnapshot): SaveState {
  if (total.waiting === aside && !isFinishing) return 'server'
  if (storageFault !== null) return notKept.has('finish') ? 'unsaved' : 'device'
  return total.state === 'server' ? 'device' : total.state
}

/** Only where it was given and not kept: it is no part of the work, and asked of nobody. */
const feedbackItem = ({ storageFault, notKept }: TestSnapshot): EndItem[] =>
  storageFault !== null && notKept.has('feedback')
    ? [{ name: 'Feedback', detail: 'no part of your result', state: 'unsaved', at: null }]
    : []

/** This device's changes from before another one took the test, as far as the server has not taken them yet. */
const asideItem = ({ aside }: TestSnapshot): EndItem[] =>
  aside === 0
    ? []
    : [
        {
          name: 'From before the test continued elsewhere',
          detail: plural(aside, 'change'),
          state: 'device',
          at: null,
        },
      ]

export function endItems(snapshot: TestSnapshot): EndItem[] {
  const problems = (snapshot.content?.problems ?? []).flatMap((problem, index) => {
    const item = problemItem(problem, index, snapshot)
    return item ? [item] : []
  })
  const { finishedAt } = snapshot
  const state = finishState(snapshot)
  // Its one time is when it was made: the newest acknowledgement is of what came after it.
  const finish: EndItem[] =
    finishedAt === null ? [] : [{ name: 'Finish', detail: formatClock(finishedAt), state, at: null }]
  return [
    ...problems,
    ...questionItems(snapshot),
    ...asideItem(snapshot),
    ...finish,
    ...feedbackItem(snapshot),
  ]
}
