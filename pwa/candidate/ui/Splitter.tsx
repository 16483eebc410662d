import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react'
import './splitter.css'
import { readPreferences, writePreferences } from '../stored.ts'

interface SplitterProps {
  label: string
  /** vertical: a line from top to bottom, moved left and right. */
  orientation: 'vertical' | 'horizontal'
  size: number
  min: number
  max: number
  /** The sized pane lies after the handle, so that moving towards it makes it smaller. */
  reversed?: boolean
  onResize: (size: number) => void
  onReset: () => void
}

const STEP = 16

export function Splitter(props: SplitterProps) {
  const { label, orientation, size, min, max, reversed = false, onResize, onReset } = props
  const grip = useRef<{ at: number; size: number } | null>(null)
  const vertical = orientation === 'vertical'
  const clamp = (next: number) => Math.round(Math.min(max, Math.max(min, next)))
  const place = (event: PointerEvent) => (vertical ? event.clientX : event.clientY)
  const sign = reversed ? -1 : 1

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { at: place(event), size }
  }
  const onPointerMove = (event: PointerEvent) => {
    if (grip.current) onResize(clamp(grip.current.size + sign * (place(event) - grip.current.at)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const back = vertical ? 'ArrowLeft' : 'ArrowUp'
    const forth = vertical ? 'ArrowRight' : 'ArrowDown'
    if (event.altKey || (event.key !== back && event.key !== forth)) return
    event.preventDefault()
    onResize(clamp(size + sign * (event.key === forth ? STEP : -STEP)))
  }

  return (
    // A focusable separator is a widget; no native element is one.
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be dragged or focused
    <div
      className={`splitter is-${orientation}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        grip.current = null
      }}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
    />
  )
}

/** A pane's size, kept per device. */
export function usePaneSize(name: string, standard: number) {
  const [size, setSize] = useState(() => readPreferences().panes?.[name] ?? standard)
  const resize = useCallback(
    (next: number) => {
      setSize(next)
      writePreferences({ panes: { ...readPreferences().panes, [name]: next } })
    },
    [name],
  )
  const reset = useCallback(() => resize(standard), [resize, standard])
  return { size, resize, reset }
}
