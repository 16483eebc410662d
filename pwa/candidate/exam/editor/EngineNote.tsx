import { Info } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { engineDifferencesOf } from '#runtimes/differences.ts'

/** The ways in which the engine of a language differs, where its chooser stands. Esc and a press elsewhere close it. */
export default function EngineNote({ mode }: { mode: string }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: Event): void => {
      const { current } = details
      const isElsewhere = event.target instanceof Node && !current?.contains(event.target)
      if (!current?.open || !(isElsewhere || (event instanceof KeyboardEvent && event.key === 'Escape')))
        return
      current.open = false
    }
    addEventListener('pointerdown', close)
    addEventListener('keydown', close)
    return () => {
      removeEventListener('pointerdown', close)
      removeEventListener('keydown', close)
    }
  }, [])
  const told = engineDifferencesOf(mode)
  if (!told) return null
  return (
    <details className="differences" ref={details} key={mode}>
      <summary title={told.heading}>
        <Info size={14} strokeWidth={1.75} aria-hidden="true" />
        <span>{told.heading}</span>
      </summary>
      <div>
        <strong>{told.heading}</strong>
        <ul>
          {told.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
    </details>
  )
}
