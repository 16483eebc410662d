import type { ChoiceBody, DraftBody, OpType, SubmitBody } from '#contract/ops.ts'
import { type Organization, programs } from '../../factories/index.ts'
import type { Verdict } from './times.ts'

/**
 * The score of a test by all that was written, read once from its beginning: the newest choice of each question, the
 * best submission and the newest program of each problem.
 */

/** Something that was written and taken, in the order in which it was. */
export interface Entry {
  /** Its place in the log; null where it stands beside it and was adopted. */
  seq: number | null
  type: OpType
  key: string
  body: unknown
  made: number
  verdict: Verdict
  /** A submission beyond the limit: a program like a draft. */
  isRefused: boolean
}

/** Verified work alone, or with claimed work. */
export type Counting = 'verified' | 'claimed'

/** Marks of a program by what the factory's engine makes of it. */
export function marksOf(org: Organization, problemId: number, source: string): number {
  const isFirst = problemId === org.problems[0].id
  if (source === programs.right) return isFirst ? 10 : 5
  if (source === programs.samplesOnly) return isFirst ? 2 : 1
  return 0
}

export function scoreOf(org: Organization, entries: readonly Entry[], counting: Counting): number {
  const chosen = choicesOf(entries, counting)
  const questions = org.questions.map(({ id, marks, right }) => {
    const options = chosen.get(`mcq:${id}`) ?? []
    return options.length > 0 && String([...options].sort()) === String([...right].sort()) ? marks : 0
  })
  const problems = org.problems.map(({ id }) => {
    const all = [
      ...judged(entries, id, 'verified'),
      ...(counting === 'claimed' ? judged(entries, id, 'claimed') : []),
    ]
    return Math.max(0, ...all.map((source) => marksOf(org, id, source)))
  })
  return [...questions, ...problems].reduce((sum, marks) => sum + marks, 0)
}

const counts = ({ verdict }: Entry, counting: Counting): boolean =>
  verdict === 'on_time' || (counting === 'claimed' && verdict === 'on_time_claimed')

/** The choice of each question that counts; one not saved does unless the candidate is known to have finished in time. */
export function choicesOf(entries: readonly Entry[], counting: Counting): ReadonlyMap<string, number[]> {
  const saved = new Map<string, number[]>()
  const selected = new Map<string, number[]>()
  for (const entry of entries) {
    if (!counts(entry, counting)) continue
    const { type, key, body } = entry
    if (type === 'mcq_select') selected.set(key, (body as ChoiceBody).selected_options)
    if (type !== 'mcq_save') continue
    saved.set(key, (body as ChoiceBody).selected_options)
    selected.delete(key)
  }
  const finish = entries.find(({ type }) => type === 'finish')
  const isOwnEnd =
    finish && counts(finish, counting) && (finish.body as { reason: string }).reason !== 'timeout'
  return isOwnEnd ? saved : new Map([...saved, ...selected])
}

const sourceOf = ({ type, body }: Entry): string =>
  type === 'draft' ? (body as DraftBody).answer : (body as SubmitBody).source_code

const isProgram = (entry: Entry, problem: number): boolean =>
  (entry.type === 'draft' || entry.type === 'submit') &&
  (entry.body as DraftBody | SubmitBody).problem_id === problem

/** The programs of a problem that are judged by one standing: submissions, and the newest of all. */
function judged(entries: readonly Entry[], problem: number, counting: Counting): string[] {
  const verdict = counting === 'verified' ? 'on_time' : 'on_time_claimed'
  const all = entries.filter((entry) => isProgram(entry, problem))
  const own = all.filter((entry) => entry.verdict === verdict)
  // A claimed entry gives way to what its device wrote behind it and sent in time.
  const standing = own.filter(
    (entry) =>
      counting === 'verified' ||
      !all.some(
        (other) =>
          other.verdict === 'on_time' && other.key === entry.key && (other.seq ?? 0) > (entry.seq ?? 0),
      ),
  )
  const newestOfKey = new Map(standing.filter(({ seq }) => seq !== null).map((entry) => [entry.key, entry]))
  const aside = standing.filter(({ seq }) => seq === null)
  let newest: Entry | undefined
  for (const entry of [...aside, ...newestOfKey.values()].toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0)))
    if (!newest || entry.made >= newest.made) newest = entry
  const submitted = own.filter(({ type, isRefused }) => type === 'submit' && !isRefused)
  return [...submitted, ...(newest ? [newest] : [])].map(sourceOf)
}
