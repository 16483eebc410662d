/**
 * Two people changed one record: which state one goes on from who keeps the other's. Only what contradicts is given up:
 * a field that both changed is the other's, and one's own changes to all else stay.
 */

export interface ThreeStates<V> {
  /** As it stood when one's own changes were begun. */
  before: V
  mine: V
  theirs: V
}

export interface Alike<V> {
  /** Fields that mean something only together: if the other changed one of them, all are the other's. */
  together?: readonly (readonly (keyof V)[])[]
  /** The values as they are told apart, where two that differ may mean the same. */
  plain?: (values: V) => Record<keyof V, unknown>
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export function withOwnChanges<V extends object>(
  { before, mine, theirs }: ThreeStates<V>,
  { together = [], plain = (values) => values }: Alike<V> = {},
): V {
  const stood = plain(before)
  const isOtherIn = (values: V) => {
    const now = plain(values)
    return (name: keyof V): boolean => !isSame(now[name], stood[name])
  }
  const [isMine, isTheirs] = [isOtherIn(mine), isOtherIn(theirs)]
  const grouped = new Set(together.flat())
  const alone = (Object.keys(theirs) as (keyof V)[]).filter((name) => !grouped.has(name))
  const own = [...together, ...alone.map((name) => [name])].filter(
    (group) => group.some(isMine) && !group.some(isTheirs),
  )
  return { ...theirs, ...Object.fromEntries(own.flat().map((name) => [name, mine[name]])) }
}

/**
 * The same of a list whose entries are records of their own: one that either took away or added goes or comes, unless the
 * other changed what one took away.
 * @param idOf null for an entry that is not saved yet
 */
export function entriesWithOwnChanges<E extends object>(
  { before, mine, theirs }: ThreeStates<readonly E[]>,
  idOf: (entry: E) => number | null,
  alike: Alike<E> = {},
): E[] {
  const { plain = (entry: E) => entry } = alike
  const byId = (entries: readonly E[]) => new Map(entries.map((entry) => [idOf(entry), entry]))
  const [stood, own] = [byId(before), byId(mine)]
  const standing = theirs.flatMap((entry): E[] => {
    const [was, now] = [stood.get(idOf(entry)), own.get(idOf(entry))]
    if (!was) return [entry]
    if (!now) return isSame(plain(entry), plain(was)) ? [] : [entry]
    return [withOwnChanges({ before: was, mine: now, theirs: entry }, alike)]
  })
  return [...standing, ...mine.filter((entry) => idOf(entry) === null)]
}
