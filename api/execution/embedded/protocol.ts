import type { RunLimits, RunResult } from '#runtimes/port.ts'

/** Messages between the server and an engine's child process (structured clone over Node's IPC channel). */

/** Has the engine of a language made, so that no program pays for that. */
export interface LoadMessage {
  type: 'load'
  languageId: string
}

export interface RunMessage {
  type: 'run'
  languageId: string
  source: string
  stdin: Uint8Array
  limits: RunLimits
  /** Milliseconds after which the child ends itself, should its parent be gone by then. */
  lastResortMs: number
}

/** Sent when a language's engine is there. */
export interface LoadedMessage {
  type: 'loaded'
  /** Why it could not be made. */
  fault?: string
}

/** Sent once the engines of the common languages are compiled and warm. */
export interface ReadyMessage {
  type: 'ready'
  /** How the process gave up its rights, for the log. */
  rights: string
}

export interface ResultMessage {
  type: 'result'
  /** Absent when the engine itself failed. */
  result?: RunResult
  /** Why the engine failed. */
  fault?: string
  /** Processor time of the whole process for this run, in milliseconds. */
  cpuMs: number
}

/** Sent after a result, when garbage is collected and the child can take the next run. */
export interface IdleMessage {
  type: 'idle'
  residentBytes: number
}

export type ChildMessage = ReadyMessage | LoadedMessage | ResultMessage | IdleMessage

/** Arguments of the child process: where the engines' files lie, in the order of the languages. */
export type EngineFiles = readonly string[]
