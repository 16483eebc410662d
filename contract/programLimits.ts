import { z } from 'zod'
import { upTo } from './primitives.ts'

/**
 * The limits of a program of one language for one problem, if the defaults do not fit. They hold as they stand, however
 * fast the engine is, and lie within what every engine is set up to grant; the wall time follows from the processor's.
 */
export const programLimits = z.strictObject({
  cpu_ms: z.int().min(100).max(10_000).optional(),
  memory_mb: z.int().min(32).max(512).optional(),
})

/** By the language's id: javascript, python, … */
export const problemLimits = z.record(upTo(30).regex(/^[a-z0-9+#-]{1,30}$/), programLimits)
export type ProblemLimits = z.infer<typeof problemLimits>
