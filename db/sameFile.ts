import { statSync } from 'node:fs'

/**
 * Whether a database and its log still are the files that were opened. SQLite goes on writing to files that were removed or
 * replaced, and whatever is committed to those is gone when the process ends.
 */
export class SameFile {
  readonly #paths: readonly string[]
  /** The files as they were met, by path; the log is made by the first write. */
  readonly #met = new Map<string, string>()

  constructor(file: string) {
    this.#paths = [file, `${file}-wal`]
    for (const path of this.#paths) this.#meet(path)
  }

  /** To be called after a commit, when both are there. @throws Error in words where one is not the file it was */
  require(): void {
    for (const path of this.#paths) {
      const met = this.#met.get(path)
      const now = this.#meet(path)
      if (now === null || (met !== undefined && met !== now))
        throw new Error(
          `${path} was removed or replaced while Holdfast was using it; stop Holdfast, put the data back or restore a backup, then start it again`,
        )
    }
  }

  /** @returns which file lies there now; null where none does */
  #meet(path: string): string | null {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return null
    const which = `${found.dev} ${found.ino}`
    if (!this.#met.has(path)) this.#met.set(path, which)
    return which
  }
}
