import type { Limits } from '#runtimes/limits.ts'
import { decodeOutput, withFinalNewline } from '#runtimes/streams.ts'
import type { ToldCase } from '#runtimes/summary.ts'
import { scriptAddress } from '../http/scriptAddress.ts'
import { engineFiles } from './engineFiles.ts'
import type { DeviceLanguage } from './languages.ts'
import type { FromRunner, ToRunner } from './protocol.ts'
import runnerScript from './runner.worker.ts?worker&url'

/** An engine that can stop itself is given this long to do so, as that keeps its output. */
const SELF_STOP_MS = 500

/** The engine is not on this device, or failed by itself: no program is to blame. Its message is for the candidate. */
export class DeviceError extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'DeviceError'
  }
}
const NOT_HERE = 'This language cannot run offline on this device yet. Your code is saved.'
const NOT_RUN = 'The program could not be run on this device just now. Try again.'

interface Loaded {
  language: DeviceLanguage
  worker: Worker
  ready: Promise<unknown>
}

export interface DeviceProgram {
  language: DeviceLanguage
  source: string
}

function startWorker(): Worker {
  return new Worker(scriptAddress(runnerScript), { type: 'module' })
}

/** The next answer of a worker. Rejects with those words when it failed. */
function answerOf(worker: Worker, words: string): Promise<Exclude<FromRunner, { type: 'fault' }>> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromRunner>) =>
      data.type === 'fault' ? reject(new DeviceError(words)) : resolve(data)
    worker.onerror = () => reject(new DeviceError(words))
  })
}

const ask = (worker: Worker, message: ToRunner): void => worker.postMessage(message)

/**
 * Runs programs on this device, one at a time, in a Web Worker. The engine of the language used last stays warm there. A
 * program that uses up its time loses its worker: nothing else stops it. As a browser tells no processor time, the time
 * that passes is held against the limit of the processor's.
 */
export class DeviceRunner {
  #loaded: Loaded | null = null

  /**
   * Runs a program once.
   * @throws DeviceError
   */
  async run(
    caseId: string,
    { language, source }: DeviceProgram,
    stdin: string,
    limits: Limits,
  ): Promise<ToldCase> {
    const loaded = this.#engine(language)
    const { worker } = loaded
    try {
      await loaded.ready
      const answer = answerOf(worker, NOT_RUN)
      const started = performance.now()
      ask(worker, { type: 'run', source, stdin: new TextEncoder().encode(withFinalNewline(stdin)), limits })
      const ended = await Promise.race([answer, after(limits.cpuMs + SELF_STOP_MS)])
      if (ended === null) {
        this.#end(loaded)
        return { ...nothing, caseId, outcome: 'time_limit', cpuMs: performance.now() - started }
      }
      if (ended.type !== 'result') throw new DeviceError(NOT_RUN)
      return told(caseId, ended)
    } catch (error) {
      // A broken engine is not tried again: the next program gets a new one.
      this.#end(loaded)
      throw error
    }
  }

  /** Ends whatever runs, and frees its memory. */
  stop(): void {
    this.#loaded?.worker.terminate()
    this.#loaded = null
  }

  /** Not the engine that somebody else has got meanwhile. */
  #end(loaded: Loaded): void {
    if (this.#loaded === loaded) this.stop()
  }

  #engine(language: DeviceLanguage): Loaded {
    if (this.#loaded?.language === language) return this.#loaded
    this.stop()
    const worker = startWorker()
    const ready = answerOf(worker, NOT_HERE)
    ask(worker, { type: 'load', language, files: engineFiles[language] })
    this.#loaded = { language, worker, ready }
    return this.#loaded
  }
}

const nothing = { stdout: '', stderr: '', compileOutput: '', cpuMs: null, memoryBytes: null }

const after = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ms))

function told(caseId: string, { result, ms }: Extract<FromRunner, { type: 'result' }>): ToldCase {
  const stderr = decodeOutput(result.stderr)
  return {
    caseId,
    outcome: result.outcome,
    stdout: decodeOutput(result.stdout),
    stderr,
    compileOutput: result.outcome === 'compile_error' ? stderr : '',
    cpuMs: ms,
    memoryBytes: result.memoryBytes,
    message: result.message,
  }
}
