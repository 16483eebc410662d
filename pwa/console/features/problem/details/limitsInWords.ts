import type { ProblemLimits } from '#contract/programLimits.ts'
import type { Language } from '../../../languages/useLanguages.ts'

/** Its own limits by language, in words; '-' where every language has the default ones. */
export function limitsInWords(limits: ProblemLimits | null, languages: readonly Language[]): string {
  const named = Object.entries(limits ?? {}).map(([mode, { cpu_ms, memory_mb }]) => {
    const name = languages.find((one) => one.mode === mode)?.name ?? mode
    const each = [cpu_ms !== undefined && `${cpu_ms} ms`, memory_mb !== undefined && `${memory_mb} MB`]
    return `${name}: ${each.filter(Boolean).join(', ')}`
  })
  return named.join('; ') || '-'
}
