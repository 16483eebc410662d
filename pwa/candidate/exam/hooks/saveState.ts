import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { SAVE_MESSAGE_MS } from '#contract/constants.ts'

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

/** A save that takes no longer is over before anybody sees that it is under way. */
const SHOWN_AFTER_MS = 150

/**
 * The progress of SAVE for one problem, for what shows it and nothing else: a page that is drawing does not hear that
 * the program is on the disk.
 */
export class SaveProgress {
  readonly #listeners = new Set<() => void>()
  readonly #message = new ShownFor<true>(SAVE_MESSAGE_MS, (shown) => this.#set({ isSaved: shown === true }))
  #timer: ReturnType<typeof setTimeout> | undefined
  #isUnderway = false
  #shown = { isSaving: false, isSaved: false }

  /** Not to be begun a second time. */
  get isUnderway(): boolean {
    return this.#isUnderway
  }

  readonly isSaving = (): boolean => this.#shown.isSaving
  readonly isSaved = (): boolean => this.#shown.isSaved

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  begin(): void {
    this.#isUnderway = true
    this.#timer = setTimeout(() => this.#show({ isSaving: true }), SHOWN_AFTER_MS)
  }

  /** @param isKept it is on this device, which is then said for a while */
  end(isKept: boolean): void {
    clearTimeout(this.#timer)
    this.#isUnderway = false
    this.#show({ isSaving: false })
    if (isKept) this.#message.show(true)
  }

  /** The message about an older save does not stand beside it. */
  #show({ isSaving }: { isSaving: boolean }): void {
    this.#message.stop()
    this.#set({ isSaving, isSaved: false })
  }

  #set(change: Partial<{ isSaving: boolean; isSaved: boolean }>): void {
    this.#shown = { ...this.#shown, ...change }
    for (const listener of this.#listeners) listener()
  }
}

export const useIsSaving = (state: SaveProgress): boolean =>
  useSyncExternalStore(state.subscribe, state.isSaving)

export const useIsSaved = (state: SaveProgress): boolean =>
  useSyncExternalStore(state.subscribe, state.isSaved)
