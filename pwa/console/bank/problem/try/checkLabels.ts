import { CircleCheck, CircleX, Gauge, type LucideIcon, Minus } from 'lucide-react'
import type { CheckResult } from '#contract/views/bank.ts'
import type { Tone } from '#pwa/ui/StateBadge.tsx'

/** From here on a time is told as close to its limit. */
const CLOSE = 0.8

export const isCloseToLimit = ({ is_passed, cpu_ms, limit_ms }: CheckResult): boolean =>
  is_passed && cpu_ms !== null && cpu_ms >= CLOSE * limit_ms

const outcomes: Record<string, string> = {
  wrong_answer: 'Failed',
  runtime_error: 'Runtime error',
  compile_error: 'Compile error',
  time_limit: 'Time over',
  memory_limit: 'Memory limit',
  output_limit: 'Output limit',
  sandbox_violation: 'Forbidden call',
  partly: 'Partly right',
  engine_error: 'Not run',
}

/** How one test ended: shape, word and colour. */
export function resultLook(result: CheckResult | undefined): { icon: LucideIcon; tone: Tone; word: string } {
  if (!result) return { icon: Minus, tone: 'quiet', word: 'Not run' }
  if (isCloseToLimit(result)) return { icon: Gauge, tone: 'warn', word: 'Close to limit' }
  if (result.is_passed) return { icon: CircleCheck, tone: 'ok', word: 'Passed' }
  return { icon: CircleX, tone: 'bad', word: outcomes[result.outcome] ?? 'Failed' }
}
