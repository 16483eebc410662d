import { useState } from 'react'
import { useMedia } from '#pwa/ui/useMedia.ts'

export type FrameKind = 'wide' | 'rail'

const keyOf = (frame: FrameKind): string => `holdfast.console.sidebar.${frame}`

function remembered(frame: FrameKind): FrameKind {
  try {
    const kept = localStorage.getItem(keyOf(frame))
    return kept === 'wide' || kept === 'rail' ? kept : frame
  } catch {
    return frame
  }
}

/** Sidebar or rail: by the page, until somebody chooses; that is remembered for pages of the same kind. */
export function useSidebar(frame: FrameKind): { isRail: boolean; toggle: (() => void) | undefined } {
  const [choices, setChoices] = useState<Partial<Record<FrameKind, FrameKind>>>({})
  const chosen = choices[frame] ?? remembered(frame)
  const isNarrow = useMedia('(max-width: 1279px)')
  const toggle = (): void => {
    const to = chosen === 'rail' ? 'wide' : 'rail'
    setChoices((old) => ({ ...old, [frame]: to }))
    try {
      localStorage.setItem(keyOf(frame), to)
    } catch {
      // Storage may be blocked; the choice then lasts for this page.
    }
  }
  return isNarrow ? { isRail: true, toggle: undefined } : { isRail: chosen === 'rail', toggle }
}
