import type { ProblemLimits } from '#contract/programLimits.ts'
import type { YamlFacts } from './problemYaml.ts'

/** A package's limits as those of each language here. */

export interface OfferedLanguage {
  id: string
  /** How much slower its engine is than a native one. */
  timeFactor: number
}

const CPU_MS = [100, 10_000] as const
const MEMORY_MB = [32, 512] as const
const clamp = (value: number, [least, most]: readonly [number, number]) =>
  Math.min(most, Math.max(least, Math.round(value)))
const positive = (value: unknown): number | null => {
  const number = Number(value)
  return value !== undefined && value !== null && Number.isFinite(number) && number > 0 ? number : null
}

/** @returns null where the package names none */
export function packageLimits(
  limits: YamlFacts,
  languages: readonly OfferedLanguage[],
): { limits: ProblemLimits | null; warnings: string[] } {
  const time = positive(limits.time_limit)
  const memory = positive(limits.memory)
  if (time === null && memory === null) return { limits: null, warnings: [] }
  const warnings: string[] = []
  const memory_mb = memory === null ? undefined : clamp(memory, MEMORY_MB)
  if (memory_mb !== undefined && memory_mb !== memory)
    warnings.push(`Memory of ${memory} MB is set to ${memory_mb} MB.`)
  const mapped = languages.map(({ id, timeFactor }) => {
    if (time === null) return [id, { memory_mb }] as const
    const wanted = time * 1_000 * timeFactor
    const cpu_ms = clamp(wanted, CPU_MS)
    if (cpu_ms < wanted) warnings.push(`The time of ${time} s is set to ${cpu_ms / 1_000} s in ${id}.`)
    return [id, { cpu_ms, ...(memory_mb !== undefined && { memory_mb }) }] as const
  })
  return { limits: Object.fromEntries(mapped), warnings }
}
