import { type KeyboardEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'

/** Whether what is typed is how a word of a name begins: 'log' finds 'Audit Log', 'back' no 'Feedbacks'. */
export function startsAWord(name: string, typed: string): boolean {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return false
  const words = name.toLowerCase()
  return words.startsWith(wanted) || words.includes(` ${wanted}`)
}

interface Option {
  name: string
  to: string
}

/**
 * Which one Enter opens: what the arrows chose, else the first that was found; -1: none.
 * @param moved where the arrows stand; -1: nowhere
 * @param isFound whether these were found for what is typed; until then another one may be the first
 */
export const chosenIndex = (moved: number, count: number, isFound: boolean): number => {
  if (moved >= 0) return moved < count ? moved : -1
  return isFound && count > 0 ? 0 : -1
}

/**
 * The keys of a list below a text box: the arrows choose an option, Enter opens it or the first; while nothing is
 * found, Enter is the box's own.
 * @param foundFor the text that these options were found for; null: they are still looked for
 */
export function useOptions(options: readonly Option[], foundFor: string | null) {
  const navigate = useNavigate()
  const [moved, setIndex] = useState(-1)
  const index = chosenIndex(moved, options.length, foundFor !== null && foundFor !== '')
  const chosen = options[index]
  const step = (by: 1 | -1) => setIndex(Math.max(-1, Math.min(options.length - 1, index + by)))
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLInputElement)) return
    // The text in the box may not have been looked for yet: then Enter looks for it and opens nothing.
    const isOfText = moved >= 0 || event.target.value.trim() === foundFor
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      step(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && chosen && isOfText) {
      event.preventDefault()
      event.stopPropagation()
      navigate(chosen.to)
    } else if (event.key.length === 1) setIndex(-1)
  }
  return { active: chosen ? { ...chosen, index } : null, onKeyDown }
}
