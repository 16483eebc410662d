import { useEffect } from 'react'
import type { FlowEvent } from '#machines/attempt/flow.ts'
import { send } from './way.ts'

/** In the place of a screen that is not shown to whoever opened it. */
export function Onward({ because }: { because: FlowEvent }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, however often it is drawn
  useEffect(() => send(because), [])
  return null
}
