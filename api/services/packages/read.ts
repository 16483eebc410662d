import type { z } from 'zod'
import { composed } from '#contract/composed.ts'
import { DEFAULT_SUBMISSION_COUNT, STATEMENT_MAX_BYTES } from '#contract/constants.ts'
import { imageAlt, source } from '#contract/forms/bank.ts'
import { checkerOf } from './checkers.ts'
import { namedFile, PackageFiles, textOf } from './files.ts'
import { type OfferedLanguage, packageLimits } from './limits.ts'
import { OWN_FILE, type OwnFacts, ownFacts } from './ownFacts.ts'
import {
  factsOf,
  readYaml,
  requireJudgeable,
  splitKeywords,
  splitWords,
  type YamlFacts,
  yamlName,
} from './problemYaml.ts'
import { type KeptSubmission, othersOf, referenceOf, tellLeft } from './submissions.ts'
import { type PackageTest, packageTests } from './tests.ts'
import { PackageError } from './unpack.ts'

/** A package in the ICPC form, as the form of a problem; what cannot be taken is told in words. */

export interface ReadPackage {
  /** For the form's own schema. */
  input: Record<string, unknown>
  reference: { language: string; source: string } | null
  templates: { language: string; code: string }[]
  image: { bytes: Uint8Array; alt: string | null } | null
  /** Those of the package that are not the reference solution. */
  submissions: KeptSubmission[]
  warnings: string[]
}

const TITLE_LENGTH = 70
const DEFAULT_MINUTES = 30
const DEFAULT_DIFFICULTY = 'Medium'

const statements = [
  /^(problem_statement|statement)\/problem\.en\.md$/,
  /^(problem_statement|statement)\/problem\.md$/,
  /^(problem_statement|statement)\/[^/]+\.md$/,
  /^(problem_statement|statement)\/problem(\.en)?\.tex$/,
  /^(problem_statement|statement)\/[^/]+\.tex$/,
]

function statementOf(files: PackageFiles, warnings: string[]): string {
  const names = files.names().toSorted()
  const name = statements.flatMap((form) => names.filter((one) => form.test(one)))[0]
  const bytes = name === undefined ? undefined : files.take(name)
  if (name === undefined || !bytes) throw new PackageError('There is no statement in the package.')
  if (name.endsWith('.tex')) warnings.push('The statement is LaTeX and was imported unchanged.')
  const text = textOf(bytes)
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim()
  const size = Buffer.byteLength(composed(text))
  if (size > STATEMENT_MAX_BYTES)
    throw new PackageError(
      `The statement has ${size.toLocaleString('en')} bytes; at most ${STATEMENT_MAX_BYTES.toLocaleString('en')} (64 KB) are allowed. Shorten it in the package and import it again.`,
    )
  return text
}

/** Nothing is cut: half a statement asks another problem. @throws PackageError */
function fitting(text: string, most: number, what: string): string {
  const { length } = [...composed(text)]
  if (length <= most) return text
  throw new PackageError(
    `${what} has ${length.toLocaleString('en')} characters; at most ${most.toLocaleString('en')} are allowed. Shorten it in the package and import it again.`,
  )
}

/** The seconds of an older package: a file of its own, or DOMjudge's. */
function secondsOf(files: PackageFiles): string | null {
  const kattis = files.take('.timelimit')
  if (kattis) return textOf(kattis).trim()
  const domjudge = files.take('domjudge-problem.ini')
  return domjudge ? (/^[ \t]*timelimit[ \t]*=[ \t]*['"]?([\d.]+)/m.exec(textOf(domjudge))?.[1] ?? null) : null
}

/** The default validator's flags: of the problem, or of its tests in the newer form. */
function validatorFlags(files: PackageFiles, facts: YamlFacts): string[] {
  const own = splitWords(facts.validator_flags)
  if (own.length > 0) return own
  for (const name of ['data/test_group.yaml', 'data/testdata.yaml', 'data/secret/testdata.yaml']) {
    const bytes = files.take(name)
    const group = bytes ? factsOf(readYaml(textOf(bytes), name)) : {}
    const flags = splitWords(group.output_validator_args ?? group.output_validator_flags)
    if (flags.length > 0) return flags
  }
  return []
}

function ownFactsOf(files: PackageFiles, warnings: string[]): OwnFacts | null {
  const bytes = files.take(OWN_FILE)
  if (!bytes) return null
  const parsed = ownFacts.safeParse(readYaml(textOf(bytes), OWN_FILE))
  if (parsed.success) return parsed.data
  warnings.push(`${OWN_FILE} is not valid and was ignored.`)
  return null
}

/**
 * @param languages those that are offered here
 * @throws PackageError where there is no problem in it that could be asked
 */
export function readPackage(
  packed: ReadonlyMap<string, Uint8Array>,
  languages: readonly OfferedLanguage[],
): ReadPackage {
  const warnings: string[] = []
  const files = new PackageFiles(packed)
  const facts = factsOf(readYaml(files.takeText('problem.yaml') ?? '', 'problem.yaml'))
  const { hasOwnValidator } = requireJudgeable(facts)
  const description = statementOf(files, warnings)
  const inTex = /\\problemname\{([^}]+)\}/.exec(description)?.[1]
  const title = fitting((yamlName(facts) ?? inTex ?? '').trim(), TITLE_LENGTH, 'The title')
  const tests = packageTests(files, warnings)
  const own = ownFactsOf(files, warnings)
  const offered = languages.map(({ id }) => id)
  const body = own
    ? ownBody(files, own, tests, offered, warnings)
    : foreignBody(files, facts, tests, { languages, offered, hasOwnValidator }, warnings)
  const submissions = othersOf(files, warnings)
  tellLeft(files, warnings)
  return { ...body, input: { title, description, ...body.input }, submissions, warnings }
}

type Body = Omit<ReadPackage, 'submissions' | 'warnings'>

/** The content of another system's package, and the values that are set if it says nothing. */
function foreignBody(
  files: PackageFiles,
  facts: YamlFacts,
  tests: readonly PackageTest[],
  of: { languages: readonly OfferedLanguage[]; offered: readonly string[]; hasOwnValidator: boolean },
  warnings: string[],
): Body {
  if (of.hasOwnValidator)
    warnings.push(
      'The package has a validator of its own, which is not used: outputs are compared word by word.',
    )
  const hasLetters = tests.some((test) => /\p{L}/u.test(test.output))
  const checker = checkerOf(of.hasOwnValidator ? [] : validatorFlags(files, facts), hasLetters)
  const { limits, warnings: aboutLimits } = packageLimits(facts, secondsOf(files), of.languages)
  const tags = splitKeywords(facts).slice(0, 30)
  warnings.push(...checker.warnings, ...aboutLimits)
  warnings.push(
    `A package states neither difficulty nor marks: ${DEFAULT_DIFFICULTY}, ${DEFAULT_MINUTES} minutes, ${DEFAULT_SUBMISSION_COUNT} submissions and 1 mark a test were set.`,
  )
  const pictures = files
    .names()
    .filter((name) => /^(problem_statement|statement)\/.+\.(png|jpe?g|svg|pdf)$/i.test(name))
  if (pictures.length > 0)
    warnings.push(`Pictures in the statement were not imported: ${namedFile(pictures)}.`)
  files.leave(pictures)
  return {
    input: {
      difficulty: DEFAULT_DIFFICULTY,
      tags: tags.length > 0 ? tags : ['imported'],
      submission_count: DEFAULT_SUBMISSION_COUNT,
      time_in_minutes: DEFAULT_MINUTES,
      checker: checker.checker,
      tolerance: checker.tolerance,
      limits,
      test_cases_attributes: tests.map(({ file: _, ...test }) => ({ ...test, marks: 1 })),
    },
    reference: referenceOf(files, of.offered, warnings),
    templates: [],
    image: null,
  }
}

/** By the rules of the forms: what could not be typed there does not come in by a package. @throws PackageError */
function ruled<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new PackageError(`${what}: ${parsed.error.issues[0]?.message}.`)
}

/** Starter code of the languages offered here. @throws PackageError where a language has two */
function templatesOf(files: PackageFiles, own: OwnFacts, isOffered: (of: { language: string }) => boolean) {
  const templates = own.templates.filter(isOffered).flatMap(({ language, file }) => {
    const code = files.takeText(file)
    return code === null ? [] : [{ language, code: ruled(source, code, `The template ${file}`) }]
  })
  const twice = templates.find(
    ({ language }, i) => templates.findIndex((one) => one.language === language) < i,
  )
  if (twice) throw new PackageError(`The package has two templates in ${twice.language}.`)
  return templates
}

/** A package that was written here comes back as it was. */
function ownBody(
  files: PackageFiles,
  own: OwnFacts,
  tests: readonly PackageTest[],
  offered: readonly string[],
  warnings: string[],
): Body {
  const places = new Map(own.tests.map(({ file }, i) => [file, i]))
  const positionOf = ({ file }: PackageTest): number => places.get(file) ?? own.tests.length
  const ordered = tests.toSorted((a, b) => positionOf(a) - positionOf(b))
  const isOffered = ({ language }: { language: string }): boolean => {
    if (offered.includes(language)) return true
    warnings.push(`${language} is not offered here: its code was left out.`)
    return false
  }
  const program = own.reference && files.takeText(own.reference.file)
  const picture = own.image && files.take(own.image.file)
  return {
    input: {
      difficulty: own.difficulty,
      tags: own.tags,
      submission_count: own.submission_count,
      time_in_minutes: own.time_in_minutes,
      checker: own.checker,
      tolerance: own.tolerance,
      limits: own.limits,
      test_cases_attributes: ordered.map(({ file, ...test }) => ({
        ...test,
        marks: own.tests.find((one) => one.file === file)?.marks ?? 1,
      })),
    },
    reference:
      own.reference && program !== null && isOffered(own.reference)
        ? {
            language: own.reference.language,
            source: ruled(source, program, 'The reference solution'),
          }
        : null,
    templates: templatesOf(files, own, isOffered),
    image: picture
      ? {
          bytes: picture,
          alt: ruled(imageAlt, own.image?.alt ?? null, 'The alternative text of the diagram') || null,
        }
      : null,
  }
}
