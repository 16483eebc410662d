import type { ImportMapping } from '#contract/forms/importMapping.ts'
import type { ImportPreview } from '#contract/views/bank.ts'
import { type DomainError, invalidAt } from '../../kit/errors.ts'
import type { OfferedLanguage } from '../packages/limits.ts'
import type { ReadPackage } from '../packages/read.ts'
import type { FileItems, FileToRead, Kind, ReadMessage, ReadRescue } from './readMessage.ts'
import type { ReadFile } from './readRows.ts'
import { keepThread, takeThread } from './thread.ts'

/** Longer is silent over no file within the limits whatever serves, however busy it is; then the thread is ended. */
const MAX_SILENT_MS = 60_000

const refused = (message: string): DomainError => invalidAt('file', message)

/**
 * Runs the thread until `take` answers true to something it said, or it refuses the file.
 * @throws DomainError invalid: what the thread refuses; what takes too long or needs too much memory
 */
function inThread<T>(
  file: FileToRead,
  take: (message: ReadMessage<T>) => boolean,
  handedOver: ArrayBuffer[] = [],
): Promise<void> {
  const thread = takeThread()
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => fail(refused('The file could not be read in time. Try again.')),
      MAX_SILENT_MS,
    )
    /** It said its last word about this file. */
    const keep = (): void => {
      clearTimeout(timer)
      keepThread(thread)
    }
    const fail = (error: Error): void => {
      clearTimeout(timer)
      reject(error)
      void thread.terminate()
    }
    thread.on('message', (message: ReadMessage<T>) => {
      // A file that is read in pieces is not late because the pieces before were worked on.
      timer.refresh()
      if (message.type === 'refused') {
        keep()
        reject(refused(message.message))
      } else if (take(message)) {
        keep()
        resolve()
      }
    })
    thread.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? refused('The file is too large to be read.') : error),
    )
    thread.once('exit', () => fail(new Error('The thread that reads a file ended without a word')))
    thread.postMessage(file, handedOver)
  })
}

/** With its encoding in words, where it said none itself. */
export type DecodedFile<T> = ReadFile<T> & { guessed: string | null }

/**
 * Reads and checks a file of rows.
 * @throws DomainError invalid for a file that is refused as a whole
 */
export async function readBankFile<K extends Kind>(
  kind: K,
  bytes: Uint8Array,
  mapping?: ImportMapping,
): Promise<DecodedFile<FileItems[K]>> {
  const items: ReadFile<FileItems[K]>['items'] = []
  let rest: Omit<DecodedFile<FileItems[K]>, 'items'> = {
    errors: [],
    total: 0,
    isHeaderWrong: false,
    guessed: null,
  }
  await inThread<FileItems[K]>({ kind, bytes, ...(mapping && { mapping }) }, (message) => {
    if (message.type === 'items') items.push(...message.items)
    if (message.type !== 'done') return false
    const { type: _, ...told } = message
    rest = told
    return true
  })
  return { ...rest, items }
}

/**
 * Reads how a file of rows begins.
 * @throws DomainError invalid for a file that is refused as a whole
 */
export async function readPreview(of: Kind, bytes: Uint8Array): Promise<ImportPreview> {
  let preview: ImportPreview | null = null
  await inThread({ kind: 'preview', of, bytes }, (message) => {
    if (message.type !== 'preview') return false
    preview = message.preview
    return true
  })
  if (preview === null) throw new Error('The thread that reads a file said nothing')
  return preview
}

/**
 * Unpacks and reads a problem's package.
 * @param file stays open until this is done
 * @throws DomainError invalid in the words of what is wrong with it
 */
export async function readPackageFile(
  { fd, size }: { fd: number; size: number },
  languages: readonly OfferedLanguage[],
): Promise<ReadPackage> {
  let read: ReadPackage | null = null
  await inThread({ kind: 'package', fd, size, languages }, (message) => {
    if (message.type !== 'package') return false
    read = message.read
    return true
  })
  if (read === null) throw new Error('The thread that reads a package said nothing')
  return read
}

/**
 * Opens a rescue file. Its bytes change hands: nobody else reads them any more.
 * @throws DomainError invalid in the words of what is wrong with it
 */
export async function readRescueFile(
  bytes: Uint8Array<ArrayBuffer>,
  privateKey: Uint8Array,
): Promise<ReadRescue> {
  let read: ReadRescue | null = null
  await inThread(
    { kind: 'rescue', bytes, privateKey },
    (message) => {
      if (message.type !== 'rescue') return false
      read = message.rescue
      return true
    },
    [bytes.buffer],
  )
  if (read === null) throw new Error('The thread that reads a rescue file said nothing')
  return read
}
