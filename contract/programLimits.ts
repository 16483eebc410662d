import { z } from 'zod'
import { upTo } from './primitives.ts'

/**
 * What a program of one language may use for one problem, where the defaults do not fit. It holds as it stands, however
 * fast the engine. Within what every engine is set up to grant; the wall time follows from the processor's.
 */
export const programLimits = z.strictObject({
  cpu_ms: z.int().min(100).max(10_000).optional(),
  memory_mb: z.int().min(32).max(512).optional(),
})

/** By the language's id: javascript, python, … */
export const problemLimits = z.record(upTo(30).regex(/^[a-z0-9+#-]{1,30}$/), programLimits)
export type ProblemLimits = z.infer<typeof problemLimits>
