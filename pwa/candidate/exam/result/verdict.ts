import type { GlyphName } from '../../ui/Glyph.tsx'

export interface VerdictSign {
  glyph: GlyphName
  word: string
  tone: 'ok' | 'bad' | 'warn'
}

const words: Record<string, VerdictSign> = {
  runtime_error: { glyph: 'bad', word: 'Runtime error', tone: 'bad' },
  compile_error: { glyph: 'bad', word: 'Compile error', tone: 'bad' },
  time_limit: { glyph: 'warn', word: 'Time limit', tone: 'warn' },
  memory_limit: { glyph: 'warn', word: 'Memory limit', tone: 'warn' },
  output_limit: { glyph: 'warn', word: 'Too much output', tone: 'warn' },
  sandbox_violation: { glyph: 'bad', word: 'Forbidden call', tone: 'bad' },
  partly: { glyph: 'warn', word: 'Partly right', tone: 'warn' },
  engine_error: { glyph: 'warn', word: 'Could not be run', tone: 'warn' },
}

/** One sample test's verdict; a newer server's outcome is told as a wrong answer. */
export function verdictSign(outcome: string, passed: boolean): VerdictSign {
  if (passed) return { glyph: 'ok', word: 'Passed', tone: 'ok' }
  if (outcome === 'ok') return { glyph: 'warn', word: 'Not judged here', tone: 'warn' }
  return words[outcome] ?? { glyph: 'bad', word: 'Wrong answer', tone: 'bad' }
}

/** Why not all tests passed, in counts: '6 passed, 3 × time limit'; null where nothing tells. */
export function formatCounts(passed: number, failures: Readonly<Record<string, number>> = {}): string | null {
  const failed = Object.entries(failures).map(
    ([outcome, count]) => `${count} × ${verdictSign(outcome, false).word.toLowerCase()}`,
  )
  return failed.length === 0 ? null : [`${passed} passed`, ...failed].join(', ')
}

/** How a run on custom input ended; null where it simply ended. */
export const troubleOf = (outcome: string | null): VerdictSign | null =>
  outcome ? (words[outcome] ?? null) : null
