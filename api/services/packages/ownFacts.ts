import { z } from 'zod'
import { checker } from '#contract/forms/bank.ts'
import { judgeProgram, judging } from '#contract/judging.ts'
import { problemLimits } from '#contract/programLimits.ts'

/** The file beside the package's own that holds what its form has no place for; a package without it is taken as well. */
export const OWN_FILE = 'holdfast.yaml'

export const ownFacts = z.object({
  difficulty: z.string(),
  tags: z.array(z.string()),
  submission_count: z.number(),
  time_in_minutes: z.number(),
  checker,
  tolerance: z.string().nullable(),
  limits: problemLimits.nullable(),
  /** Missing in packages from before. The judge's program is told by its files' places. */
  judging: judging
    .omit({ program: true })
    .extend({
      program: judgeProgram
        .omit({ files: true })
        .extend({ files: z.array(z.object({ name: z.string(), file: z.string() })) })
        .optional(),
    })
    .nullish(),
  /** In their order, by their path below data/. */
  tests: z.array(z.object({ file: z.string(), marks: z.number(), group: z.string().optional() })),
  templates: z.array(z.object({ language: z.string(), file: z.string() })),
  reference: z.object({ language: z.string(), file: z.string() }).nullable(),
  image: z.object({ file: z.string(), alt: z.string().nullable() }).nullable(),
})
export type OwnFacts = z.infer<typeof ownFacts>
