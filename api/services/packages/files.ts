import { decodeWestern } from '../bankFiles/decode.ts'
import { PackageError } from './unpack.ts'

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

/** The files of one package. It knows which of them were taken, so that the others can be told by name. */
export class PackageFiles {
  readonly #files: ReadonlyMap<string, Uint8Array>
  readonly #taken = new Set<string>()

  /** The package's own folder: packed with or without it, it begins where problem.yaml lies. */
  constructor(packed: ReadonlyMap<string, Uint8Array>) {
    const [found] = [...packed.keys()]
      .filter((name) => name === 'problem.yaml' || name.endsWith('/problem.yaml'))
      .toSorted((a, b) => a.split('/').length - b.split('/').length)
    if (found === undefined)
      throw new PackageError(
        [...packed.keys()].some((name) => name.toLowerCase().endsWith('.csv'))
          ? 'This zip contains CSV files. Unpack it and import them one by one.'
          : 'There is no problem.yaml in the package.',
      )
    const root = found.slice(0, -'problem.yaml'.length)
    this.#files = new Map(
      [...packed].flatMap(([name, bytes]) =>
        name.startsWith(root) ? [[name.slice(root.length), bytes]] : [],
      ),
    )
  }

  names(): string[] {
    return [...this.#files.keys()]
  }

  /** Looks at a file without taking it. */
  look(name: string): Uint8Array | undefined {
    return this.#files.get(name)
  }

  take(name: string): Uint8Array | undefined {
    this.#taken.add(name)
    return this.#files.get(name)
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
