import { chmodSync, chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { JudgeFile } from '#contract/judging.ts'
import { sha256 } from '../../kit/keys.ts'
import type { Limits } from '../port.ts'
import { type BoxEnd, type BoxTools, runInBox } from './box.ts'
import type { FoundToolchain } from './find.ts'
import type { CompilerCache } from './goCache.ts'
import { APP, type BoxCall, type BoxLimits, CACHE } from './sandbox.ts'

/** ReadyPrograms made ready for their boxes: written down, and compiled once for all of their tests. */

/** So many stay ready: a submission's tests come in turns, and a Run is often of the same program as the one before. */
const READY_PROGRAMS = 24

const MiB = 1024 * 1024
/** A compiler's limits; a large program of C++ takes four seconds and 300 MB. */
const COMPILE: BoxLimits = {
  cpuMs: 20_000,
  wallMs: 40_000,
  memoryBytes: 1024 * MiB,
  ownBytes: 0,
  isRoomy: true,
  stackBytes: 64 * MiB,
  processes: 128,
  fileBytes: 64 * MiB,
}
const COMPILE_OUTPUT = { stdoutBytes: 64 * 1024, stderrBytes: 64 * 1024 }

const DEFAULT_STACK_BYTES = 64 * MiB
const DEFAULT_PROCESSES = 64

export interface ReadyProgram {
  /** Folder of the host with all that it needs to run. */
  app: string
  /** Name of its source file. */
  file: string
  /** The compiler's end where it refused the program, or was ended; null where there is a program to run. */
  refused: BoxEnd | null
}

interface Kept {
  ready: Promise<ReadyProgram>
  users: number
}

/** A whole standard library takes longer than any program. */
const FILL: BoxLimits = { ...COMPILE, cpuMs: 240_000, wallMs: 480_000 }

export class ReadyPrograms {
  readonly #tools: BoxTools
  /** By language: the folder of its compiler's cache once that is made, null before and where it could not be. */
  readonly #caches = new Map<string, string | null>()
  readonly #closing = new AbortController()
  /** By language and source, the one that was used last at the end. */
  readonly #kept = new Map<string, Kept>()

  constructor(tools: BoxTools) {
    this.#tools = tools
  }

  /**
   * The program made ready, compiled by the first who asks; whoever was given it says when they are done.
   * @param beside files that lie beside its source
   * @throws what the machine refuses, a full disk for one
   */
  async take(
    of: FoundToolchain,
    source: string,
    beside: readonly JudgeFile[] = [],
  ): Promise<{ program: ReadyProgram; release(): void }> {
    const key = sha256(JSON.stringify([of.toolchain.id, of.version, source, beside]))
    const kept = this.#kept.get(key) ?? { ready: this.#make(of, source, beside), users: 0 }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    kept.users++
    const release = (): void => {
      kept.users--
      this.#forgetSome()
    }
    try {
      const program = await kept.ready
      // The machine failed, not the compiler: the next one tries anew.
      const { refused } = program
      if (refused && (refused.kind === 'failed' || refused.endedBy !== null)) this.#kept.delete(key)
      return { program, release }
    } catch (error) {
      this.#kept.delete(key)
      release()
      throw error
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    const all = [...this.#kept.values()]
    this.#kept.clear()
    await Promise.all(all.map(remove))
  }

  #forgetSome(): void {
    for (const [key, kept] of this.#kept) {
      if (this.#kept.size <= READY_PROGRAMS) return
      if (kept.users > 0) continue
      this.#kept.delete(key)
      void remove(kept)
    }
  }

  /**
   * The folder with the cache of a compiler, where it has one. The first program to ask has it made, and is compiled without it,
   * as are those that come before it is there.
   */
  #cacheOf(of: FoundToolchain): string | null {
    const { id, cache } = of.toolchain
    if (!cache?.isWanted(of.version)) return null
    if (!this.#caches.has(id)) {
      this.#caches.set(id, null)
      // Without it programs are compiled as before.
      this.#fill(of, cache).catch(() => undefined)
    }
    return this.#caches.get(id) ?? null
  }

  async #fill({ toolchain, found, needs }: FoundToolchain, { fill, variable }: CompilerCache): Promise<void> {
    const folder = this.#folder('cache-')
    const end = await runInBox(
      this.#tools,
      {
        command: fill(found),
        app: folder,
        isCompiling: true,
        needs,
        environment: { ...toolchain.environment, [variable]: APP },
        limits: FILL,
      },
      new Uint8Array(),
      COMPILE_OUTPUT,
      this.#closing.signal,
    )
    const isMade = end.kind === 'ended' && end.endedBy === null && end.exitCode === 0
    if (isMade) this.#caches.set(toolchain.id, folder)
    else await rm(folder, { recursive: true, force: true })
  }

  /** A folder of the host that boxes can write to. */
  #folder(prefix: string): string {
    const { user, folder } = this.#tools
    const made = mkdtempSync(join(folder, prefix))
    chmodSync(made, 0o755)
    if (user !== null) chownSync(made, user, user)
    return made
  }

  async #make(of: FoundToolchain, source: string, beside: readonly JudgeFile[]): Promise<ReadyProgram> {
    const { toolchain, found, needs } = of
    const { user } = this.#tools
    const app = this.#folder('app-')
    const cache = this.#cacheOf(of)
    const file = toolchain.fileName(source)
    const written = [{ name: file, content: source }, ...beside.filter(({ name }) => name !== file)]
    for (const { name, content } of written) {
      writeFileSync(join(app, name), content)
      if (user !== null) chownSync(join(app, name), user, user)
    }
    if (!toolchain.compile) return { app, file, refused: null }
    const end = await runInBox(
      this.#tools,
      {
        command: toolchain.compile(file, found),
        app,
        isCompiling: true,
        needs: cache === null ? needs : [...needs, [cache, CACHE]],
        environment: {
          ...toolchain.environment,
          ...(cache !== null && toolchain.cache && { [toolchain.cache.variable]: CACHE }),
        },
        limits: COMPILE,
      },
      new Uint8Array(),
      COMPILE_OUTPUT,
    )
    const isMade = end.kind === 'ended' && end.endedBy === null && end.exitCode === 0
    return { app, file, refused: isMade ? null : end }
  }
}

const remove = async ({ ready }: Kept): Promise<void> => {
  const program = await ready.catch(() => null)
  if (program) await rm(program.app, { recursive: true, force: true })
}

/** The call that runs a program that is ready. */
export const programCall = (of: FoundToolchain, program: ReadyProgram, limits: Limits): BoxCall => ({
  command: of.toolchain.run(program.file, of.found, limits.memoryBytes),
  app: program.app,
  isCompiling: false,
  needs: of.needs,
  environment: of.toolchain.environment ?? {},
  limits: boxLimits(of, limits),
})

const boxLimits = ({ toolchain }: FoundToolchain, limits: Limits): BoxLimits => ({
  cpuMs: limits.cpuMs,
  wallMs: limits.wallMs,
  memoryBytes: limits.memoryBytes,
  fileBytes: limits.fileBytes,
  ownBytes: toolchain.ownBytes ?? 0,
  isRoomy: toolchain.isRoomy ?? false,
  stackBytes: toolchain.stackBytes === undefined ? DEFAULT_STACK_BYTES : toolchain.stackBytes,
  processes: toolchain.processes ?? DEFAULT_PROCESSES,
})
