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
export const conflictRows = <V>(
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
