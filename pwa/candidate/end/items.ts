import { plural } from '#contract/plural.ts'
import type { SaveState, TestSnapshot } from '#pwa/actors/testApi.ts'
import { formatClock, rangeInWords } from '../format.ts'
import { problemState } from '../test/rail/states.ts'
import { selectionCounts } from './unsavedChoices.ts'

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
  if (submissions.length === 0 && drafts.length === 0) return null
  const lights = drafts.flatMap(([, draft]) => (draft.light ? [draft.light] : []))
  const isAt = (stage: string) => submissions.some((item) => item.stage === stage)
  const waits: SaveState | null = isAt('saving') ? 'saving' : isAt('kept') ? 'device' : null
  const worst = lights.find((light) => light.state !== 'server')
  const at = Math.max(0, ...lights.map((light) => light.at ?? 0), ...submissions.map((item) => item.madeAt))
  const words = problemState(problem, snapshot, true).words
  return {
    name: `${index + 1} ${problem.title}`,
    detail:
      submissions.length === 0
        ? 'draft'
        : `${plural(submissions.length, 'submission')}, ${words.replace(/^Submitted, /, '').toLowerCase()}`,
    state: waits ?? worst?.state ?? 'server',
    at: at === 0 ? null : at,
  }
}

/** The answers that count: those that were saved, and at zero what is chosen besides. */
function questionItems(snapshot: TestSnapshot): EndItem[] {
  const withChosen = selectionCounts(snapshot)
  const questions = snapshot.content?.questions ?? []
  const answered = questions.flatMap((question, index) => {
    const choice = snapshot.choices[question.id]
    const counted = (withChosen ? choice?.selected : choice?.saved) ?? []
    return counted.length > 0 ? [{ number: index + 1, light: choice?.light ?? null }] : []
  })
  const groups = [
    answered.filter(({ light }) => light !== null && light.state !== 'server'),
    answered.filter(({ light }) => light === null || light.state === 'server'),
  ]
  return groups.flatMap((group): EndItem[] => {
    if (group.length === 0) return []
    const numbers = group.map(({ number }) => number)
    const at = Math.max(0, ...group.map(({ light }) => light?.at ?? 0))
    return [
      {
        name: `${numbers.length === 1 ? 'MCQ' : 'MCQs'} ${rangeInWords(numbers)}`,
        detail: plural(group.length, 'answer'),
        state: group[0]?.light?.state ?? 'server',
        at: at === 0 ? null : at,
      },
    ]
  })
}

export function endItems(snapshot: TestSnapshot): EndItem[] {
  const problems = (snapshot.content?.problems ?? []).flatMap((problem, index) => {
    const item = problemItem(problem, index, snapshot)
    return item ? [item] : []
  })
  const { finishedAt, isFinishing, total } = snapshot
  // Ops leave in order and the finish is among the last: while anything waits, it may wait too.
  const hasArrived = total.waiting === 0 && !isFinishing
  const finish: EndItem[] =
    finishedAt === null
      ? []
      : [
          {
            name: 'Finish',
            detail: formatClock(finishedAt),
            state: hasArrived ? 'server' : total.state === 'server' ? 'device' : total.state,
            at: hasArrived ? total.at : null,
          },
        ]
  return [...problems, ...questionItems(snapshot), ...finish]
}
