import type { RunLimits, RunResult } from '#runtimes/port.ts'
import type { DeviceLanguage } from './languages.ts'

/** Messages between a page and the Web Worker that runs programs: one engine a worker, one program at a time. */
export type ToRunner =
  | { type: 'load'; language: DeviceLanguage; files: readonly string[] }
  | { type: 'run'; source: string; stdin: Uint8Array; limits: RunLimits }

export type FromRunner =
  /** The engine is compiled and warm. */
  | { type: 'ready' }
  | { type: 'result'; result: RunResult; ms: number }
  /** The engine could not be loaded, or failed by itself. */
  | { type: 'fault'; message: string }

/** The page's request to the service worker: keep `wanted`, and of older engines only those in `current`. */
export interface KeepEngines {
  type: 'keep-engines'
  wanted: string[]
  current: string[]
}

/** The answer, on the port that came with the question. */
export interface EnginesKept {
  kept: boolean
}

/** The page's other request to the service worker: the page's files may be gone, and are to be brought anew. */
export interface KeepPages {
  type: 'keep-pages'
}
