import type { SaveState, TestSnapshot } from '#pwa/actors/testApi.ts'
import { formatClock, plural } from '../format.ts'
import { problemState } from '../test/rail/states.ts'

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
  const kept = submissions.some((item) => item.stage === 'kept')
  const worst = lights.find((light) => light.state !== 'server')
  const at = Math.max(0, ...lights.map((light) => light.at ?? 0), ...submissions.map((item) => item.madeAt))
  const words = problemState(problem, snapshot, true).words
  return {
    name: `${index + 1} ${problem.title}`,
    detail:
      submissions.length === 0
        ? 'draft'
        : `${plural(submissions.length, 'submission')}, ${words.replace(/^Submitted, /, '').toLowerCase()}`,
    state: kept ? 'device' : (worst?.state ?? 'server'),
    at: at === 0 ? null : at,
  }
}

/** '1 to 18', '19 and 20', '1 to 10 and 12' */
export function rangeInWords(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  const words = runs.flatMap(([first, last]) => {
    if (first === last) return [String(first)]
    return last === first + 1 ? [String(first), String(last)] : [`${first} to ${last}`]
  })
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function questionItems(snapshot: TestSnapshot): EndItem[] {
  const questions = snapshot.content?.questions ?? []
  const answered = questions.flatMap((question, index) => {
    const choice = snapshot.choices[question.id]
    const any = (choice?.saved?.length ?? 0) > 0 || (choice?.selected.length ?? 0) > 0
    return any ? [{ number: index + 1, light: choice?.light ?? null }] : []
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
  const { finishedAt, total } = snapshot
  // Ops leave in order and the finish is among the last: while anything waits, it may wait too.
  const finish: EndItem[] =
    finishedAt === null
      ? []
      : [
          {
            name: 'Finish',
            detail: formatClock(finishedAt),
            state: total.waiting === 0 ? 'server' : total.state === 'server' ? 'device' : total.state,
            at: total.waiting === 0 ? total.at : null,
          },
        ]
  return [...problems, ...questionItems(snapshot), ...finish]
}
