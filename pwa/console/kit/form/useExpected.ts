import { useRef } from 'react'
import { currentOf } from './faults.ts'

/**
 * What a change of a small record began with. The server refuses a change that began with something else than what stands
 * there, and says what does; sent again after that, one's own is written over it.
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
