import { z } from 'zod'
import { consoleTexts as t } from '../consoleTexts.ts'
import { MAX_TESTS, PROBLEM_MAX_BYTES, SOURCE_MAX_BYTES, TEST_INPUT_MAX_BYTES } from '../constants.ts'
import { groupName, type Judging, judging, TESTED_LANGUAGES } from '../judging.ts'
import { id, ignored, text, upTo, was } from '../primitives.ts'
import { problemLimits } from '../programLimits.ts'
import { oneLine, wholeNumber } from './fields.ts'
import { longStatement, typedStatement } from './statement.ts'

/** Problems, their tests and templates as the forms and calls write them (specification, section 5). */

/** Tags and difficulties: a list, or one text with commas, as the specification's payloads have both. */
const list = upTo(10_000)
const entries = z.array(upTo(1_000))
const TOO_MANY_TAGS = 'At most 30 tags'
/** Counted before any of them is looked at. */
export const someTags = z.array(z.string()).max(30, TOO_MANY_TAGS)
const name = oneLine({ required: 'A tag cannot be blank', max: [60, 'At most 60 characters'] })
export const nameOf = (required: string) =>
  z
    .union([list, entries], required)
    .refine((given) => typeof given === 'string' || given.length <= 1, 'One difficulty')
    .transform((given) => (typeof given === 'string' ? given : (given[0] ?? '')))
    .pipe(oneLine({ required, max: [60, 'Difficulty must be at most 60 characters'] }))
export const namesOf = (required: string) =>
  z
    .union([list, entries], required)
    .transform((given) => (typeof given === 'string' ? given.split(',') : given))
    .transform((given) => [...new Set(given.map((one) => one.trim()).filter((one) => one !== ''))])
    .pipe(someTags.min(1, required))
    .pipe(z.array(name))

/** The address a picture was put under, without its query; null takes the picture away. */
export const imageAddress = text(500).nullable()
export const imageAlt = text(1_500, { tooLong: 'At most 300 characters' })
  .transform((s) => s.trim())
  .pipe(z.string().max(300, 'At most 300 characters'))
  .nullable()

const bytesOf = (s: string): number => new TextEncoder().encode(s).length
const testText = (required: string) =>
  text(TEST_INPUT_MAX_BYTES, { required, tooLong: 'At most 1 MiB' })
    .min(1, required)
    .refine((s) => bytesOf(s) <= TEST_INPUT_MAX_BYTES, 'At most 1 MiB')

const marks = wholeNumber({
  required: t.marksRequired,
  whole: 'Marks must be a whole number',
  min: [1, t.marksTooFew],
  max: [999, t.marksTooMany],
})

/** White space in a test is part of it: nothing is trimmed. */
const testFields = {
  input: testText(t.inputRequired),
  output: testText(t.outputRequired),
  marks,
  /** Hidden unless marked sample. */
  is_sample: z.boolean().optional(),
  /** The group it earns its marks in; null: for itself. */
  group_name: groupName.nullable().optional(),
}
export const testCaseForm = z.strictObject(testFields)
/** The same as it is typed: the group is left empty where a test stands for itself. */
export const typedTestCase = testCaseForm.extend({ group_name: groupName.or(z.literal('')) })
export type TestCaseForm = z.output<typeof testCaseForm>

export const TOO_MANY_TESTS = `At most ${MAX_TESTS} test cases`
export const TOO_MUCH_TOGETHER = `The test cases of a problem can have at most ${PROBLEM_MAX_BYTES / 1_000_000} MB in total`

/** The place of the test with which they hold more than a problem may; -1 where they hold no more. */
export function firstTooMuch(tests: readonly Pick<TestCaseForm, 'input' | 'output'>[]): number {
  let bytes = 0
  return tests.findIndex(({ input, output }) => {
    bytes += bytesOf(input) + bytesOf(output)
    return bytes > PROBLEM_MAX_BYTES
  })
}

export const checker = z.enum(['exact', 'tokens', 'float', 'unordered', 'program'])
export type Checker = z.infer<typeof checker>
/** How far apart two numbers may be, absolutely or relatively: 1e-6. */
const NO_TOLERANCE = 'Tolerance must be a number between 0 and 1'
export const tolerance = text(100, { tooLong: NO_TOLERANCE })
  .transform((s) => s.trim())
  .refine((s) => Number(s) > 0 && Number(s) < 1, NO_TOLERANCE)

/** A program: starter code, a reference solution. */
const TOO_LARGE = 'The program is larger than 48 KB'
export const source = text(SOURCE_MAX_BYTES, { required: t.codeBlank, tooLong: TOO_LARGE })
  .refine((s) => s.trim() !== '', t.codeBlank)
  .refine((s) => bytesOf(s) <= SOURCE_MAX_BYTES, TOO_LARGE)

export const reference = z.strictObject({ language_id: id, source })

const problemFields = {
  title: oneLine({
    required: t.problemTitleRequired,
    min: [5, t.problemTitleTooShort],
    max: [70, t.problemTitleTooLong],
  }),
  submission_count: wholeNumber({
    required: t.submissionCountRequired,
    whole: 'Submission Count must be a whole number',
    min: [1, t.submissionCountTooFew],
    max: [999, t.submissionCountTooMany],
  }),
  time_in_minutes: wholeNumber({
    required: t.timeRequired,
    whole: 'Time must be a whole number',
    min: [1, t.timeTooShort],
    max: [999, t.timeTooLong],
  }),
  description: typedStatement,
  difficulty: nameOf(t.difficultyRequired),
}
const besides = {
  image_url: imageAddress.optional(),
  image_alt: imageAlt.optional(),
  checker: checker.optional(),
  tolerance: tolerance.nullable().optional(),
  limits: problemLimits.nullable().optional(),
  judging: judging.nullable().optional(),
  /** A program that passes all tests; null takes it away. */
  reference: reference.nullable().optional(),
}
const newTests = z.array(testCaseForm).max(MAX_TESTS, TOO_MANY_TESTS)

interface Judged {
  checker?: Checker | undefined
  judging?: Judging | null | undefined
}
/** @returns words where a program is to judge and there is none, or one that cannot */
export function wrongJudge({ checker, judging }: Judged): string | null {
  if (checker !== 'program') return null
  const program = judging?.program
  if (!program) return 'The checker is a program: write it'
  const isTested = TESTED_LANGUAGES.some((one) => one === program.language)
  return program.kind === 'tests' && !isTested ? 'Unit tests are written in Python or JavaScript' : null
}

export const newProblemBody = z
  .strictObject({
    ...problemFields,
    tags: namesOf(t.problemTagsRequired),
    ...besides,
    test_cases_attributes: newTests.min(1, t.testCaseRequired),
  })
  .check(({ value, issues }) => {
    const message = wrongJudge(value)
    if (message !== null) issues.push({ code: 'custom', path: ['judging'], message, input: value })
  })
export type NewProblemBody = z.output<typeof newProblemBody>
export type NewProblemInput = z.input<typeof newProblemBody>
/** The same of a package or a file. */
export const importedProblemBody = newProblemBody.safeExtend({ description: longStatement })

/** Every part may be left out; what is not given stays, and tells how long a statement may be (`statementOver`). */
export const changedProblemBody = z
  .strictObject({ ...problemFields, tags: namesOf(t.tagRequired), ...besides })
  .partial()
  .extend({
    id: ignored,
    description: longStatement.optional(),
    /** With `id` a test that stands, without it a new one; `_destroy` deactivates it. */
    test_cases_attributes: z
      .array(
        z
          .strictObject({ ...testFields, id: id.optional(), _destroy: z.boolean().optional() })
          .or(
            z
              .strictObject({ id, _destroy: z.literal(true) })
              .transform(({ id }) => ({ id, _destroy: true as const })),
          ),
      )
      .max(MAX_TESTS, TOO_MANY_TESTS)
      .optional(),
    /** The version the change was made on; another one on the server is a conflict. Left out: the newest. */
    version: z.number().int().min(1).optional(),
    /** The same for the reference solution, where it is changed. */
    reference_version: z.number().int().min(1).optional(),
  })
export type ChangedProblemBody = z.output<typeof changedProblemBody>
export type ChangedProblemInput = z.input<typeof changedProblemBody>

export const newTestCaseBody = z.strictObject({ problem_id: id, ...testFields })
export const changedTestCaseBody = z
  .strictObject({ ...testFields, is_active: z.boolean() })
  .partial()
  .extend({ id: ignored, problem_id: ignored })

/** Starter code may be nothing but white space in no language. */
const templateFields = { code: source, language_id: id, is_default: ignored, id: ignored, was }
export const templateBody = z.strictObject({
  ...templateFields,
  problem_id: z.number(t.createProblemFirst).int().min(1, t.createProblemFirst),
})
export const defaultTemplateBody = z.strictObject({ ...templateFields, problem_id: ignored })

/** A program against tests that need not be saved yet. */
export const checkBody = z.strictObject({
  language_id: id,
  source,
  tests: z
    .array(testCaseForm)
    .min(1, t.testCaseRequired)
    .max(MAX_TESTS, TOO_MANY_TESTS)
    .refine((tests) => firstTooMuch(tests) < 0, TOO_MUCH_TOGETHER),
  checker: checker.default('exact'),
  tolerance: tolerance.nullable().default(null),
  limits: problemLimits.nullable().default(null),
  judging: judging.nullable().default(null),
})
