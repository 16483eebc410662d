import type { Worker } from 'node:worker_threads'
import type { ShippedLogState } from '#contract/views/verification.ts'
import { startThread } from '../kit/thread.ts'
import type { Storage } from '../storage/storage.ts'
import type { BackupPlan } from './keep.ts'
import { readStanding } from './logSegments.ts'
import type { ShipOrder, Shipped, ToShip } from './shipMessages.ts'
import { storeOf } from './stores/folderStore.ts'

/** A thread that ended by itself is begun anew after so long. */
const AGAIN_MS = 5_000
/** The newest shipped change is older than this: that is told as a fault. */
const LATE_MS = 30_000

interface ShippingParts {
  config: { dataDirectory: string; backups: BackupPlan | null; backupRecipients: readonly string[] }
  now: () => number
  log: { error(facts: object, text: string): void }
}

/** The shipping of the database's log between two backups, as a server has it done by a thread. */
export class LogShipping {
  readonly #parts: ShippingParts
  #thread: Worker | null = null
  #again: NodeJS.Timeout | undefined
  #isEnding = false
  #told: Shipped = { generation: null, until: null, fault: null }
  #startedAt = 0
  /** Is called when another generation begins: what is shipped from now on goes on from a backup that is yet to be made. */
  onGeneration: () => void = () => {}

  constructor(parts: ShippingParts) {
    this.#parts = parts
  }

  /** null: nothing is shipped. */
  get generation(): string | null {
    return this.#told.generation
  }

  start(): void {
    const { backups, dataDirectory, backupRecipients: recipients } = this.#parts.config
    const folder = backups && storeOf(backups.place).folder
    if (!folder || !backups.shipsLog || this.#isEnding) return
    this.#startedAt = this.#parts.now()
    const workerData: ShipOrder = { dataDirectory, backups: folder, recipients }
    const thread = startThread('ship-worker.mjs', new URL('./shipWorker.ts', import.meta.url), { workerData })
    this.#thread = thread
    thread.on('message', (told: Shipped) => this.#take(told))
    thread.on('error', (error) => this.#fault(error.message))
    thread.on('exit', () => {
      this.#thread = null
      if (!this.#isEnding) this.#again = setTimeout(() => this.start(), AGAIN_MS)
    })
  }

  #take(told: Shipped): void {
    const before = this.#told
    this.#told = { ...told, until: told.until ?? before.until }
    if (told.fault && told.fault !== before.fault) this.#fault(told.fault)
    if (told.generation && told.generation !== before.generation) this.onGeneration()
  }

  #fault(words: string): void {
    this.#told = { ...this.#told, fault: words }
    this.#parts.log.error({ fault: words }, 'the log could not be shipped')
  }

  /** The store of pictures, of which each new one is shipped too. */
  over(storage: Storage): Storage {
    if (!this.#parts.config.backups?.shipsLog) return storage
    return {
      ...storage,
      put: async (key, bytes) => {
        await storage.put(key, bytes)
        this.#say({ picture: key })
      },
    }
  }

  #say(said: ToShip): void {
    this.#thread?.postMessage(said)
  }

  /** null where nothing is shipped. */
  state(): ShippedLogState | null {
    if (!this.#parts.config.backups?.shipsLog) return null
    const { until, fault } = this.#told
    return {
      until: until === null ? null : new Date(until).toISOString(),
      is_late: this.#parts.now() - (until ?? this.#startedAt) > LATE_MS,
      fault,
    }
  }

  /** Ships what is left, and ends. */
  async close(): Promise<void> {
    this.#isEnding = true
    clearTimeout(this.#again)
    const thread = this.#thread
    if (!thread) return
    const ended = new Promise((resolve) => thread.once('exit', resolve))
    this.#say('end')
    await ended
  }
}

/** The same as somebody beside the server reads it. @param now in milliseconds */
export async function shippedFrom(dataDirectory: string, now: number): Promise<ShippedLogState> {
  const until = (await readStanding(dataDirectory))?.checked_at ?? null
  return { until, is_late: until === null || now - Date.parse(until) > LATE_MS, fault: null }
}
