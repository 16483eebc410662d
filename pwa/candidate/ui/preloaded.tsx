import { type ComponentType, useEffect, useState } from 'react'
import { retryableImport } from './lazyPart.tsx'
import { toast } from './toasts.ts'

/** By then a page that was reloaded in the middle of a test can be worked on again. */
const SOON_MS = 2_000

/**
 * A part that has to be here when the network is not, and that nobody waits for: it is asked for once the page stands,
 * and again whenever it is opened before it is here. If it cannot be had, it says so and closes.
 */
export function preloaded<P extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<P> }>,
) {
  const { had, ask } = retryableImport(load)
  setTimeout(() => ask().catch(() => undefined), SOON_MS)
  return function Soon(props: P) {
    const [Part, setPart] = useState(had)
    const { onClose } = props
    useEffect(() => {
      let isWanted = !Part
      if (isWanted)
        ask().then(
          (part) => setPart(() => part),
          () => {
            if (!isWanted) return
            toast('bad', 'This could not be loaded. Try again in a moment.')
            onClose()
          },
        )
      return () => {
        isWanted = false
      }
    }, [Part, onClose])
    return Part ? <Part {...props} /> : null
  }
}
