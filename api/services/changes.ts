/** What a change changes: of the fields that are given those that differ, as they were and as they will be. */
export function changesOf<T extends object>(
  row: T,
  given: Partial<T>,
): { before: Partial<T>; after: Partial<T> } {
  const before: Partial<T> = {}
  const after: Partial<T> = {}
  for (const name of Object.keys(given) as (keyof T)[]) {
    if (given[name] === undefined || given[name] === row[name]) continue
    before[name] = row[name]
    after[name] = given[name]
  }
  return { before, after }
}
