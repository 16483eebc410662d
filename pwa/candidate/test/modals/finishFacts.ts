import type { TestSnapshot } from '#pwa/actors/testApi.ts'
import { plural } from '../../format.ts'
import { isAnswered, isUnsaved, problemState } from '../rail/states.ts'

/** What a finish would leave undone, in sentences. */
export function openEnds({ content, choices, drafts, submissions }: TestSnapshot): string[] {
  if (!content) return []
  const { allow_coding: coding, allow_mcq: mcq } = content.view.drive
  const questions = mcq ? content.questions : []
  const unanswered = questions.filter(({ id }) => !isAnswered(choices[id]) && !isUnsaved(choices[id])).length
  const unsaved = questions.filter(({ id }) => isUnsaved(choices[id])).length
  const states = (coding ? content.problems : []).map((problem) =>
    problemState(problem, { submissions, drafts }, false),
  )
  const untouched = states.filter((state) => !state.submitted && state.glyph === 'unseen').length
  const drafted = states.filter((state) => !state.submitted && state.glyph !== 'unseen').length
  return [
    unanswered > 0 ? `${plural(unanswered, 'question')} without an answer.` : '',
    unsaved > 0 ? `${plural(unsaved, 'choice')} not saved.` : '',
    drafted > 0 ? `${plural(drafted, 'problem')} with code that is not submitted.` : '',
    untouched > 0 ? `${plural(untouched, 'problem')} without any code.` : '',
  ].filter(Boolean)
}
