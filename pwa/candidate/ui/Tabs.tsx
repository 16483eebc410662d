import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import './tabs.css'

export interface Tab<Name extends string> {
  name: Name
  label: string
  panel: ReactNode
}

interface TabsProps<Name extends string> {
  label: string
  tabs: readonly Tab<Name>[]
  current: Name
  onChoose: (name: Name) => void
  /** The content at the right of the tab row. */
  side?: ReactNode
  className?: string
}

/** Arrow keys walk the row, Tab goes on into the panel. */
export function Tabs<Name extends string>({
  label,
  tabs,
  current,
  onChoose,
  side,
  className,
}: TabsProps<Name>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || event.altKey) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.name === current)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onChoose(next.name)
    row.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus()
  }
  return (
    <div className={['tabs', className].filter(Boolean).join(' ')}>
      <div className="tab-row">
        <div ref={row} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
          {tabs.map(({ name, label: text }) => (
            <button
              key={name}
              type="button"
              role="tab"
              data-tab={name}
              id={`${id}-${name}`}
              aria-selected={name === current}
              aria-controls={`${id}-panel`}
              tabIndex={name === current ? 0 : -1}
              onClick={() => onChoose(name)}
            >
              {text}
            </button>
          ))}
        </div>
        {side && <div className="tab-side">{side}</div>}
      </div>
      <div className="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {tabs.find((tab) => tab.name === current)?.panel}
      </div>
    </div>
  )
}
