import { strToU8, type Zippable, zip } from 'fflate'
import { stringify } from 'yaml'
import type { Checker } from '#contract/forms/bank.ts'
import type { JudgeProgram, Judging } from '#contract/judging.ts'
import { pictureAddress } from '../../storage/textPictures.ts'
import { flagsOf } from './checkers.ts'
import { endingOf, languageOf } from './languages.ts'
import type { OfferedLanguage } from './limits.ts'
import { OWN_FILE, type OwnFacts } from './ownFacts.ts'
import { foreignSettings, PACKAGE_SETTINGS } from './settings.ts'

/** A problem as a package in the ICPC form: what other systems read, and beside it what only this one knows. */

export interface PackagedProblem {
  title: string
  description: string
  difficulty: string
  tags: readonly string[]
  submission_count: number
  time_in_minutes: number
  checker: Checker
  tolerance: string | null
  limits: OwnFacts['limits']
  /** Missing in what was kept before it could be chosen. */
  judging: Judging | null
  tests: readonly {
    input: string
    output: string
    marks: number
    is_sample: boolean
    group_name: string | null
  }[]
  templates: readonly { language: string; code: string }[]
  reference: { language: string; source: string } | null
  /** The files that came with it and are none of the above, by their paths. */
  submissions: readonly { path: string; bytes: Uint8Array }[]
  image: { bytes: Uint8Array; format: 'png' | 'jpeg'; alt: string | null } | null
  /** Those within the statement, by their keys. */
  pictures: readonly { key: string; bytes: Uint8Array; format: 'png' | 'jpeg' }[]
}

/**
 * The loosest limits: a package has one of each for all languages, and what passes here is to pass elsewhere. Seconds are
 * those of a native program, as reading a package takes them: an engine's own are so much more as it is slower.
 */
function limitsFact(limits: OwnFacts['limits'], languages: readonly OfferedLanguage[]) {
  const all = Object.values(limits ?? {})
  const factors = new Map(languages.map(({ id, timeFactor }) => [id, timeFactor]))
  const times = Object.entries(limits ?? {}).flatMap(([id, { cpu_ms }]) =>
    cpu_ms === undefined ? [] : Math.ceil(cpu_ms / (factors.get(id) ?? 1)),
  )
  const memories = all.flatMap(({ memory_mb }) => memory_mb ?? [])
  if (times.length === 0 && memories.length === 0) return {}
  return {
    limits: {
      ...(times.length > 0 && { time_limit: Math.max(...times) / 1_000 }),
      ...(memories.length > 0 && { memory: Math.max(...memories) }),
    },
  }
}

const endOf = (format: 'png' | 'jpeg'): string => (format === 'png' ? 'png' : 'jpg')

/** Pictures beside the statement; one that is gone keeps its address. */
const withPictureNames = (statement: string, names: ReadonlyMap<string, string>): string =>
  [...names].reduce((text, [key, name]) => text.replaceAll(pictureAddress(key), name), statement)

/** The right program among the files that came with the problem which is still its reference solution, under its own name. */
const sameFile = (files: PackagedProblem['submissions'], source: string): string | undefined =>
  files.find(({ path, bytes }) => ACCEPTED.test(path) && Buffer.from(source).equals(bytes))?.path
const ACCEPTED = /^(?:submissions\/accepted|sol)\//

const VALIDATORS = /^output_validators?\//

/** Kinds of programs that other systems know. */
const isKnownElsewhere = ({ kind }: JudgeProgram): boolean => kind === 'validator' || kind === 'interactor'

/** Other systems know a program's language by the end of its name. */
function withEnding(name: string, language: string): string {
  if (languageOf(name, [language]) === language) return name
  return `${name.replace(/\.\w+$/, '')}.${endingOf(language)}`
}

/** The place of a file of the judge's program: the first has the end of its language, and no other file's name. */
function placeOf(program: JudgeProgram, name: string, place: number): string {
  const own = place === 0 ? withEnding(name, program.language) : name
  const isTaken = place === 0 && program.files.slice(1).some((one) => one.name === own)
  const folder = isKnownElsewhere(program) ? 'output_validators/judge' : 'judge'
  return `${folder}/${isTaken ? `main-${own}` : own}`
}

/** How other systems are to judge it; testlib's checkers and unit tests have no word in this form. */
function validationOf({ checker, tolerance, judging }: PackagedProblem) {
  const program = checker === 'program' ? judging?.program : undefined
  if (!program || !isKnownElsewhere(program))
    return { validation: 'default', validator_flags: flagsOf(checker, tolerance, judging) }
  const words = ['custom', program.kind === 'interactor' && 'interactive', program.passes && 'multi-pass']
  return { validation: words.filter(Boolean).join(' '), validator_flags: program.arguments?.join(' ') ?? '' }
}

/** A name that no file has that came with the package. */
function freeName(files: Zippable, stem: string, ending: string): string {
  for (let n = 1; ; n++) {
    const name = `${stem}${n === 1 ? '' : `-${n}`}.${ending}`
    if (files[name] === undefined) return name
  }
}

/** @returns the packed bytes; packed beside the server's thread where a test is large */
export function writePackage(
  problem: PackagedProblem,
  languages: readonly OfferedLanguage[],
): Promise<Uint8Array> {
  const files: Zippable = {}
  const put = (name: string, text: string): string => {
    files[name] = strToU8(text)
    return name
  }
  const digits = String(problem.tests.length).length
  const tests = problem.tests.map((test, i) => {
    const file = `${test.is_sample ? 'sample' : 'secret'}/${String(i + 1).padStart(digits, '0')}`
    put(`data/${file}.in`, test.input)
    put(`data/${file}.ans`, test.output)
    return { file, marks: test.marks, ...(test.group_name !== null && { group: test.group_name }) }
  })
  const { program, ...otherJudging } = problem.judging ?? {}
  // The validator as it is now, and not as it came.
  const isKept = (path: string) => path !== PACKAGE_SETTINGS && !(program && VALIDATORS.test(path))
  for (const { path, bytes } of problem.submissions) if (isKept(path)) files[path] = bytes
  const settings = problem.submissions.find(({ path }) => path === PACKAGE_SETTINGS)?.bytes
  const { reference, image } = problem
  const picture = image && `problem_statement/diagram.${endOf(image.format)}`
  if (picture) files[picture] = image.bytes
  const names = new Map(
    problem.pictures.map(({ key, format }, i) => [key, `picture-${i + 1}.${endOf(format)}`]),
  )
  for (const { key, bytes } of problem.pictures) files[`problem_statement/${names.get(key)}`] = bytes
  const own: OwnFacts = {
    difficulty: problem.difficulty,
    tags: [...problem.tags],
    submission_count: problem.submission_count,
    time_in_minutes: problem.time_in_minutes,
    checker: problem.checker,
    tolerance: problem.tolerance,
    limits: problem.limits,
    judging: problem.judging && {
      ...otherJudging,
      ...(program && {
        program: {
          ...program,
          files: program.files.map(({ name, content }, i) => ({
            name,
            file: put(placeOf(program, name, i), content),
          })),
        },
      }),
    },
    tests,
    templates: problem.templates.map(({ language, code }) => ({
      language,
      file: put(`templates/${language.replaceAll(/[^\w+-]/g, '_')}.${endingOf(language)}`, code),
    })),
    reference: reference && {
      language: reference.language,
      file:
        sameFile(problem.submissions, reference.source) ??
        put(
          freeName(files, 'submissions/accepted/reference', endingOf(reference.language)),
          reference.source,
        ),
    },
    image: image && picture ? { file: picture, alt: image.alt } : null,
  }
  put('problem_statement/problem.en.md', withPictureNames(problem.description, names))
  put(
    PACKAGE_SETTINGS,
    stringify({
      problem_format_version: 'legacy',
      name: problem.title,
      ...validationOf(problem),
      ...limitsFact(problem.limits, languages),
      keywords: [...problem.tags],
      ...foreignSettings(settings),
    }),
  )
  put(OWN_FILE, stringify(own))
  return new Promise((resolve, reject) => {
    zip(files, { level: 6, mtime: '2000-01-01T00:00:00Z' }, (error, bytes) =>
      error ? reject(error) : resolve(bytes),
    )
  })
}
