import { useCallback, useRef, useState } from 'react'
import type { LanguageView, ProblemView } from '#pwa/actors/views.ts'
import { useTest, useTestActor } from '../hooks/useTest.ts'
import { typedTexts } from './typedTexts.ts'

export interface Code {
  problem: ProblemView
  languages: readonly LanguageView[]
  language: LanguageView | null
  /** The starter code of this problem in this language. */
  template: string
  /** A new key is a new document: another problem, another language, or a reset. */
  documentKey: string
  /** What stands in the editor now, or will when it is put on the page: what was typed, else the draft, else the template. */
  current: () => string
  typed: (text: string) => void
  /** When something was last typed here, in server milliseconds; 0 before. */
  typedAt: () => number
  choose: (languageId: number) => void
  reset: () => void
}

const NO_TEMPLATES: readonly { language_id: number; code: string }[] = []
const NO_LANGUAGES: readonly LanguageView[] = []

/** One problem's program: drafts per language, never overwritten by a template. */
export function useCode(problem: ProblemView): Code {
  const actor = useTestActor()
  const languages = useTest((snapshot) => snapshot.content?.languages ?? NO_LANGUAGES)
  const templates = useTest((snapshot) => snapshot.content?.templates[problem.id] ?? NO_TEMPLATES)
  const chosen = useTest((snapshot) => snapshot.languageOf[problem.id])
  const [resets, setResets] = useState(0)
  const lastTyped = useRef(0)

  const language = languages.find(({ id }) => id === chosen) ?? languages[0] ?? null
  const languageId = language?.id ?? 0
  const template =
    templates.find(({ language_id }) => language_id === languageId)?.code ?? language?.code ?? ''
  const draftKey = `${problem.id}:${languageId}`
  const documentKey = `${draftKey}:${resets}`

  const current = useCallback(() => {
    const typedHere = typedTexts(actor).get(draftKey)
    return typedHere ?? actor.getSnapshot().drafts[draftKey]?.text ?? template
  }, [actor, draftKey, template])

  const typed = useCallback(
    (next: string) => {
      typedTexts(actor).set(draftKey, next)
      lastTyped.current = actor.now()
      actor.type(problem.id, languageId, next)
    },
    [actor, draftKey, languageId, problem.id],
  )
  const typedAt = useCallback(() => lastTyped.current, [])

  const choose = (id: number) => {
    actor.chooseLanguage(problem.id, id).catch(() => undefined)
  }
  const reset = () => {
    typed(template)
    setResets((n) => n + 1)
  }
  return {
    problem,
    languages,
    language,
    template,
    documentKey,
    current,
    typed,
    typedAt,
    choose,
    reset,
  }
}
