import type { Page } from 'playwright'

interface Kept {
  databases: { store: string; rows: unknown[] }[]
  local: Record<string, string>
}

/** Everything the browser keeps for the page's address: each row of each database, and the small storage. */
export const keptOnDevice = (page: Page): Promise<Kept> =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const databases: { store: string; rows: unknown[] }[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await asked(indexedDB.open(name))
      for (const store of db.objectStoreNames)
        databases.push({ store, rows: await asked(db.transaction(store).objectStore(store).getAll()) })
      db.close()
    }
    return { databases, local: { ...localStorage } }
  })

/** Addresses of the engines that lie in the browser, for running code without the server. */
export const keptEngines = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const kept = await (await caches.open('holdfast-engines')).keys()
    return kept.map(({ url }) => url)
  })

/** The contents of one of the browser's caches. */
export const cached = (
  page: Page,
  name: string,
): Promise<{ url: string; type: string | null; text: string }[]> =>
  page.evaluate(async (cacheName) => {
    const answers = await (await caches.open(cacheName)).matchAll()
    return Promise.all(
      answers.map(async (answer) => ({
        url: answer.url,
        type: answer.headers.get('content-type'),
        text: await answer.text(),
      })),
    )
  }, name)

declare global {
  interface Window {
    /** How many writes were held up. */
    heldWrites?: number
  }
}

/**
 * From now on each write to the log takes so long, as on a disk that is busy. The transaction is held open from its
 * first op on: the library that opens it keeps the browser's own function of before.
 */
export const slowDisk = (page: Page, ms: number): Promise<void> =>
  page.evaluate((delay) => {
    window.heldWrites = 0
    const { add } = IDBObjectStore.prototype
    const held = new WeakSet<IDBTransaction>()
    IDBObjectStore.prototype.add = function (...given) {
      const request = add.apply(this, given)
      if (this.name !== 'ops' || held.has(this.transaction)) return request
      held.add(this.transaction)
      window.heldWrites = (window.heldWrites ?? 0) + 1
      const until = performance.now() + delay
      const hold = (): void => {
        if (performance.now() < until) this.count().onsuccess = hold
      }
      hold()
      return request
    }
  }, ms)

/** So many writes were held up since `slowDisk`: a test of a slow disk that slows nothing proves nothing. */
export const heldWrites = (page: Page): Promise<number> => page.evaluate(() => window.heldWrites ?? 0)

/** From now on every write to the log aborts, and every ack of it, as on a full disk, until the answer is called. */
export async function fullDisk(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { add, put } = IDBObjectStore.prototype
    const broken = window as Window & { mendDisk?: () => void }
    IDBObjectStore.prototype.add = function (...given) {
      const request = add.apply(this, given)
      if (this.name === 'ops') this.transaction.abort()
      return request
    }
    IDBObjectStore.prototype.put = function (...given) {
      const request = put.apply(this, given)
      if (this.name === 'attempts') this.transaction.abort()
      return request
    }
    broken.mendDisk = () => {
      Object.assign(IDBObjectStore.prototype, { add, put })
    }
  })
  return () => page.evaluate(() => (window as Window & { mendDisk?: () => void }).mendDisk?.())
}
