import type { ComponentProps } from 'react'
import { ConflictDialog } from '#pwa/ui/ConflictDialog.tsx'
import { dateOr } from '../format/dates.ts'
import { useSession } from '../session/sessionStore.ts'
import { savedOf } from './fieldErrors.ts'

type Dialog = ComponentProps<typeof ConflictDialog>

interface Props<T extends object> extends Pick<Dialog, 'what' | 'onMine' | 'onTheirs'> {
  /** The record as it stands now; nothing while there is no conflict. */
  theirs: T | null
  /** The fields in which it differs from one's own. */
  rowsOf: (theirs: T) => Dialog['rows']
  note?: string
  otherwise?: string
}

/** Two people changed one record, or one person in two windows: who saved it, and when, stands above both states. */
export function Conflict<T extends object>({
  theirs,
  rowsOf,
  note = 'Saving yours changes only the fields you changed.',
  otherwise = 'None of the fields you changed differs from theirs.',
  ...rest
}: Props<T>) {
  const own = useSession()?.user.id
  const saved = savedOf(theirs)
  return (
    <ConflictDialog
      isOpen={theirs !== null}
      saved={saved && { who: saved.user_id === own ? null : saved.name, when: dateOr(saved.at, '-') }}
      rows={theirs ? rowsOf(theirs) : []}
      note={note}
      otherwise={otherwise}
      {...rest}
    />
  )
}
