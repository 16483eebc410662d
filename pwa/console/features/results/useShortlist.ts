import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastError } from '#pwa/ui/toaster.ts'
import { ask } from '../../http/ask.ts'
import type { ResultRow } from '../../views.ts'
import { canUndo, changeShortlist, type ShortlistChange } from './shortlistChange.ts'

/**
 * Puts a candidate on the shortlist or takes one off it: at once on the screen, with the count one up or down; what the
 * server refuses is put back.
 */
export function useShortlist(driveId: string) {
  const client = useQueryClient()
  const [done, setDone] = useState<{ driveId: string; change: ShortlistChange } | null>(null)
  // The page stays while its address goes to another drive, and an answer may come after that.
  const last = done?.driveId === driveId ? done.change : null
  const set = (row: ResultRow, is_selected: boolean) =>
    void changeShortlist(
      {
        client,
        ask,
        driveId,
        onDone: (change) => setDone({ driveId, change }),
        onRefused: (fault) => toastError(fault.message),
      },
      { row, is_selected },
    )
  return {
    set,
    /** What was done last with this drive. */
    last,
    /** Whether that can be taken back. */
    canUndo: last !== null && canUndo(last),
    undo: () => {
      if (last) set(last.row, !last.is_selected)
    },
  }
}
