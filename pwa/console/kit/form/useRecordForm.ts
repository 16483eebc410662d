import { useState } from 'react'
import { type FieldErrors, type Refused, theirsOf } from './fieldErrors.ts'
import { useSending } from './useSending.ts'

interface Options<V> {
  initial: V
  /** All that is wrong with what is typed, by field. */
  errorsOf: (values: V) => FieldErrors
  /** The server's refusals, at the form's own fields. */
  refusalOf: (error: unknown) => Refused
}

/**
 * The state of a form as large as a page: what is typed, what is wrong with it, what the server refused, and what
 * somebody else saved meanwhile. Nothing typed is ever dropped by a refusal.
 */
export function useRecordForm<V extends object, R extends object>({
  initial,
  errorsOf,
  refusalOf,
}: Options<V>) {
  const [values, setValues] = useState(initial)
  const [isTried, setTried] = useState(false)
  const [theirs, setTheirs] = useState<R | null>(null)
  const { isBusy, served, changed, clear, send } = useSending()
  const own = errorsOf(values)
  return {
    values,
    set(change: Partial<V>): void {
      setValues((old) => ({ ...old, ...change }))
      changed(Object.keys(change))
    },
    /** As `set`, of what stands there by then: for a change that was waited for. */
    change<K extends keyof V & string>(name: K, by: (old: V[K]) => V[K]): void {
      setValues((old) => ({ ...old, [name]: by(old[name]) }))
      changed([name])
    },
    /** Goes on from these values as if nobody had typed yet. */
    begin(to: V): void {
      setValues(to)
      setTried(false)
      clear()
    },
    /** The errors of what is typed, whether they are told yet or not. */
    own,
    /** The errors of the fields; none of the form's own before somebody tried to save. */
    errors: { ...served.errors, ...(isTried ? own : {}) } as FieldErrors,
    refusal: served.rest || undefined,
    isBusy,
    /** The record that somebody else saved, until one of the two is chosen. */
    theirs,
    closeConflict: () => setTheirs(null),
    /** From now on what is wrong is told. @returns whether nothing is */
    check(): boolean {
      setTried(true)
      return Object.keys(own).length === 0
    },
    /** @returns the record as it stands now; null where it was not saved */
    save: (call: () => Promise<R>): Promise<R | null> =>
      send(call, (error) => {
        const current = theirsOf<R>(error)
        if (current) setTheirs(current)
        return current ? null : refusalOf(error)
      }),
  }
}
