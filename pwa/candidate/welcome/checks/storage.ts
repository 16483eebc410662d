import { formatBytes } from '../../format.ts'
import { type Finding, ready, slower, todo } from './check.ts'

const PROBE = 'holdfast.check'
/** Pictures and answers of a long test, with room to spare. */
const NEEDED_BYTES = 50_000_000

function openProbe(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(PROBE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('probe')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('blocked'))
  })
}

/** One write that waits for the disk, as each answer's will. */
async function strictWriteMs(): Promise<number> {
  const db = await openProbe()
  const before = performance.now()
  await new Promise<void>((resolve, reject) => {
    const transaction = db.transaction('probe', 'readwrite', { durability: 'strict' })
    transaction.objectStore('probe').put(before, 'now')
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  db.close()
  indexedDB.deleteDatabase(PROBE)
  return performance.now() - before
}

export async function checkStorage(): Promise<Finding> {
  let ms: number
  try {
    ms = Math.max(1, Math.round(await strictWriteMs()))
  } catch {
    return todo('This browser keeps nothing. Leave private browsing, or use another browser.')
  }
  const storage = navigator.storage
  const kept = (await storage?.persisted?.()) || (await storage?.persist?.()) || false
  const { quota, usage } = (await storage?.estimate?.()) ?? {}
  const free = quota === undefined ? null : quota - (usage ?? 0)
  if (free !== null && free < NEEDED_BYTES) {
    return slower(
      'Little room',
      `Only ${formatBytes(free)} free. Make room on this device, or leave private browsing.`,
    )
  }
  const room = free === null ? '' : `, ${formatBytes(free)} free`
  return ready(`Strict write in ${ms} ms${room}${kept ? ', kept to the end' : ''}.`)
}
