/**
 * Which draft is this tab's: two tabs with the same form write two drafts, or the one would write over the other. A tab
 * holds its own with a lock of the browser, which ends with the tab however that ends.
 */

/** The parts of the browser that a claim needs. */
export interface ClaimPorts {
  /** undefined where the browser has none, over plain http: there all tabs share one draft. */
  locks: Pick<LockManager, 'request'> | undefined
  /** The storage of this tab alone: it finds its own draft again after a reload. */
  tab: Pick<Storage, 'getItem' | 'setItem'>
  /** How long this tab waits for the draft it had last; see `ownWaitMs`. */
  ownWaitMs: number
  /** Names of the drafts that are kept of one form, the newest first. */
  kept: (userId: number, what: string) => Promise<string[]>
}

export interface Claim {
  /** The draft's name: the form's own, or with a number behind it where another tab has that. */
  name: string
  release: () => void
}

/**
 * A page that is loaded again asks before the browser took the lock from the one before, which takes a busy computer
 * seconds. A duplicated tab remembers a draft that another one has, and is to have its own soon.
 * @param navigation how the page was opened, as the browser tells it
 * @param openMs for how long it has been open: later than this the page before has ended, and another tab has the draft
 * @returns milliseconds
 */
export const ownWaitMs = (navigation: string | undefined, openMs: number): number =>
  Math.max(500, navigation === 'reload' ? 15_000 - openMs : 0)

/** Whether this is the name of a draft of the form `what`. */
export const isDraftOf = (what: string, name: string): boolean =>
  name === what || (name.startsWith(`${what}~`) && /^\d+$/.test(name.slice(what.length + 1)))

/**
 * Holds the draft this tab had last, else the newest that no open tab has, else a new one.
 * @param what names the form: 'new', 'edit 4'
 */
export async function claimDraft(userId: number, what: string, ports: ClaimPorts): Promise<Claim> {
  const { locks, tab } = ports
  if (!locks) return { name: what, release: () => {} }
  const key = `draft of ${userId}: ${what}`
  const kept = await ports.kept(userId, what)
  const own = tab.getItem(key)
  const tried = new Set<string>()
  for (const name of namesInTurn(what, own, kept)) {
    if (tried.has(name)) continue
    tried.add(name)
    const release = await hold(locks, `holdfast draft ${userId}:${name}`, name === own ? ports.ownWaitMs : 0)
    if (!release) continue
    tab.setItem(key, name)
    return { name, release }
  }
  throw new Error('There is always another name')
}

/** Those that hold something first; then names without an end. */
function* namesInTurn(what: string, own: string | null, kept: readonly string[]): Generator<string> {
  if (own !== null && kept.includes(own)) yield own
  yield* kept
  yield what
  for (let number = 2; ; number++) yield `${what}~${number}`
}

/** @returns what gives the lock back; null where another tab has it */
function hold(
  locks: Pick<LockManager, 'request'>,
  name: string,
  waitMs: number,
): Promise<(() => void) | null> {
  const options = waitMs > 0 ? { signal: AbortSignal.timeout(waitMs) } : { ifAvailable: true }
  return new Promise((resolve) => {
    locks
      .request(name, options, (lock) => {
        if (!lock) return resolve(null)
        return new Promise<void>((release) => resolve(release))
      })
      // Another tab has it still: this one is a duplicate of that.
      .catch(() => resolve(null))
  })
}
