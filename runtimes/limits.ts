import type { ProblemLimits } from '#contract/programLimits.ts'
import type { LanguageId } from './languages.ts'
import type { RunLimits } from './port.ts'

/** Limits of one case: the engine keeps all but the wall time, which whoever started it keeps. */
export interface Limits extends RunLimits {
  wallMs: number
}

const MiB = 1024 * 1024

/** By how much a language's processor time is stretched, as its engine is slower than the native one. */
export const TIME_FACTORS: Readonly<Record<LanguageId, number>> = {
  javascript: 3,
  sql: 2,
  typescript: 3,
  python: 4,
}

/** Limits of a case in a language whose engine runs at native speed. */
export const DEFAULT_LIMITS: Limits = {
  cpuMs: 2000,
  wallMs: wallFor(2000),
  idleMs: 5000,
  memoryBytes: 256 * MiB,
  stdoutBytes: 64 * 1024,
  stderrBytes: 16 * 1024,
  fileBytes: 32 * MiB,
}

/** Wall time for a processor time, both in milliseconds: waiting for a busy machine must not fail a program. */
export function wallFor(cpuMs: number): number {
  return 3 * cpuMs + 1000
}

/** A problem's own limits for a language, as an engine takes them; what it does not set stays the default. */
export function problemLimitsFor(limits: ProblemLimits | null, languageId: string): Partial<Limits> {
  const { cpu_ms, memory_mb } = limits?.[languageId] ?? {}
  return {
    ...(cpu_ms !== undefined && { cpuMs: cpu_ms }),
    ...(memory_mb !== undefined && { memoryBytes: memory_mb * MiB }),
  }
}

/**
 * Complete limits. Given ones are taken as they are; the default processor time is stretched by the factor of the
 * language in its engine. Throws a RangeError for a limit that is not greater than 0.
 */
export function limitsFor(given: Partial<Limits> = {}, factor = 1): Limits {
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !(Number.isFinite(value) && value > 0)) {
      throw new RangeError(`the limit ${name} must be greater than 0`)
    }
  }
  const cpuMs = given.cpuMs ?? DEFAULT_LIMITS.cpuMs * factor
  return {
    cpuMs,
    wallMs: given.wallMs ?? wallFor(cpuMs),
    idleMs: given.idleMs ?? DEFAULT_LIMITS.idleMs,
    memoryBytes: given.memoryBytes ?? DEFAULT_LIMITS.memoryBytes,
    stdoutBytes: given.stdoutBytes ?? DEFAULT_LIMITS.stdoutBytes,
    stderrBytes: given.stderrBytes ?? DEFAULT_LIMITS.stderrBytes,
    fileBytes: given.fileBytes ?? DEFAULT_LIMITS.fileBytes,
  }
}
