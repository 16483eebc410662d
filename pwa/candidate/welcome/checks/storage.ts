import { formatBytes } from '../../format.ts'
import { type Finding, ready, slower, todo } from './check.ts'
import { after } from './surroundings.ts'

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
async function tryWrite(): Promise<{ ms: number; isStrict: boolean }> {
  const db = await openProbe()
  const before = performance.now()
  const transaction = db.transaction('probe', 'readwrite', { durability: 'strict' })
  await new Promise<void>((resolve, reject) => {
    transaction.objectStore('probe').put(before, 'now')
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  db.close()
  indexedDB.deleteDatabase(PROBE)
  return {
    ms: Math.max(1, Math.round(performance.now() - before)),
    isStrict: transaction.durability === 'strict',
  }
}

export async function checkStorage(answerMs = ANSWER_MS): Promise<Finding> {
  let written: Awaited<ReturnType<typeof tryWrite>>
  try {
    written = await tryWrite()
  } catch {
    return todo('This browser keeps nothing. Leave private browsing, or use another browser.')
  }
  const storage = navigator.storage
  const kept =
    (await storage?.persisted?.()) || (await Promise.race([storage?.persist?.(), after(answerMs, 'asks')]))
  const { quota, usage } = (await storage?.estimate?.()) ?? {}
  const free = quota === undefined ? null : quota - (usage ?? 0)
  if (free !== null && free < NEEDED_BYTES) {
    return slower(
      'Little room',
      `Only ${formatBytes(free)} free. Make room on this device, or leave private browsing.`,
    )
  }
  const room = free === null ? '' : `, ${formatBytes(free)} free`
  const write = `${written.isStrict ? 'Strict write' : 'Write'} in ${written.ms} ms${room}`
  if (kept === 'asks') return slower('Asks', `${write}. Allow what the browser asks, then check again.`)
  return ready(`${write}${kept ? ', kept to the end' : ''}.`)
}
