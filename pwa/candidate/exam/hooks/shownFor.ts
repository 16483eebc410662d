import { useCallback, useEffect, useMemo, useState } from 'react'

/** Shows a value for so many milliseconds; a newer one has its own whole time. */
export class ShownFor<T> {
  readonly #ms: number
  readonly #set: (value: T | null) => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ms: number, set: (value: T | null) => void) {
    this.#ms = ms
    this.#set = set
  }

  show(value: T): void {
    clearTimeout(this.#timer)
    this.#set(value)
    this.#timer = setTimeout(() => this.#set(null), this.#ms)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

/** A value that is shown for so many milliseconds and then gone. */
export function useFor<T>(ms: number): [T | null, (value: T) => void] {
  const [value, setValue] = useState<T | null>(null)
  const shown = useMemo(() => new ShownFor<T>(ms, (next) => setValue(() => next)), [ms])
  useEffect(() => () => shown.stop(), [shown])
  const show = useCallback((next: T) => shown.show(next), [shown])
  return [value, show]
}
