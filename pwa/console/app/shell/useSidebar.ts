import { useState } from 'react'
import { keepChoice, readChoice } from '#pwa/ui/store.ts'
import { useMedia } from '#pwa/ui/useMedia.ts'

export type FrameKind = 'wide' | 'rail'

const keyOf = (frame: FrameKind): string => `holdfast.console.sidebar.${frame}`

/** Sidebar or rail: by the page, until somebody chooses; that is remembered for pages of the same kind. */
export function useSidebar(frame: FrameKind): { isRail: boolean; toggle: (() => void) | undefined } {
  const [choices, setChoices] = useState<Partial<Record<FrameKind, FrameKind>>>({})
  const chosen = choices[frame] ?? readChoice<FrameKind>(keyOf(frame), ['wide', 'rail']) ?? frame
  const isNarrow = useMedia('(max-width: 1279px)')
  const toggle = (): void => {
    const to = chosen === 'rail' ? 'wide' : 'rail'
    setChoices((old) => ({ ...old, [frame]: to }))
    keepChoice(keyOf(frame), to)
  }
  return isNarrow ? { isRail: true, toggle: undefined } : { isRail: chosen === 'rail', toggle }
}
