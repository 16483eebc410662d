import { createJavaScriptRuntime } from './javascript/javascript.ts'
import { ENGINES, type LanguageId } from './languages.ts'
import type { LanguageRuntime, RunLimits, RuntimeHost } from './port.ts'
import { createPythonRuntime } from './python/python.ts'
import { createSqlRuntime } from './sql/sql.ts'
import { createTypeScriptRuntime } from './typescript/typescript.ts'

type Create = (files: readonly Uint8Array<ArrayBuffer>[], host: RuntimeHost) => Promise<LanguageRuntime>

const create: Readonly<Record<LanguageId, Create>> = {
  javascript: createJavaScriptRuntime,
  python: createPythonRuntime,
  sql: createSqlRuntime,
  typescript: createTypeScriptRuntime,
}

const WARM_UP_LIMITS: RunLimits = {
  cpuMs: 60_000,
  idleMs: 60_000,
  memoryBytes: 256 * 1024 * 1024,
  stdoutBytes: 1024,
  stderrBytes: 1024,
  fileBytes: 1024 * 1024,
}

/**
 * A language's engine from its files, warm: its first run compiles its own code, and no candidate's
 * program should pay for that.
 */
export async function createRuntime(
  id: LanguageId,
  files: readonly Uint8Array<ArrayBuffer>[],
  host: RuntimeHost,
): Promise<LanguageRuntime> {
  const runtime = await create[id](files, host)
  await runtime.run({ source: ENGINES[id].warmUp, stdin: new Uint8Array(), limits: WARM_UP_LIMITS })
  return runtime
}
