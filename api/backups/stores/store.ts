import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** A place where copies are kept, whatever it is made of. Names are below it, with '/' between their parts. */
export interface CopyStore {
  /** The place as people write it: a path, or s3://bucket/prefix. */
  readonly where: string
  /** Its path where it is a folder of this machine; null elsewhere. */
  readonly folder: string | null
  /** So many files may be on their way at once. */
  readonly atOnce: number
  /** A folder in it, as a store of its own. */
  within(name: string): CopyStore
  /** The folder that it lies in. */
  above(): CopyStore
  /** The names directly in it, of files and folders. @throws where it cannot be read */
  list(): Promise<string[]>
  has(name: string): Promise<boolean>
  /** A file's bytes. It throws, or its stream fails, with the code ENOENT where there is no such file. */
  read(name: string): Promise<Readable>
  /** Writes a file, durable when it resolves. */
  write(name: string, bytes: Readable): Promise<void>
  /** Writes a short file whole or not at all, durable when it resolves. */
  put(name: string, content: string): Promise<void>
  /** Removes a file, or a folder with all that is in it. */
  remove(name: string): Promise<void>
  /**
   * The lines of a list that only grows, a part at a time, as a list may be long; none where there is no list. A folder keeps it
   * as a file and a bucket as an object a line: each reads both, as backups are moved from one to the other.
   * @throws where it cannot be read, or is something else
   */
  linesOf(name: string): AsyncIterable<string[]>
  /** Adds to such a list the lines that it lacks. Durable when it resolves, whoever adds at the same time. */
  addLines(name: string, lines: readonly string[]): Promise<void>
  /**
   * Removes a backup, whole or cut off. It counts no more before anything of it goes: broken off, it is one that was cut off.
   * @param manifest the file that makes it one
   */
  discard(name: string, manifest: string): Promise<void>
  /** Begins a backup. @throws Error in words where none can be kept, or one has that name */
  begin(name: string): Promise<DraftBackup>
  /** Whether copies can be kept, by doing it with a small file. */
  trial(): Promise<Trial>
}

/** A place by its path where it is a folder. */
export type CopyPlace = string | CopyStore

/** A backup that is being written: it counts only once it is finished. */
export interface DraftBackup {
  /** The parts are written to it, and read from it again. */
  store: CopyStore
  /** The manifest comes last, and makes it a backup. */
  finish(manifest: { name: string; content: string }): Promise<void>
  /** Leaves nothing of it, as far as that can be done. */
  abandon(): Promise<void>
}

export interface Trial {
  /** Why none can be kept, a sentence; null where they can. */
  fault: string | null
  /** The remedy for that, a sentence. */
  todo?: string
  /** How far this machine's clock is ahead of the store's, in milliseconds; null where it tells none. */
  aheadMs: number | null
}

/** @returns null where there is no such file */
export async function textIn(store: CopyStore, name: string): Promise<string | null> {
  try {
    return await text(await store.read(name))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Whether a fault says that there is no such file. */
export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
