import type { CaseResult, Executor, Limits } from '#api/execution/port.ts'

/** Programs through an engine, as the judge gives them to it. */

/** As much as a problem may ask for, and Piston is set up to allow. */
const PATIENT: Partial<Limits> = { cpuMs: 10_000, wallMs: 31_000 }

/** Runs a program on one input. @throws Error where it ends otherwise than well */
export async function runWell(
  executor: Executor,
  languageId: string,
  source: string,
  stdin: string,
): Promise<CaseResult & { cpuMs: number }> {
  const result = await runOnce(executor, languageId, source, stdin, PATIENT)
  const { outcome, cpuMs, message, stderr } = result
  if (outcome !== 'ok' || cpuMs === null)
    throw new Error(`${languageId} ended as ${outcome}: ${message ?? stderr.slice(0, 500)}`)
  return { ...result, cpuMs }
}

export async function runOnce(
  executor: Executor,
  languageId: string,
  source: string,
  stdin: string,
  limits: Partial<Limits>,
): Promise<CaseResult> {
  for await (const result of executor.execute({ languageId, source }, [{ id: 'bench', stdin }], { limits }))
    return result
  throw new Error(`${languageId} had no result`)
}

/** @returns milliseconds of wall time */
export async function wallOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Does so many jobs, a number of them at a time. @returns how many were done a second */
export async function jobsPerSecond(
  jobs: number,
  atOnce: number,
  work: (n: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < jobs) await work(next++)
  }
  const ms = await wallOf(() => Promise.all(Array.from({ length: atOnce }, worker)))
  return jobs / (ms / 1000)
}
