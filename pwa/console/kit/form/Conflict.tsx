import type { ComponentProps } from 'react'
import { ConflictDialog } from '#pwa/ui/ConflictDialog.tsx'
import { dateOr } from '../format/dates.ts'
import { useSession } from '../session/sessionStore.ts'
import { savedOf } from './fieldErrors.ts'

/** A field of a record in words: its name on the page, and what stands in it. */
export type ComparedField<V> = readonly [name: string, of: (values: V) => string]

/** The fields of a part of a record. */
export const partsIn = <V, P>(
  fields: readonly ComparedField<P>[],
  part: (values: V) => P,
): ComparedField<V>[] => fields.map(([name, of]) => [name, (values) => of(part(values))])

/**
 * The fields in which two people's states of one record differ.
 * @param before the record before one's own changes, if saving writes these alone: a field that only the other person
 * changed stays as it is and is not asked about, and one that the other person left alone is told as such
 */
export const conflictRows = <V,>(
  fields: readonly ComparedField<V>[],
  mine: V,
  theirs: V,
  before: V | null = null,
): [name: string, mine: string, theirs: string][] =>
  fields
    .filter(([, of]) => of(mine) !== of(theirs) && (before === null || of(mine) !== of(before)))
    .map(([name, of]) => [
      name,
      of(mine),
      before !== null && of(theirs) === of(before) ? `Not changed: ${of(theirs)}` : of(theirs),
    ])

type Dialog = ComponentProps<typeof ConflictDialog>

interface Props<T extends object> extends Pick<Dialog, 'what' | 'onMine' | 'onTheirs' | 'onBack'> {
  /** The record as it stands now; nothing while there is no conflict. */
  theirs: T | null
  /** The fields in which it differs from one's own. */
  rowsOf: (theirs: T) => Dialog['rows']
  note?: string
  parts?: string | null
  otherwise?: string
}

/** Two people changed one record, or one person in two windows: who saved it, and when, stands above both states. */
export function Conflict<T extends object>({
  theirs,
  rowsOf,
  note = 'Saving yours changes only the fields you changed.',
  parts = 'fields',
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
      parts={parts}
      otherwise={otherwise}
      {...rest}
    />
  )
}
