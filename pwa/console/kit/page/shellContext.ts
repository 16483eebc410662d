import { createContext, useContext } from 'react'

/** The actions that every page can ask of the frame it stands in. */
interface Frame {
  openProfile: () => void
  askLogout: () => void
  /** Nothing where there are no drives to search. */
  openSearch: (() => void) | undefined
  startTour: (() => void) | undefined
}

export const ShellContext = createContext<Frame | null>(null)

/** @throws outside the frame: a fault of the route table */
export function useShell(): Frame {
  const frame = useContext(ShellContext)
  if (!frame) throw new Error('There is no frame round this page')
  return frame
}
