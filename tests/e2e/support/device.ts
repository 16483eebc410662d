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

/** What lies in one of the browser's caches. */
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

/** From now on each write of the device takes so long, as on a disk that is busy. */
export const slowDisk = (page: Page, ms: number): Promise<void> =>
  page.evaluate((delay) => {
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...given) {
      const opened = transaction.apply(this, given)
      if (given[1] !== 'readwrite') return opened
      const until = performance.now() + delay
      const store = opened.objectStore(opened.objectStoreNames[0] ?? '')
      const hold = (): void => {
        if (performance.now() < until) store.count().onsuccess = hold
      }
      hold()
      return opened
    }
  }, ms)
