import { type KeyboardEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'

interface Option {
  name: string
  to: string
}

/** Of a list below a box of text: the arrows choose one, Enter opens it; without a choice Enter is the box's own. */
export function useOptions(options: readonly Option[]) {
  const navigate = useNavigate()
  const [index, setIndex] = useState(-1)
  const chosen = index >= 0 && index < options.length ? options[index] : undefined
  const step = (by: 1 | -1) => setIndex(Math.max(-1, Math.min(options.length - 1, index + by)))
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLInputElement)) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      step(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      event.stopPropagation()
      navigate(chosen.to)
    } else if (event.key.length === 1) setIndex(-1)
  }
  return { active: chosen ? { ...chosen, index } : null, onKeyDown }
}
