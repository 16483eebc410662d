import { formatBytes } from '../../format.ts'
import { type Finding, ready, slower, todo } from './check.ts'
import { valueAfter } from './surroundings.ts'

const PROBE = 'holdfast.check'
/** Pictures and answers of a long test, with room to spare. */
const NEEDED_BYTES = 50_000_000
/** Firefox asks the person, who may never answer; other browsers decide by themselves, at once. */
const ANSWER_MS = 1_500

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
async function tryWrite(): Promise<void> {
  const db = await openProbe()
  const transaction = db.transaction('probe', 'readwrite', { durability: 'strict' })
  await new Promise<void>((resolve, reject) => {
    transaction.objectStore('probe').put(Date.now(), 'now')
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  db.close()
  indexedDB.deleteDatabase(PROBE)
}

export async function checkStorage(answerMs = ANSWER_MS): Promise<Finding> {
  try {
    await tryWrite()
  } catch {
    return todo('Not possible', 'This browser keeps nothing. Leave private browsing, or use another browser.')
  }
  const storage = navigator.storage
  const kept =
    (await storage?.persisted?.()) ||
    (await Promise.race([storage?.persist?.(), valueAfter(answerMs, 'asks')]))
  const { quota, usage } = (await storage?.estimate?.()) ?? {}
  const free = quota === undefined ? null : quota - (usage ?? 0)
  if (free !== null && free < NEEDED_BYTES) {
    return slower(
      'Little room',
      `Only ${formatBytes(free)} free. Make room on this device, or leave private browsing.`,
    )
  }
  const works = `Saving works${free === null ? '' : `, ${formatBytes(free)} free`}.`
  if (kept === 'asks') return slower('Asks', `${works} Allow what the browser asks, then check again.`)
  return ready(works)
}
