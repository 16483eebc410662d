import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { writeWhole } from '../kit/wholeFile.ts'

/** The store of pictures. Keys are made by this server alone: letters, digits, '-', '_' and '/' between parts. */
export interface Storage {
  /** Durable when it resolves; the same key may be written again with the same bytes. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** null where nothing lies under the key. */
  get(key: string): Promise<Readable | null>
  remove(key: string): Promise<void>
  /** The files below a part, however deep, with when each was written. */
  list(part: string): Promise<{ key: string; at: number }[]>
  /** Everything whose key begins with this part and a '/'. */
  removeAll(part: string): Promise<void>
}

/** All that lies under a key, or null. */
export async function storedBytes(storage: Storage, key: string): Promise<Buffer<ArrayBuffer> | null> {
  const stream = await storage.get(key)
  return stream && buffer(stream)
}

const keyPattern = /^[\w-]+(\/[\w-]+)*(\.[a-z]+)?$/

/** Files below the data directory, each written whole or not at all. */
export function fileStorage(root: string): Storage {
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error(`No storage key: ${JSON.stringify(key)}`)
    return join(root, key)
  }
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await writeWhole(path, bytes)
    },
    async get(key) {
      const path = pathOf(key)
      return existsSync(path) ? createReadStream(path) : null
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async list(part) {
      const folder = pathOf(part)
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
      const keys = found
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'))
        .filter((key) => keyPattern.test(key))
      return Promise.all(keys.map(async (key) => ({ key, at: (await stat(join(root, key))).mtimeMs })))
    },
    async removeAll(part) {
      await rm(pathOf(part), { force: true, recursive: true })
    },
  }
}
