import { z } from 'zod'

const stage = z.object({
  stdout: z.string().default(''),
  stderr: z.string().default(''),
  output: z.string().default(''),
  code: z.number().nullish(),
  signal: z.string().nullish(),
  message: z.string().nullish(),
  status: z.string().nullish(),
  cpu_time: z.number().nullish(),
  wall_time: z.number().nullish(),
  memory: z.number().nullish(),
})

/** One stage of an answer: compile or run. Times are milliseconds, memory is bytes. */
export type Stage = z.infer<typeof stage>

export const executeAnswer = z.object({
  compile: stage.optional(),
  run: stage,
  language: z.string(),
  version: z.string(),
})

export type ExecuteAnswer = z.infer<typeof executeAnswer>

export const runtimesAnswer = z.array(
  z.object({
    language: z.string(),
    version: z.string(),
    aliases: z.array(z.string()).default([]),
    runtime: z.string().optional(),
    /** Our own service tells by how much its engine is slower than a native one; Piston says nothing. */
    time_factor: z.number().min(1).max(100).default(1),
  }),
)

export type PistonRuntime = z.infer<typeof runtimesAnswer>[number]

const refusal = z.object({ message: z.string().optional(), stack: z.string().optional() })

/** The words in a refusal's body: a message, or the first line of a stack. */
export function pistonRefusal(body: unknown): string {
  const parsed = refusal.safeParse(body)
  if (!parsed.success) return 'no reason given'
  return parsed.data.message ?? parsed.data.stack?.split('\n')[0] ?? 'no reason given'
}
