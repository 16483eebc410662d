import { useRef } from 'react'
import { currentOf } from './fieldErrors.ts'

/**
 * The state with which a change of a small record began. The server refuses a change that began with another state than
 * the stored one, and says what is stored; sent again after that, one's own is written over it.
 */
export function useExpected<V>(initial: V) {
  const was = useRef(initial)
  return {
    withExpected: <R>(send: (was: V) => Promise<R>): Promise<R> =>
      send(was.current).catch((error: unknown) => {
        was.current = currentOf<V>(error) ?? was.current
        throw error
      }),
    /** For the form: what is typed again after a reload began with what stood there then, and not with what does now. */
    stored: {
      value: was.current,
      onRestored: (then: V): void => {
        was.current = then
      },
    },
  }
}
