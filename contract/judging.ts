import { z } from 'zod'
import { text, upTo } from './primitives.ts'

/** How the result of a problem's test is judged, beyond its checker: comparison in detail, groups, programs of its author. */

/** A number's difference that 'float' allows: measured absolutely, relatively, or either of them. */
export const toleranceKind = z.enum(['either', 'absolute', 'relative'])
export type ToleranceKind = z.infer<typeof toleranceKind>

export const GROUP_NAME_MAX = 60
const NO_GROUP = `A group has a name of at most ${GROUP_NAME_MAX} characters`
/** The name by which tests say which group they are in. */
export const groupName = text(GROUP_NAME_MAX, { required: NO_GROUP, tooLong: NO_GROUP })
  .transform((s) => s.trim())
  .pipe(z.string().min(1, NO_GROUP))

/**
 * How tests of a group earn their marks, as in problem packages. sum: each for itself. all: only if every test of the group
 * passes. min: the share that the worst of them has.
 */
export const groupScoring = z.enum(['sum', 'all', 'min'])

const MOST_GROUPS = 50
export const testGroup = z.strictObject({
  name: groupName,
  scoring: groupScoring,
  /** Groups before this one that must pass whole, or no test of this one earns anything. */
  depends_on: z.array(groupName).max(MOST_GROUPS),
})
export type TestGroup = z.infer<typeof testGroup>

/**
 * Programs of an author that judge. validator: an output validator of ICPC and Kattis packages (exit code 42 or 43), with
 * several passes a multi-pass one. interactor: the same, which talks to the program. testlib, testlib_interactor: programs on
 * testlib.h, by its exit codes. tests: unit tests that call the candidate's code.
 */
export const JUDGE_KINDS = ['validator', 'interactor', 'testlib', 'testlib_interactor', 'tests'] as const
export type JudgeKind = (typeof JUDGE_KINDS)[number]
/** The languages that unit tests can be written in. */
export const TESTED_LANGUAGES = ['python', 'javascript'] as const
/** Kinds that run beside the candidate's program and not after it. */
export const isTalking = (kind: JudgeKind): boolean => kind === 'interactor' || kind === 'testlib_interactor'

const MOST_FILES = 20
export const JUDGE_FILE_MAX = 300_000
const JUDGE_FILES_MAX = 600_000
const FILE_TOO_LARGE = `A file of the judge's program has at most ${JUDGE_FILE_MAX / 1_000} KB`
const NO_FILE_NAME = 'A file name has letters, digits, dots, hyphens and underscores'
export const judgeFileName = upTo(100, { tooLong: NO_FILE_NAME }).regex(
  /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/,
  NO_FILE_NAME,
)
const judgeFile = z.strictObject({
  name: judgeFileName,
  content: text(JUDGE_FILE_MAX, { tooLong: FILE_TOO_LARGE }),
})
export type JudgeFile = z.infer<typeof judgeFile>

export const MOST_PASSES = 20
const NO_PASSES = `Passes is a whole number from 2 to ${MOST_PASSES}, or empty`
export const judgeProgram = z.strictObject({
  kind: z.enum(JUDGE_KINDS),
  /** Id of its language: cpp, python, … */
  language: upTo(30).regex(/^[a-z0-9+#-]{1,30}$/),
  /** The first one is the program; others lie beside it, as testlib.h does. */
  files: z
    .array(judgeFile)
    .min(1, 'The judge’s program has no file')
    .max(MOST_FILES, `The judge’s program has at most ${MOST_FILES} files`)
    .refine(
      (files) => files.reduce((sum, { content }) => sum + content.length, 0) <= JUDGE_FILES_MAX,
      `The judge’s program has at most ${JUDGE_FILES_MAX / 1_000} KB`,
    )
    .refine(
      (files) => new Set(files.map(({ name }) => name)).size === files.length,
      'Two files of the judge’s program have the same name',
    )
    .refine((files) => files[0]?.content.trim() !== '', 'The judge’s program is empty'),
  /** Passed to it behind the files. */
  arguments: z.array(text(200)).max(20).optional(),
  /** A validator may ask for so many runs of one test, each with the input it writes. */
  passes: z.int(NO_PASSES).min(2, NO_PASSES).max(MOST_PASSES, NO_PASSES).optional(),
})
export type JudgeProgram = z.infer<typeof judgeProgram>

/** @returns words for the first group that is twice there, or depends on one that is not before it */
function brokenGroup(groups: readonly TestGroup[]): string | null {
  const before = new Set<string>()
  for (const { name, depends_on } of groups) {
    if (before.has(name)) return `Two groups are called ${name}`
    const other = depends_on.find((one) => !before.has(one))
    if (other !== undefined) return `${name} can depend only on groups before it, and ${other} is none`
    before.add(name)
  }
  return null
}

export const judging = z.strictObject({
  /** Upper and lower case are the same to a built-in checker. */
  ignore_case: z.boolean().optional(),
  /** Missing: either. */
  tolerance_of: toleranceKind.optional(),
  groups: z
    .array(testGroup)
    .max(MOST_GROUPS, `At most ${MOST_GROUPS} groups`)
    .check((given) => {
      const words = brokenGroup(given.value)
      if (words !== null) given.issues.push({ code: 'custom', message: words, input: given.value })
    })
    .optional(),
  program: judgeProgram.optional(),
})
export type Judging = z.infer<typeof judging>

/** The part of it that a device needs to compare outputs as the server does; never what tells of hidden tests. */
export const shownJudging = z.object(judging.pick({ ignore_case: true, tolerance_of: true }).shape)

/** The whole of it, as staff reads it. */
export const judgingView = shownJudging.extend({
  groups: z.array(z.object(testGroup.shape)).optional(),
  program: z.object({ ...judgeProgram.shape, files: z.array(z.object(judgeFile.shape)) }).optional(),
})
