import { z } from 'zod'
import { checker } from '../forms/bank.ts'
import { judgingView } from '../judging.ts'
import { id, isoTime, kindOnTheWire } from '../primitives.ts'
import { problemLimits } from '../programLimits.ts'
import { problemCard } from './drive.ts'

/** The bank with answers and hidden tests: staff only. */

export const testCaseView = z.object({
  id,
  problem_id: id,
  input: z.string(),
  output: z.string(),
  marks: z.number(),
  is_sample: z.boolean(),
  is_active: z.boolean(),
  /** The group it earns its marks in. */
  group_name: z.string().nullable(),
})

export const bankTemplateView = z.object({
  id,
  code: z.string(),
  language: z.string(),
  language_id: id,
  is_default: z.boolean(),
  problem_id: id.nullable(),
})
export type TemplateView = z.infer<typeof bankTemplateView>

/** The drives and assessments that ask an item. */
const asked = z.array(z.object({ id, name: z.string(), is_assessment: z.boolean() }))

export const bankProblemView = problemCard.extend({
  /** Signed addresses of the pictures that the description names without a signature. */
  pictures: z.array(z.string()),
  image_alt: z.string().nullable(),
  checker,
  tolerance: z.string().nullable(),
  limits: problemLimits.nullable(),
  judging: judgingView.nullable(),
  reference: z.object({ language_id: id, source: z.string() }).nullable(),
  /** Rises with the reference solution alone, which is no part of the version. */
  reference_version: z.number(),
  /** Active ones, in their order. */
  test_cases: z.array(testCaseView),
  templates: z.array(bankTemplateView),
  /** Paths of the files that came with its package and go out with it again. */
  package_files: z.array(z.string()),
  asked_in: asked,
  version: z.number(),
  /** Versions that running tests were begun with, this one excepted. */
  pinned_versions: z.array(z.number()),
})
export type BankProblemView = z.infer<typeof bankProblemView>

/** A language that no engine of the server runs, with the problems that have code or limits in it. */
export const unrunLanguage = z.object({
  language: z.string(),
  problems: z.array(z.object({ id, title: z.string() })),
  /** Debian's packages with which a server would run it; null where it takes another engine. */
  debian: z.string().nullable(),
  /** code: candidates are not offered it. judge: programs that judge are in it, and nothing can be judged. */
  use: z.enum(['code', 'judge']),
})
export type UnrunLanguage = z.infer<typeof unrunLanguage>

export const optionView = z.object({
  id,
  description: z.string(),
  is_answer: z.boolean(),
  image_url: z.string().nullable(),
})

export const bankQuestionView = z.object({
  id,
  description: z.string(),
  image_url: z.string().nullable(),
  image_alt: z.string().nullable(),
  ...kindOnTheWire,
  difficulty: z.string(),
  difficulty_list: z.array(z.string()),
  tags: z.array(z.string()),
  tag_list: z.array(z.string()),
  time_in_seconds: z.number(),
  marks: z.number(),
  times_asked: z.number(),
  drive_names: z.array(z.string()),
  asked_in: asked,
  asked_institute_ids: z.array(id),
  options: z.array(optionView),
  version: z.number(),
})
export type BankQuestionView = z.infer<typeof bankQuestionView>

/** A program against tests, as far as it has come. */
export const checkView = z.object({
  id,
  status: z.enum(['queued', 'running', 'done']),
  total: z.number(),
  results: z.array(
    z.object({
      outcome: z.string(),
      is_passed: z.boolean(),
      /** Earned part of the test's marks, from 0 to 1, before groups. */
      share: z.number().optional(),
      /** Words of the judge's program; missing where none judged. */
      judge_message: z.string().optional(),
      actual_output: z.string(),
      message: z.string(),
      cpu_ms: z.number().nullable(),
      memory_bytes: z.number().nullable(),
      /** Processor time allowed, for telling what is close to it. */
      limit_ms: z.number(),
    }),
  ),
})
export type CheckView = z.infer<typeof checkView>
export type CheckResult = CheckView['results'][number]

/** The effect a changed problem would have on the results of a drive. */
export const rejudgeView = z.object({
  id,
  drive_id: id,
  problem_id: id,
  problem_title: z.string(),
  /** The version it is judged by. */
  version: z.number(),
  /** applying: decided, and carried out candidate by candidate. */
  status: z.enum(['running', 'ready', 'applying', 'applied', 'discarded']),
  judged: z.number(),
  total: z.number(),
  /** Attempts left as they are: running, still being judged, changed since, or already judged by this version. */
  left_out: z.number(),
  /** The first of those that are left out as things stand, with why; nobody while it is applied, or once it is discarded. */
  skipped: z.array(
    z.object({
      token: z.string(),
      first_name: z.string().nullable(),
      last_name: z.string().nullable(),
      email: z.string(),
      why: z.enum(['judged', 'running', 'judging', 'changed']),
    }),
  ),
  /** Attempts without a submission for the problem whose total, and with it the percentage, becomes another. */
  others: z.number(),
  created_at: isoTime,
  decided_at: isoTime.nullable(),
  /** Who applied or discarded it. */
  decided_by: z.string().nullable(),
})
export type RejudgeView = z.infer<typeof rejudgeView>
export const rejudgeRow = z.object({
  token: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string(),
  /** Marks for this problem: what counted before it was applied and what then; null while it is judged. */
  before: z.number(),
  after: z.number().nullable(),
  score_before: z.number().nullable(),
  score_after: z.number().nullable(),
  /** The marks that can be had in the whole test; null where it was not kept then. */
  total_before: z.number().nullable(),
  total_after: z.number().nullable(),
})
export type RejudgeRow = z.infer<typeof rejudgeRow>

/** The outcome of an import, and what is to be looked at: a guessed encoding, difficulties that the file made. */
export const importView = z.object({
  imported: z.number(),
  skipped: z.number(),
  remarks: z.array(z.string()),
})

/** How a file begins, and where its columns seem to stand. */
export const importPreview = z.object({
  /** Its first row names the columns as they are named here. */
  is_known: z.boolean(),
  /** Its first row seems to hold names. */
  has_header: z.boolean(),
  /** Each with its place in the file, from 0; null where none seems to be it. */
  columns: z.array(z.object({ name: z.string(), is_required: z.boolean(), place: z.number().nullable() })),
  /** The first and some below it, cell by cell. */
  rows: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
  /** The encoding, where it was guessed. */
  guessed: z.string().nullable(),
})
export type ImportPreview = z.infer<typeof importPreview>

/** One thing wrong with a file; row 1 is the header. */
export interface ImportError {
  row: number
  column: string
  value: string
  reason: string
}
