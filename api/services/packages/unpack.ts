import { crc32 } from 'node:zlib'
import { Unzip, UnzipInflate } from 'fflate'
import { checksumsOf } from './checksums.ts'

/** Takes a zip apart within limits. It runs in a thread of its own: what unpacks for ever is ended with the thread. */

export const UNPACK_LIMITS = { bytes: 64_000_000, files: 2_000 }

/** A package that is refused, in words. */
export class PackageError extends Error {}

/** Bytes that are looked at before what came out of them is counted. */
const STEP = 16_384

/** Some programs write every path from the folder they stood in: ./problem.yaml. */
const fromRoot = (name: string): string => name.replace(/^(?:\.\/)+/, '')

/** A path within the package and nowhere else. */
function requireInside(name: string): void {
  const parts = name.split('/')
  const leads = /^\/|^[a-zA-Z]:|\\|\p{Cc}/u.test(name) || parts.includes('..') || parts.includes('.')
  if (leads || name.length > 300)
    throw new PackageError(`The package contains a file whose path leads outside it: ${name.slice(0, 100)}`)
}

/**
 * @returns the files by their paths; folders are left out
 * @throws PackageError for what is no zip or a broken or damaged one, has too many files or bytes, or leads out of itself
 */
export function unpack(bytes: Uint8Array, limits = UNPACK_LIMITS): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  let open = 0
  let count = 0
  let size = 0
  const unzip = new Unzip((file) => {
    count += 1
    if (count > limits.files)
      throw new PackageError(`The package contains more than ${limits.files.toLocaleString('en')} files.`)
    const name = fromRoot(file.name)
    requireInside(name)
    if (name === '' || name.endsWith('/')) return
    if (files.has(name)) throw new PackageError(`The package contains ${name} twice.`)
    const chunks: Uint8Array[] = []
    files.set(name, new Uint8Array())
    open += 1
    file.ondata = (error, chunk, isLast) => {
      // An error thrown here comes back as a fault of the next call.
      if (error) throw error
      size += chunk.length
      if (size > limits.bytes)
        throw new PackageError(`The package unpacks to more than ${limits.bytes / 1_000_000} MB.`)
      chunks.push(chunk)
      if (!isLast) return
      open -= 1
      files.set(name, joined(chunks))
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length; at += STEP)
      unzip.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length)
  } catch (error) {
    throw error instanceof PackageError ? error : broken()
  }
  const sums = checksumsOf(bytes)
  if (open > 0 || count === 0 || sums === null) throw broken()
  const checked = new Map([...sums].map(([name, sum]) => [fromRoot(name), sum]))
  for (const [name, content] of files)
    if (checked.get(name) !== crc32(content))
      throw new PackageError(`The package is damaged: ${name} does not match what was packed.`)
  return files
}

const broken = () => new PackageError('The file is not a complete zip.')

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
