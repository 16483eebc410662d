/** Oddities of a real Piston that the service shows on request, so that clients can be tried against them. */
export interface Quirks {
  /** Output is decoded in pieces of this many bytes: a character across a border becomes U+FFFD. */
  chunkBytes?: number
  /** Output over the limit is lost altogether instead of being cut. */
  emptyOnOutputLimit?: boolean
  /** The shell around a program adds its line to stderr when a signal ends it. */
  wrapperLine?: boolean
}

export interface EngineServiceOptions {
  /** The largest run_timeout and run_cpu_time that a request may ask for, in milliseconds. */
  runTimeoutMs?: number
  runCpuTimeMs?: number
  compileTimeoutMs?: number
  compileCpuTimeMs?: number
  /** The largest memory limit that may be asked for, in bytes; -1 (as with Piston) checks nothing. */
  runMemoryLimit?: number
  compileMemoryLimit?: number
  /** Bytes of each output stream after which a program is ended. */
  outputMaxBytes?: number
  quirks?: Quirks
}

export type ServiceSettings = Required<EngineServiceOptions>

export const SERVICE_DEFAULTS: ServiceSettings = {
  runTimeoutMs: 31_000,
  runCpuTimeMs: 10_000,
  compileTimeoutMs: 10_000,
  compileCpuTimeMs: 10_000,
  runMemoryLimit: -1,
  compileMemoryLimit: -1,
  outputMaxBytes: 65_536,
  quirks: {},
}
