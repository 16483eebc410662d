import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../../errors.ts'
import type { OfferedLanguage } from '../packages/limits.ts'
import type { ReadPackage } from '../packages/read.ts'
import type { FileToRead, Items, Kind, ReadMessage } from './readMessage.ts'
import type { ReadFile } from './readRows.ts'

/** Longer takes no file within the limits on any machine that serves; then the thread is ended. */
const MOST_MS = 30_000
const MOST_MEMORY_MB = 512

/** The thread's program: beside the server's bundle or in the folder above its parts, or its source. */
function program(): { file: string; flags: string[] } {
  const built = ['./import-worker.mjs', '../import-worker.mjs']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path))
  return built
    ? { file: built, flags: [] }
    : { file: fileURLToPath(new URL('./worker.ts', import.meta.url)), flags: ['--import', 'tsx'] }
}

const refused = (message: string): Refusal => new Refusal('invalid', message, { errors: { file: [message] } })

/**
 * Runs the thread until `take` answers true to something it said, or it refuses the file.
 * @throws Refusal invalid: what the thread refuses; what takes too long or needs too much memory
 */
function inThread<T>(file: FileToRead, take: (message: ReadMessage<T>) => boolean): Promise<void> {
  const { file: path, flags } = program()
  const worker = new Worker(path, {
    workerData: file,
    execArgv: flags,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  })
  const ended = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(refused('The file could not be read in time.')), MOST_MS)
    worker.on('message', (message: ReadMessage<T>) => {
      if (message.type === 'refused') reject(refused(message.message))
      else if (take(message)) resolve()
    })
    worker.once('error', (fault: NodeJS.ErrnoException) =>
      reject(
        fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refused('The file is too large to be read.') : fault,
      ),
    )
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The thread that reads a file ended without a word'))
    })
  })
  return ended.finally(() => worker.terminate())
}

/**
 * Reads and checks a file of rows.
 * @throws Refusal invalid for a file that is refused as a whole
 */
export async function readBankFile<K extends Kind>(kind: K, bytes: Uint8Array): Promise<ReadFile<Items[K]>> {
  const items: ReadFile<Items[K]>['items'] = []
  let rest: Omit<ReadFile<Items[K]>, 'items'> = { faults: [], total: 0, isHeaderWrong: false }
  await inThread<Items[K]>({ kind, bytes }, (message) => {
    if (message.type === 'items') items.push(...message.items)
    if (message.type !== 'done') return false
    const { type: _, ...told } = message
    rest = told
    return true
  })
  return { ...rest, items }
}

/**
 * Unpacks and reads a problem's package.
 * @throws Refusal invalid in the words of what is wrong with it
 */
export async function readPackageFile(
  bytes: Uint8Array,
  languages: readonly OfferedLanguage[],
): Promise<ReadPackage> {
  let read: ReadPackage | null = null
  await inThread({ kind: 'package', bytes, languages }, (message) => {
    if (message.type !== 'package') return false
    read = message.read
    return true
  })
  if (read === null) throw new Error('The thread that reads a package said nothing')
  return read
}
