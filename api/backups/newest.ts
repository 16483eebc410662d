import { type KeptBackup, listBackups } from './keep.ts'
import { readManifest } from './manifest.ts'
import type { CopyStore } from './stores/store.ts'

/** Outside of a folder it is asked for no more often by those who only want to know: each answer costs, and takes its time. */
const ASK_EVERY_MS = 10 * 60_000

interface Facts {
  folder: string
  bytes: number
  /** The shipped log that goes on from it; undefined: none. */
  generation: string | undefined
}

export interface Newest {
  /** When it was made, in milliseconds. */
  at: number
  /** null where its list cannot be read. */
  facts: Facts | null
}

/** The newest backup of a place, for a server that is asked for it by pages, figures and alerts. */
export class NewestBackup {
  readonly #store: CopyStore
  readonly #now: () => number
  /** Its facts, as its list says: with many pictures that is long. */
  #facts: Facts | null = null
  /** The last answer from outside of a folder; undefined before the first. */
  #answer: Newest | null | undefined
  #asked: { at: number; answer: Promise<Newest | null> } | null = null

  constructor(store: CopyStore, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /**
   * The newest that there is; null where there is none. It never fails: a folder that cannot be read has none, and a bucket that
   * cannot be reached has what it had before.
   * @param isFresh whoever decides by it waits for what is there now
   */
  find(isFresh = false): Promise<Newest | null> {
    if (this.#store.folder !== null) return this.#look().catch(() => null)
    const at = this.#now()
    if (isFresh || !this.#asked || Math.abs(at - this.#asked.at) >= ASK_EVERY_MS)
      this.#asked = { at, answer: this.#ask() }
    return this.#answer === undefined || isFresh ? this.#asked.answer : Promise.resolve(this.#answer)
  }

  async #ask(): Promise<Newest | null> {
    this.#answer = await this.#look().catch(() => this.#answer ?? null)
    return this.#answer
  }

  async #look(): Promise<Newest | null> {
    const [newest] = await listBackups(this.#store, this.#now())
    return newest ? { at: newest.at, facts: await this.#factsOf(newest) } : null
  }

  async #factsOf({ name, folder }: KeptBackup): Promise<Facts | null> {
    if (this.#facts?.folder === folder) return this.#facts
    const manifest = await readManifest(this.#store.within(name)).catch(() => null)
    if (!manifest) return null
    const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0)
    this.#facts = { folder, bytes, generation: manifest.log?.generation }
    return this.#facts
  }
}
