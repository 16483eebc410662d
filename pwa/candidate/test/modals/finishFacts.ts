import { plural } from '#contract/plural.ts'
import type { Choice, TestSnapshot } from '#pwa/actors/testApi.ts'
import { rangeInWords } from '../../format.ts'
import { isAnswered, isUnsaved, problemState } from '../rail/states.ts'

/** What a finish would leave undone, in sentences. */
export function openEnds({ content, choices, drafts, submissions, storageFault }: TestSnapshot): string[] {
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
  return [
    storageFault === null
      ? ''
      : 'Your newest work is not saved on this device yet. It is tried again after the finish too; copy or download it first.',
    unanswered.length > 0
      ? `${plural(unanswered.length, 'question')} without an answer: ${rangeInWords(unanswered)}.`
      : '',
    unsaved.length > 0
      ? `${plural(unsaved.length, 'choice')} not saved, which would not count: ${unsaved.length === 1 ? 'question' : 'questions'} ${rangeInWords(unsaved)}.`
      : '',
    drafted > 0
      ? `${plural(drafted, 'problem')} with code that is not submitted; the newest of it is judged as it stands.`
      : '',
    untouched > 0 ? `${plural(untouched, 'problem')} without any code.` : '',
  ].filter(Boolean)
}
