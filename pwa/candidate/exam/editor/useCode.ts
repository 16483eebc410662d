import { useCallback, useMemo, useRef } from 'react'
import type { LanguageView, ProblemView } from '#contract/views/candidate.ts'
import { useAttempt, useAttemptClient } from '../hooks/useAttempt.ts'
import { type KeptEditor, keptEditor, typedTexts } from './keptEditor.ts'

export interface Code {
  problem: ProblemView
  languages: readonly LanguageView[]
  language: LanguageView | null
  /** The starter code of this problem in this language. */
  template: string
  /** A new key is a new document: another problem or language, or what another tab wrote while this one read. */
  documentKey: string
  /** The editor's text now, or when it is put on the page: what was typed, else the draft, else the template. */
  current: () => string
  typed: (text: string) => void
  /** When something was last typed here, in server milliseconds; 0 before. */
  typedAt: () => number
  choose: (languageId: number) => void
  kept: KeptEditor
}

const NO_TEMPLATES: readonly { language_id: number; code: string }[] = []
const NO_LANGUAGES: readonly LanguageView[] = []

/** One problem's program: drafts per language, never overwritten by a template. */
export function useCode(problem: ProblemView): Code {
  const actor = useAttemptClient()
  const languages = useAttempt((snapshot) => snapshot.content?.languages ?? NO_LANGUAGES)
  const templates = useAttempt((snapshot) => snapshot.content?.templates[problem.id] ?? NO_TEMPLATES)
  const chosen = useAttempt((snapshot) => snapshot.languageOf[problem.id])
  const lastTyped = useRef(0)

  const language = languages.find(({ id }) => id === chosen) ?? languages[0] ?? null
  const languageId = language?.id ?? 0
  const template =
    templates.find(({ language_id }) => language_id === languageId)?.code ?? language?.code ?? ''
  const draftKey = `${problem.id}:${languageId}`

  const current = useCallback(() => {
    const typedHere = typedTexts(actor).get(draftKey)
    return typedHere ?? actor.getSnapshot().drafts[draftKey]?.text ?? template
  }, [actor, draftKey, template])

  const turn = useTurn(draftKey, current(), typedTexts(actor).has(draftKey))
  const documentKey = `${draftKey}:${turn}`
  const kept = useMemo(() => keptEditor(actor, draftKey), [actor, draftKey])

  const typed = useCallback(
    (next: string) => {
      // Nothing of this page is newer than what somebody else writes.
      if (actor.getSnapshot().phase !== 'running') return
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
    kept,
  }
}

/**
 * Counts how often a draft changed that is not written here. While the test runs the editor has the newest text, and
 * nothing may be put under the hands of whoever types; a tab that only reads shows what the other one writes, and goes
 * on from that once it takes over. Work of a lost device is shown if nobody has typed.
 * @param text what an editor put on the page now would show
 */
function useTurn(draftKey: string, text: string, isTyped: boolean): number {
  const writes = useAttempt(({ phase }) => phase === 'running' || phase === 'paused')
  // Renders while something else writes.
  useAttempt((snapshot) => (writes ? null : snapshot.drafts[draftKey]?.text))
  const arrivals = useAttempt((snapshot) => snapshot.arrivals)
  const shown = useRef({ draftKey, text, wrote: writes, arrivals, turn: 0 })
  const { current: last } = shown
  const isNew = last.arrivals === arrivals ? !(last.wrote && writes) : !isTyped
  const isSame = last.draftKey === draftKey
  const followed = isSame && isNew && last.text !== text
  // The editor's text: a draft that came in under it is none, until it is followed.
  const stands = isSame && !followed && !isTyped ? last.text : text
  shown.current = { draftKey, text: stands, wrote: writes, arrivals, turn: last.turn + (followed ? 1 : 0) }
  return shown.current.turn
}
