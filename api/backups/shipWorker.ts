/** Entry of the thread that ships the log of the database: its reading and flushing keeps no candidate waiting. */
import { parentPort, workerData } from 'node:worker_threads'
import { LogShipper } from './logShipper.ts'
import type { ShipOrder, Shipped, ToShip } from './shipMessages.ts'

/** A second is promised, and a round takes its time too. */
const EVERY_MS = 400

const shipper = new LogShipper({ ...(workerData as ShipOrder), now: Date.now })
let until: number | null = null
let timer: NodeJS.Timeout | undefined
let isEnding = false

function tell(fault: string | null): void {
  const told: Shipped = { generation: shipper.generation, until, fault }
  parentPort?.postMessage(told)
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function round(): Promise<void> {
  const began = Date.now()
  try {
    await shipper.ship()
    until = began
    tell(null)
  } catch (error) {
    tell(wordsOf(error))
  }
  if (!isEnding) timer = setTimeout(begin, EVERY_MS)
}

let running = Promise.resolve()
function begin(): void {
  running = round()
}

parentPort?.on('message', (said: ToShip) => {
  if (said !== 'end') return shipper.addPicture(said.picture)
  isEnding = true
  clearTimeout(timer)
  void running
    .then(() => shipper.close())
    .then(() => tell(null))
    .catch((error: unknown) => tell(wordsOf(error)))
    .finally(() => parentPort?.close())
})
begin()
