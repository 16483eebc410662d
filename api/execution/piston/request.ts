import type { Limits } from '../port.ts'
import type { PinnedLanguage } from './languages.ts'

/** The largest body that Piston's parser takes, in bytes of JSON: escapes count. */
export const MAX_BODY_BYTES = 100 * 1024

export const COMPILE_TIMEOUT_MS = 10_000

/**
 * The body of an execute request. A limit of 0 would switch it off, so each is at least 1. Output limits are the
 * server's own affair.
 */
export function jobBody(language: PinnedLanguage, source: string, stdin: string, limits: Limits): string {
  const whole = (value: number) => Math.max(1, Math.round(value))
  return JSON.stringify({
    language: language.language,
    version: language.version,
    files: [{ name: language.fileName, content: source }],
    stdin,
    args: [],
    compile_timeout: COMPILE_TIMEOUT_MS,
    compile_cpu_time: COMPILE_TIMEOUT_MS,
    run_timeout: whole(limits.wallMs),
    run_cpu_time: whole(limits.cpuMs),
    run_memory_limit: whole(limits.memoryBytes),
  })
}

/** Whether a body is small enough to be taken. */
export function fits(body: string): boolean {
  return new TextEncoder().encode(body).length <= MAX_BODY_BYTES
}
