import type { ChildProcess } from 'node:child_process'
import { COMMON_LANGUAGES } from '#runtimes/languages.ts'
import type { Limits } from '../port.ts'
import { onChildMessage, startChild } from './child-process.ts'
import { type Used, type WatchedLimit, watchLimits } from './limit-watch.ts'
import type { ChildMessage, EngineFiles, LoadMessage, ResultMessage, RunMessage } from './protocol.ts'
import { mainThreadTimes, residentBytes } from './usage.ts'

export type RunReport =
  | { kind: 'result'; message: ResultMessage; cpuMs: number; wallMs: number }
  | { kind: 'killed'; by: WatchedLimit | 'abort'; cpuMs: number | null; wallMs: number }
  | { kind: 'crashed'; detail: string; cpuMs: number | null; wallMs: number }

const BOOT_TIMEOUT_MS = 30_000
/** How long after the wall limit a child ends itself when no one else did. */
const LAST_RESORT_MS = 5_000
const STDERR_KEPT = 2_000
/** A process may grow by this in a run, beside its program's memory and files: memory that waits for its collector. */
const SPARE_BYTES = 256 * 1024 * 1024

/** One child process with the engines in it. It runs one case at a time and may die at any moment. */
export class EngineChild {
  readonly ready: Promise<string>
  readonly exited: Promise<string>
  private readonly child: ChildProcess
  private alive = true
  private stderr = ''
  private readonly loaded = new Set<string>(COMMON_LANGUAGES.map(({ id }) => id))
  private listener: (message: ChildMessage) => void = () => {}
  private idleAfterRun: Promise<number | undefined> = Promise.resolve(undefined)

  constructor(workerPath: string, files: EngineFiles) {
    this.child = startChild(workerPath, files)
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString()).slice(-STDERR_KEPT)
    })
    this.exited = new Promise((resolve) => {
      const gone = (detail: string) => {
        this.alive = false
        resolve(detail)
      }
      this.child.once('error', (error) => gone(error.message))
      this.child.once('exit', (code, signal) =>
        gone(`exited with ${signal ?? `code ${code}`} ${this.stderr}`.trim()),
      )
    })
    onChildMessage(this.child, (message) => this.listener(message))
    this.ready = this.booted()
    // A boot that nobody waits for may fail unseen; who waits later gets the same rejection.
    this.ready.catch(() => {})
  }

  get running(): boolean {
    return this.alive
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  /** Ends the process at once. */
  kill(): void {
    this.child.kill('SIGKILL')
  }

  /** While held, the child keeps the server's event loop alive; between runs it does not. */
  hold(held: boolean): void {
    const apply = held ? 'ref' : 'unref'
    this.child[apply]()
    this.child.channel?.[apply]()
    const stderr = this.child.stderr as { ref?(): void; unref?(): void } | null
    stderr?.[apply]?.()
  }

  /**
   * Runs one case and resolves with how it ended: with the child's answer, killed by a limit or the signal, or
   * crashed. Never rejects. After a result, `idle` tells when the next case may come.
   */
  async run(message: RunMessage, limits: Limits, signal?: AbortSignal): Promise<RunReport> {
    const fault = await this.load(message.languageId)
    if (fault === undefined) return this.runLoaded(message, limits, signal)
    return { kind: 'result', message: { type: 'result', fault, cpuMs: 0 }, cpuMs: 0, wallMs: 0 }
  }

  /** Has the engine of a language made, which takes no program's time; gives the words for why it cannot be. */
  private load(languageId: string): Promise<string | undefined> {
    if (this.loaded.has(languageId)) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.kill(), BOOT_TIMEOUT_MS)
      this.listener = (answer) => {
        if (answer.type !== 'loaded') return
        clearTimeout(timer)
        if (answer.fault === undefined) this.loaded.add(languageId)
        resolve(answer.fault)
      }
      void this.exited.then((detail) => {
        clearTimeout(timer)
        resolve(`the engine process ${detail}`)
      })
      this.child.send({ type: 'load', languageId } satisfies LoadMessage, () => {})
    })
  }

  private runLoaded(message: RunMessage, limits: Limits, signal?: AbortSignal): Promise<RunReport> {
    const startedAt = performance.now()
    const wallMs = () => performance.now() - startedAt
    const before = mainThreadTimes(this.pid)
    const used = (): Used | null => {
      const now = mainThreadTimes(this.pid)
      if (now === null || before === null) return null
      const cpuMs = now.cpuMs - before.cpuMs
      return { cpuMs, idleMs: wallMs() - cpuMs - (now.queuedMs - before.queuedMs) }
    }
    const cpuMs = () => used()?.cpuMs ?? null
    let killed: { by: WatchedLimit | 'abort'; cpuMs: number | null } | undefined
    const kill = (by: WatchedLimit | 'abort') => {
      killed ??= { by, cpuMs: cpuMs() }
      this.kill()
    }
    const processBytes = (residentBytes(this.pid) ?? 0) + limits.memoryBytes + limits.fileBytes + SPARE_BYTES
    const stopWatching = watchLimits(
      { ...limits, processBytes },
      { used, residentBytes: () => residentBytes(this.pid), kill },
    )
    const abort = () => kill('abort')
    signal?.addEventListener('abort', abort, { once: true })

    return new Promise<RunReport>((resolve) => {
      const end = (report: RunReport) => {
        stopWatching()
        signal?.removeEventListener('abort', abort)
        resolve(report)
      }
      // Set up together: the result and the word that the child is idle can arrive in one go.
      this.idleAfterRun = new Promise((nowIdle) => {
        this.listener = (answer) => {
          if (answer.type === 'idle') nowIdle(answer.residentBytes)
          else if (answer.type === 'result' && killed === undefined) {
            end({ kind: 'result', message: answer, cpuMs: cpuMs() ?? answer.cpuMs, wallMs: wallMs() })
          }
        }
        void this.exited.then(() => nowIdle(undefined))
      })
      void this.exited.then((detail) => {
        if (killed !== undefined) end({ kind: 'killed', ...killed, wallMs: wallMs() })
        else end({ kind: 'crashed', detail, cpuMs: null, wallMs: wallMs() })
      })
      if (signal?.aborted) abort()
      else this.child.send({ ...message, lastResortMs: limits.wallMs + LAST_RESORT_MS }, () => {})
    })
  }

  /** Resolves with the resident size once the child can take the next case; undefined when it is gone. */
  idle(): Promise<number | undefined> {
    return this.idleAfterRun
  }

  private booted(): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.kill(), BOOT_TIMEOUT_MS)
      timer.unref()
      this.listener = (message) => {
        if (message.type !== 'ready') return
        clearTimeout(timer)
        resolve(message.rights)
      }
      void this.exited.then((detail) => {
        clearTimeout(timer)
        reject(new Error(`the engine process did not start: ${detail}`))
      })
    })
  }
}
