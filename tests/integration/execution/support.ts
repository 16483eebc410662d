import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { vi } from 'vitest'
import { createEmbeddedExecutor, type EmbeddedOptions } from '#api/execution/embedded/executor.ts'
import type { Case, CaseResult, Executor, Limits, Program } from '#api/execution/port.ts'

// Processes have to start, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const root = fileURLToPath(new URL('../../../', import.meta.url))
let bundled: Promise<string> | undefined

/** Bundles the entry of the engine's child process into one file of a new temporary folder; gives its path. */
export function bundleEngineChild(): Promise<string> {
  bundled ??= bundle()
  return bundled
}

async function bundle(): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'engine-child-')), 'engine-child.mjs')
  const build = await rolldown({
    input: join(root, 'api/execution/embedded/child.ts'),
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
  })
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
  return file
}

/** An embedded executor on a freshly bundled child, which takes this machine for as fast as any unless told. */
export async function embeddedExecutor(options: Partial<EmbeddedOptions> = {}): Promise<Executor> {
  return createEmbeddedExecutor({ workerPath: await bundleEngineChild(), probes: {}, ...options })
}

let shared: Promise<Executor> | undefined

/**
 * One engine for every file that leaves it whole: a process of it takes a second of processor time to start. Nobody
 * closes it; its idle processes end with this one.
 */
export function sharedEngine(): Promise<Executor> {
  shared ??= embeddedExecutor({ slots: 1 })
  return shared
}

/** Runs one program on one input. */
export async function runOne(
  executor: Executor,
  program: Program,
  stdin = '',
  options: { limits?: Partial<Limits>; signal?: AbortSignal; expectedOutput?: string } = {},
): Promise<CaseResult> {
  const { expectedOutput, ...rest } = options
  const cases: Case[] = [{ id: 'case', stdin, expectedOutput }]
  for await (const result of executor.execute(program, cases, rest)) return result
  throw new Error('the executor gave no result')
}

/** Programs in the two languages of the embedded engine. */
export const js = (source: string): Program => ({ languageId: 'javascript', source })
export const py = (source: string): Program => ({ languageId: 'python', source })
