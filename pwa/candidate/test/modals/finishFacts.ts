import { plural } from '#contract/plural.ts'
import type { Choice, TestSnapshot } from '#pwa/actors/testApi.ts'
import { rangeInWords } from '../../format.ts'
import { hasNewer, isAnswered, isUnsaved, problemState } from '../rail/states.ts'

/** What the server does not have yet while it is out of reach; '' where it has all, or will in a moment. */
export function stillHere({ total, connection }: Pick<TestSnapshot, 'total' | 'connection'>): string {
  if (total.waiting === 0 || connection.state === 'online' || connection.state === 'unknown') return ''
  const are = total.waiting === 1 ? 'is' : 'are'
  if (connection.state === 'unauthorized')
    return `${plural(total.waiting, 'change')} ${are} on this device alone so far, and your link is no longer valid. If you were mailed a new one, open it on this device: what is here is sent then.`
  return `${plural(total.waiting, 'change')} ${are} on this device alone so far. What is here is sent by itself once the server is in reach: keep this page until the last one says that everything is there.`
}

/** What a finish would leave undone, in sentences. */
export function openEnds(snapshot: TestSnapshot): string[] {
  const { content, choices, drafts, submissions, storageFault } = snapshot
  if (!content) return []
  const { allow_coding: coding, allow_mcq: mcq } = content.view.drive
  const questions = mcq ? content.questions : []
  const numbersOf = (isMeant: (choice: Choice | undefined) => boolean): number[] =>
    questions.flatMap(({ id }, index) => (isMeant(choices[id]) ? [index + 1] : []))
  const unanswered = numbersOf((choice) => !isAnswered(choice) && !isUnsaved(choice))
  const unsaved = numbersOf(isUnsaved)
  const states = (coding ? content.problems : []).map((problem) =>
    problemState(problem, { submissions, drafts }, false),
  )
  const untouched = states.filter((state) => !state.submitted && state.glyph === 'unseen').length
  const drafted = states.filter((state) => !state.submitted && state.glyph !== 'unseen').length
  const changed = coding ? content.problems.filter(({ id }) => hasNewer(snapshot, id)).length : 0
  return [
    storageFault === null
      ? ''
      : 'Your newest work is not saved on this device yet. It is tried again after the finish too; copy or download it first.',
    storageFault === null ? stillHere(snapshot) : '',
    unanswered.length > 0
      ? `${plural(unanswered.length, 'question')} without an answer: ${rangeInWords(unanswered)}.`
      : '',
    unsaved.length > 0
      ? `${plural(unsaved.length, 'choice')} not saved, which would not count: ${unsaved.length === 1 ? 'question' : 'questions'} ${rangeInWords(unsaved)}.`
      : '',
    drafted > 0
      ? `${plural(drafted, 'problem')} with code that is not submitted; the newest of it is judged as it stands.`
      : '',
    changed > 0
      ? `${plural(changed, 'problem')} changed since ${changed === 1 ? 'it was' : 'they were'} submitted; the newest code is judged as well, and the better result counts.`
      : '',
    untouched > 0 ? `${plural(untouched, 'problem')} without any code.` : '',
  ].filter(Boolean)
}
