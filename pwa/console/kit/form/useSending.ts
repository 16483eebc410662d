import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Refused, withoutFields } from './fieldErrors.ts'

const nothing: Refused = { errors: {}, rest: '' }

/** Sends a form's content, once at a time. A refusal by the server stands at its field until the field changes. */
export function useSending() {
  const [isBusy, setBusy] = useState(false)
  const [served, setServed] = useState(nothing)
  const busy = useRef(false)
  return {
    isBusy,
    /** The server's last refusal. */
    served,
    /** These fields are others now. */
    changed: (names: readonly string[]): void =>
      setServed(({ errors }) => ({ errors: withoutFields(errors, names), rest: '' })),
    clear: (): void => setServed(nothing),
    /**
     * @param refusedBy what an error says; null where it was dealt with
     * @returns null where nothing was sent or it was refused
     */
    async send<T>(call: () => Promise<T>, refusedBy: (error: unknown) => Refused | null): Promise<T | null> {
      if (busy.current) return null
      busy.current = true
      setBusy(true)
      setServed(nothing)
      try {
        return await call()
      } catch (error) {
        // The fields take the focus again before the first error asks for it.
        flushSync(() => setBusy(false))
        const refused = refusedBy(error)
        if (refused) setServed(refused)
        return null
      } finally {
        busy.current = false
        setBusy(false)
      }
    },
  }
}
