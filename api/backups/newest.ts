import { type KeptBackup, listBackups } from './keep.ts'
import { readManifest } from './manifest.ts'
import type { CopyStore } from './stores/store.ts'

/** Outside of a folder it is asked for no more often by those who only want to know: each answer costs, and takes its time. */
const ASK_EVERY_MS = 10 * 60_000

interface Facts {
  bytes: number
  isEncrypted: boolean
  /** The shipped log that goes on from it; undefined: none. */
  generation: string | undefined
  /** Its installation; undefined: that was not written down yet. */
  installation: string | undefined
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
  readonly #installation: string | null
  /** The facts of each, as its list says: with many pictures that is long. */
  #facts = new Map<string, Facts>()
  /** The last answer from outside of a folder; undefined before the first. */
  #answer: Newest | null | undefined
  #asked: { at: number; answer: Promise<Newest | null> } | null = null

  /** @param installation the fingerprint of its key for receipts: backups of others in the place do not count. null: all do */
  constructor(store: CopyStore, now: () => number, installation: string | null = null) {
    this.#installation = installation
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
    const backups = await listBackups(this.#store, this.#now())
    const there = new Set(backups.map(({ folder }) => folder))
    this.#facts = new Map([...this.#facts].filter(([folder]) => there.has(folder)))
    for (const one of backups) {
      const facts = await this.#factsOf(one)
      const owner = facts?.installation ?? this.#installation
      if (this.#installation === null || owner === this.#installation) return { at: one.at, facts }
    }
    return null
  }

  async #factsOf({ name, folder }: KeptBackup): Promise<Facts | null> {
    const known = this.#facts.get(folder)
    if (known) return known
    const manifest = await readManifest(this.#store.within(name)).catch(() => null)
    if (!manifest) return null
    const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0)
    const facts = {
      bytes,
      isEncrypted: manifest.encryption !== undefined,
      generation: manifest.log?.generation,
      installation: manifest.installation,
    }
    this.#facts.set(folder, facts)
    return facts
  }
}
