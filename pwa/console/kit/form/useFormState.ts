import { type SetStateAction, useState } from 'react'
import type { FieldErrors, Refused } from './fieldErrors.ts'
import { useSending } from './useSending.ts'

interface Options<V, R> {
  values: V
  setValues: (to: SetStateAction<V>) => void
  /** All that is wrong with what is typed, by field. */
  errorsOf: (values: V) => FieldErrors
  /** The server's refusals, at the form's own fields. */
  refusalOf: (error: unknown) => Refused
  /** The record as somebody else saved it, where that is why it was refused; without it such a refusal is as any other. */
  theirsOf?: (error: unknown) => R | null
}

/**
 * The state that forms of the console have in common: what is wrong with what is typed, what the server refused, and what somebody else
 * saved meanwhile. Nothing typed is ever dropped by a refusal.
 */
export function useFormState<V extends object, R extends object = never>({
  values,
  setValues,
  errorsOf,
  refusalOf,
  theirsOf,
}: Options<V, R>) {
  const [isTried, setTried] = useState(false)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [theirs, setTheirs] = useState<R | null>(null)
  const { isBusy, served, changed, clear, send } = useSending()
  const own = errorsOf(values)
  const isTold = ([name]: [string, string]): boolean => isTried || touched.has(name)
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
      setTouched(new Set())
      clear()
    },
    /** The errors of what is typed, whether they are told yet or not. */
    own,
    /** The errors of the fields; of the form's own, those of fields that were left, and all once somebody tried to save. */
    errors: { ...served.errors, ...Object.fromEntries(Object.entries(own).filter(isTold)) } as FieldErrors,
    /** A field was left: from now on it is judged. */
    touch: (name: string): void => setTouched((old) => new Set(old).add(name)),
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
    /**
     * @param onRefused is told where a refusal stands, in time for the focus to go there
     * @returns what the call answers; null where it was not saved
     */
    save: <T>(call: () => Promise<T>, onRefused?: (refused: Refused) => void): Promise<T | null> =>
      send(call, (error) => {
        const current = theirsOf?.(error) ?? null
        if (current) {
          setTheirs(current)
          return null
        }
        const refused = refusalOf(error)
        onRefused?.(refused)
        return refused
      }),
  }
}
