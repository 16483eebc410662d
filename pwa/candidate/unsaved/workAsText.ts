import { answerLetters, questionKindOf } from '#contract/questionKinds.ts'
import type { AttemptClient } from '#pwa/attempt/api.ts'
import { offerFile } from '../takeAway.ts'
import { noteGiven } from './ownCode.ts'

/** All work as plain text, what is not on this device as well: what a person can keep where the device keeps nothing. */
export function workAsText(actor: AttemptClient): string {
  const { content, drafts, choices } = actor.getSnapshot()
  const typed = actor.unkept()
  if (!content) return ''
  const keys = new Set([...Object.keys(drafts), ...typed.keys()])
  const programs = [...keys].map((key) => {
    const [problemId, languageId] = key.split(':').map(Number)
    const problem = content.problems.find(({ id }) => id === problemId)?.title ?? `Problem ${problemId}`
    const language = content.languages.find(({ id }) => id === languageId)?.name ?? ''
    return `--- ${problem} (${language})\n${typed.get(key) ?? drafts[key]?.text ?? ''}`
  })
  const answers = content.questions.flatMap((question, index) => {
    const selected = choices[question.id]?.selected ?? []
    if (selected.length === 0) return []
    const letters = answerLetters[questionKindOf(question)](question.options, selected)
    return [`Question ${index + 1}: ${letters.join(', ')}`]
  })
  return [content.view.drive.name, ...answers, ...programs].join('\n\n')
}

/** The same for somebody to take along: what is taken out may come back in. */
export function givenWork(actor: AttemptClient): string {
  const text = workAsText(actor)
  noteGiven(text)
  return text
}

export const downloadWork = (actor: AttemptClient): void =>
  offerFile(new Blob([givenWork(actor)], { type: 'text/plain' }), 'holdfast-my-work.txt')
