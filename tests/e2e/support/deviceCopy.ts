import type { Page } from 'playwright'

/** All that a browser keeps for one address, as data: what a later browser, of whatever version, is given back. */
export interface DeviceCopy {
  databases: { name: string; version: number; stores: StoreCopy[] }[]
  local: Record<string, string>
  caches: { name: string; answers: { path: string; headers: [string, string][]; body: string }[] }[]
}

interface StoreCopy {
  name: string
  keyPath: string | string[]
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[]
  /** As JSON; a blob stands as `{$blob}` with its data address. */
  rows: unknown[]
}

/**
 * Reads it out of a page of that address that runs nothing of the product. The worker's own files are no part of it: an
 * installation brings them; nor are the engines, which a test can do without.
 */
export const copyDevice = (page: Page): Promise<DeviceCopy> =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const addressOf = (blob: Blob): Promise<string> =>
      new Promise((resolve, reject) => {
        const reader = new FileReader()
        reader.onload = () => resolve(String(reader.result))
        reader.onerror = () => reject(reader.error)
        reader.readAsDataURL(blob)
      })
    const plain = async (value: unknown): Promise<unknown> => {
      if (value instanceof Blob) return { $blob: await addressOf(value) }
      if (Array.isArray(value)) return Promise.all(value.map(plain))
      if (typeof value !== 'object' || value === null) return value
      if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error(`${value} is no JSON`)
      const entries = Object.entries(value).map(async ([key, part]) => [key, await plain(part)] as const)
      return Object.fromEntries(await Promise.all(entries))
    }
    const keyPathOf = ({ keyPath }: IDBObjectStore | IDBIndex): string | string[] => {
      if (keyPath === null) throw new Error('A store whose rows do not hold their key')
      return keyPath
    }

    const databases: DeviceCopy['databases'] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await asked(indexedDB.open(name))
      const stores: StoreCopy[] = []
      for (const storeName of db.objectStoreNames) {
        const store = db.transaction(storeName).objectStore(storeName)
        const indexes = [...store.indexNames].map((indexName) => {
          const index = store.index(indexName)
          const { unique, multiEntry } = index
          return { name: indexName, keyPath: keyPathOf(index), unique, multiEntry }
        })
        const rows = (await plain(await asked(store.getAll()))) as unknown[]
        stores.push({ name: storeName, keyPath: keyPathOf(store), indexes, rows })
      }
      databases.push({ name, version: db.version, stores })
      db.close()
    }
    const kept: DeviceCopy['caches'] = []
    for (const name of await caches.keys()) {
      if (name.startsWith('workbox-precache') || name === 'holdfast-engines') continue
      const cache = await caches.open(name)
      const copied = (await cache.keys()).map(async (request) => {
        const { pathname, search } = new URL(request.url)
        const answer = await cache.match(request)
        if (!answer) throw new Error(`${pathname} went meanwhile`)
        const body = await addressOf(await answer.blob())
        return { path: pathname + search, headers: [...answer.headers], body }
      })
      kept.push({ name, answers: await Promise.all(copied) })
    }
    return { databases, local: { ...localStorage }, caches: kept }
  })

/** Puts it into a browser that holds nothing for the address yet, by a page that runs nothing of the product. */
export const putDevice = (page: Page, copy: DeviceCopy): Promise<void> =>
  page.evaluate(async ({ databases, local, caches: kept }) => {
    const blobOf = async (address: string): Promise<Blob> => (await fetch(address)).blob()
    const whole = async (value: unknown): Promise<unknown> => {
      if (Array.isArray(value)) return Promise.all(value.map(whole))
      if (typeof value !== 'object' || value === null) return value
      if ('$blob' in value) return blobOf(String(value.$blob))
      const entries = Object.entries(value).map(async ([key, part]) => [key, await whole(part)] as const)
      return Object.fromEntries(await Promise.all(entries))
    }
    for (const { name, version, stores } of databases) {
      // A transaction waits for nothing but itself: all rows first.
      const filled = await Promise.all(
        stores.map(async (store) => ({ ...store, rows: (await whole(store.rows)) as unknown[] })),
      )
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, version)
        opening.onupgradeneeded = () => {
          for (const { name: storeName, keyPath, indexes, rows } of filled) {
            const store = opening.result.createObjectStore(storeName, { keyPath })
            for (const index of indexes) store.createIndex(index.name, index.keyPath, index)
            for (const row of rows) store.add(row)
          }
        }
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          opening.result.close()
          resolve()
        }
      })
    }
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value)
    for (const { name, answers } of kept) {
      const cache = await caches.open(name)
      for (const { path, headers, body } of answers)
        await cache.put(new URL(path, location.href), new Response(await blobOf(body), { headers }))
    }
  }, copy)
