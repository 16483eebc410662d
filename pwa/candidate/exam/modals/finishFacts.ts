import { plural } from '#contract/plural.ts'
import type { QuestionView } from '#contract/views/candidate.ts'
import type { Choice, SubmissionItem, TestSnapshot } from '#pwa/attempt/api.ts'
import { formatRanges } from '../../format.ts'
import { hasJudged, isAnswered, isUnsaved, submissionsOf, writtenInPause } from '../rail/states.ts'

/** The changes the server does not have yet while it is out of reach; '' if it has all, or will in a moment. */
export function stillHere({ total, connection }: Pick<TestSnapshot, 'total' | 'connection'>): string {
  if (total.waiting === 0 || connection.state === 'online' || connection.state === 'unknown') return ''
  const are = total.waiting === 1 ? 'is' : 'are'
  if (connection.state === 'unauthorized')
    return `${plural(total.waiting, 'change')} ${are} only on this device so far, and your link is no longer valid. If you were sent a new one, open it on this device: what is here is sent then.`
  return `${plural(total.waiting, 'change')} ${are} only on this device so far. What is here is sent by itself once the server can be reached: keep this page open until the end page says that everything is there.`
}

/** The items the person marked to come back to. */
export interface Flagged {
  flaggedProblems: readonly number[]
  flaggedQuestions: readonly number[]
}
const none: Flagged = { flaggedProblems: [], flaggedQuestions: [] }

/** '2 Tide windows is not submitted. Its latest code will be judged.' */
function notSubmitted(names: readonly string[]): string {
  const [verb, whose] = names.length === 1 ? ['is', 'Its'] : ['are', 'Their']
  return names.length === 0
    ? ''
    : `${names.join(', ')} ${verb} not submitted. ${whose} latest code will be judged.`
}

const isNotCounted = (stage: SubmissionItem['stage']): boolean => stage === 'rejected' || stage === 'held'

/** The work a finish would leave undone, in sentences. */
export function openEnds(snapshot: TestSnapshot, flagged: Flagged = none): string[] {
  const { content, choices, drafts, storageFault } = snapshot
  if (!content) return []
  const { allow_coding: coding, allow_mcq: mcq } = content.view.drive
  const questions = mcq ? content.questions : []
  const numbersOf = (isMeant: (question: QuestionView, choice: Choice | undefined) => boolean): number[] =>
    questions.flatMap((question, index) => (isMeant(question, choices[question.id]) ? [index + 1] : []))
  const unanswered = numbersOf((question, choice) => !isAnswered(choice) && !isUnsaved(question, choice))
  const unsaved = numbersOf(isUnsaved)
  const problems = (coding ? content.problems : []).map(({ id, title }, index) => ({
    name: `${index + 1} ${title}`,
    isFlagged: flagged.flaggedProblems.includes(id),
    stages: submissionsOf(snapshot, id).map(({ stage }) => stage),
    isJudged: hasJudged(drafts, id),
    // An empty program is not judged.
    hasCode: Object.entries(drafts).some(([key, { text }]) => key.startsWith(`${id}:`) && text.trim() !== ''),
  }))
  const open = problems.filter(({ stages }) => stages.every((stage) => stage === 'rejected'))
  const held = problems.filter(({ stages }) => stages.includes('held') && stages.every(isNotCounted))
  const untouched = open.filter(({ hasCode }) => !hasCode).length
  const drafted = open.filter(({ isJudged }) => isJudged).map(({ name }) => name)
  const marked = [
    ...problems.flatMap(({ name, isFlagged }) => (isFlagged ? [name] : [])),
    ...questions.flatMap(({ id }, index) =>
      flagged.flaggedQuestions.includes(id) ? [`question ${index + 1}`] : [],
    ),
  ]
  const changed = coding ? content.problems.filter(({ id }) => hasJudged(drafts, id, true)).length : 0
  return [
    storageFault === null
      ? ''
      : 'Your newest work is not saved on this device yet. Saving is tried again after the finish too; copy or download it first.',
    storageFault === null ? stillHere(snapshot) : '',
    unanswered.length > 0
      ? `${plural(unanswered.length, 'question')} without an answer: ${formatRanges(unanswered)}.`
      : '',
    unsaved.length > 0
      ? `${unsaved.length === 1 ? 'Question' : 'Questions'} ${formatRanges(unsaved)}: ${unsaved.length === 1 ? 'choice not saved, it' : 'choices not saved, they'} will not count.`
      : '',
    notSubmitted(drafted),
    writtenInPause(snapshot, 'Save it again, or it does not count unless staff accepts it.'),
    changed > 0
      ? `${plural(changed, 'problem')} changed since ${changed === 1 ? 'it was' : 'they were'} submitted; the newest code is judged as well, and the better result counts.`
      : '',
    untouched > 0 ? `${plural(untouched, 'problem')} without any code.` : '',
    held.length > 0
      ? `What was submitted of ${held.map(({ name }) => name).join(', ')} does not count as it stands.`
      : '',
    marked.length > 0 ? `Flagged: ${marked.join(', ')}.` : '',
  ].filter(Boolean)
}
