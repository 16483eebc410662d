import { decodeWestern } from '../bankFiles/decode.ts'
import { PackageError } from './packageError.ts'
import type { PackedFiles } from './unpack.ts'

/** As it is, the byte order mark included: a test's white space and signs are part of it. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return decodeWestern(bytes)
  }
}

/** So many names are told; of more only how many there are. */
const TOLD = 10

/** Names in a sentence. */
export const namedFile = (names: readonly string[]): string =>
  names.length <= TOLD
    ? names.join(', ')
    : `${names.slice(0, TOLD).join(', ')} and ${names.length - TOLD} more`

/** The most of a file that is read without its own rule: settings, programs, statements. */
const MOST = 2 * 1024 * 1024

/** The files of one package. It knows which of them were taken, so that the others can be told by name. */
export class PackageFiles {
  readonly #files: PackedFiles
  readonly #taken = new Set<string>()

  /** @param root the package's own folder, with its slash; '' where it was packed without one */
  constructor(packed: PackedFiles, root: string) {
    this.#files = new Map(
      [...packed].flatMap(([name, file]) =>
        name.startsWith(root) && name !== root ? [[name.slice(root.length), file]] : [],
      ),
    )
  }

  names(): string[] {
    return [...this.#files.keys()]
  }

  /** Bytes it unpacks to; undefined: there is none. */
  sizeOf(name: string): number | undefined {
    return this.#files.get(name)?.size
  }

  /**
   * Looks at a file without taking it.
   * @throws PackageError where it is larger than `most` bytes, or damaged
   */
  look(name: string, most = MOST): Uint8Array | undefined {
    const file = this.#files.get(name)
    if (file && file.size > most)
      throw new PackageError(`${name} is larger than ${most.toLocaleString('en')} bytes.`)
    return file?.read()
  }

  take(name: string, most = MOST): Uint8Array | undefined {
    this.#taken.add(name)
    return this.look(name, most)
  }

  takeText(name: string): string | null {
    const bytes = this.take(name)
    return bytes ? textOf(bytes) : null
  }

  /** Said of already in other words. */
  leave(names: readonly string[]): void {
    for (const name of names) this.#taken.add(name)
  }

  left(): string[] {
    return this.names().filter((name) => !this.#taken.has(name))
  }
}
