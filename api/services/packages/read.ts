import type { z } from 'zod'
import { composed } from '#contract/composed.ts'
import { DEFAULT_SUBMISSION_COUNT } from '#contract/constants.ts'
import { imageAlt, source } from '#contract/forms/bank.ts'
import type { Judging } from '#contract/judging.ts'
import { checkerOf, type MappedChecker } from './checkers.ts'
import type { CmsGroup } from './cms.ts'
import { namedFile, type PackageFiles, textOf } from './files.ts'
import { factsOfPackage, type PackageFacts } from './forms.ts'
import { generatorPlan } from './generators.ts'
import { readJudgeProgram } from './judgeProgram.ts'
import { locatePackage } from './layout.ts'
import { type OfferedLanguage, packageLimits } from './limits.ts'
import { OWN_FILE, type OwnFacts, ownFacts } from './ownFacts.ts'
import { PackageError } from './packageError.ts'
import { readYaml } from './problemYaml.ts'
import { readStatement } from './statement.ts'
import type { PackagePicture } from './statementPictures.ts'
import { type KeptSubmission, othersOf, referenceOf, tellLeft } from './submissions.ts'
import { readGroups } from './testGroups.ts'
import { fittingTests, type PackageTest, type UnfitTest } from './tests.ts'
import type { PackedFiles } from './unpack.ts'
import { type DeclaredVerdict, declaredVerdicts } from './verdicts.ts'

/** A package of any of the forms that are read, as the form of a problem; what cannot be taken is told in words. */

export interface ReadPackage {
  /** For the form's own schema. */
  input: Record<string, unknown>
  /** The tests of `input` by their places in the package, in the same order. */
  tests: { name: string; group: string | null }[]
  /** Groups with what each is worth, where the package says so. */
  groups: CmsGroup[]
  /** Tests that a problem here cannot have. */
  unfit: UnfitTest[]
  reference: { language: string; source: string } | null
  templates: { language: string; code: string }[]
  image: { bytes: Uint8Array; alt: string | null } | null
  /** Those within the statement. */
  pictures: PackagePicture[]
  /** Files of its authors: submissions, validators, generators. */
  submissions: KeptSubmission[]
  /** The verdicts that its authors expect of each submission. */
  declared: { path: string; verdicts: DeclaredVerdict[] }[]
  warnings: string[]
}

const TITLE_LENGTH = 70
const DEFAULT_MINUTES = 30
const DEFAULT_DIFFICULTY = 'Medium'

/** Nothing is cut: half a statement asks another problem. @throws PackageError */
function fitting(text: string, most: number, what: string): string {
  const { length } = [...composed(text)]
  if (length <= most) return text
  throw new PackageError(
    `${what} has ${length.toLocaleString('en')} characters; at most ${most.toLocaleString('en')} are allowed. Shorten it in the package and import it again.`,
  )
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
export function readPackage(packed: PackedFiles, languages: readonly OfferedLanguage[]): ReadPackage {
  const warnings: string[] = []
  const { form, files } = locatePackage(packed)
  const facts = factsOfPackage(form, files, warnings)
  const statement = readStatement(files, warnings)
  const title = fitting((facts.title ?? statement.title ?? '').trim(), TITLE_LENGTH, 'The title')
  const generated = generatedTests(files)
  const { tests, unfit } = fittingTests(files, facts.tests)
  if (generated.length > 0)
    warnings.push(
      `${generated.length} tests of generators/generators.yaml are made by the package’s own programs, which are not run here: ${namedFile(generated)}. Generate them and pack them with their answers.`,
    )
  if (facts.tests.length === 0) throw new PackageError(noTests(generated))
  const own = ownFactsOf(files, warnings)
  const offered = languages.map(({ id }) => id)
  const ordered = own ? inOwnOrder(tests, own) : tests
  const body = own
    ? ownBody(files, own, ordered, offered, warnings)
    : foreignBody(files, facts, ordered, { languages, offered }, warnings)
  const verdictsOf = declaredVerdicts(files)
  const submissions = othersOf(files, body.referencePath, warnings)
  tellLeft(files, warnings)
  return {
    ...body,
    input: { title, description: statement.text, ...body.input },
    tests: ordered.map(({ name, group }) => ({ name, group })),
    groups: facts.groups,
    unfit,
    pictures: statement.pictures,
    submissions,
    declared: submissions
      .filter(({ path }) => path.startsWith('submissions/'))
      .map(({ path }) => ({ path, verdicts: verdictsOf(path) })),
    warnings,
  }
}

const GENERATORS = 'generators/generators.yaml'

/** The names of tests that only a program of the package would make. */
function generatedTests(files: PackageFiles): string[] {
  const bytes = files.look(GENERATORS)
  if (!bytes) return []
  const { tests } = generatorPlan(readYaml(textOf(bytes), GENERATORS))
  return tests.map(({ name }) => name).filter((name) => files.sizeOf(`data/${name}.in`) === undefined)
}

const noTests = (generated: readonly string[]): string =>
  generated.length === 0
    ? 'There is no test in the package.'
    : `There is no test in the package: its ${generated.length} tests are made by its own programs (${GENERATORS}), which are not run here. Generate them and pack them with their answers.`

type Body = Pick<ReadPackage, 'input' | 'reference' | 'templates' | 'image'> & {
  referencePath: string | null
}

/** The content of another system's package, and the values that are set if it says nothing. */
function foreignBody(
  files: PackageFiles,
  facts: PackageFacts,
  tests: readonly PackageTest[],
  of: { languages: readonly OfferedLanguage[]; offered: readonly string[] },
  warnings: string[],
): Body {
  const { hasOwnValidator, isInteractive } = facts.judging
  const program = hasOwnValidator
    ? readJudgeProgram(files, { isInteractive, passes: facts.passes, arguments: facts.flags }, warnings)
    : null
  if (isInteractive && !program)
    throw new PackageError('The problem is interactive, and its validator cannot run here.')
  const hasLetters = tests.some((test) => /\p{L}/u.test(test.output))
  const checker = program ? BY_PROGRAM : checkerOf(hasOwnValidator ? [] : facts.flags, hasLetters)
  const { groups, marks } = readGroups(
    files,
    tests,
    { isScoring: facts.judging.isScoring, cms: facts.groups },
    warnings,
  )
  const judging: Judging = {
    ...checker.judging,
    ...(groups.length > 0 && { groups }),
    ...(program && { program }),
  }
  const { limits, warnings: aboutLimits } = packageLimits(facts.limits, of.languages)
  const tags = facts.keywords.slice(0, 30)
  warnings.push(...checker.warnings, ...aboutLimits)
  warnings.push(
    groups.length > 0
      ? `A package states no difficulty: ${DEFAULT_DIFFICULTY}, ${DEFAULT_MINUTES} minutes and ${DEFAULT_SUBMISSION_COUNT} submissions were set. Marks come from its groups.`
      : `A package states neither difficulty nor marks: ${DEFAULT_DIFFICULTY}, ${DEFAULT_MINUTES} minutes, ${DEFAULT_SUBMISSION_COUNT} submissions and 1 mark a test were set.`,
  )
  const reference = referenceOf(files, { accepted: facts.accepted, offered: of.offered }, warnings)
  return {
    input: {
      difficulty: DEFAULT_DIFFICULTY,
      tags: tags.length > 0 ? tags : ['imported'],
      submission_count: DEFAULT_SUBMISSION_COUNT,
      time_in_minutes: DEFAULT_MINUTES,
      checker: checker.checker,
      tolerance: checker.tolerance,
      limits,
      judging: Object.keys(judging).length > 0 ? judging : null,
      test_cases_attributes: tests.map((test) => ({
        ...bare(test),
        marks: marks.get(test.name) ?? 1,
        group_name: groups.some(({ name }) => name === test.group) ? test.group : null,
      })),
    },
    reference: reference && { language: reference.language, source: reference.source },
    referencePath: reference?.path ?? null,
    templates: [],
    image: null,
  }
}

/** A program of the package's judges. */
const BY_PROGRAM: MappedChecker = { checker: 'program', tolerance: null, judging: {}, warnings: [] }

const bare = ({ input, output, is_sample }: PackageTest) => ({ input, output, is_sample })

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

/** As they stood in the problem that was exported. */
function inOwnOrder(tests: readonly PackageTest[], own: OwnFacts): PackageTest[] {
  const places = new Map(own.tests.map(({ file }, i) => [file, i]))
  const positionOf = ({ name }: PackageTest): number => places.get(name) ?? own.tests.length
  return tests.toSorted((a, b) => positionOf(a) - positionOf(b))
}

/** The judge's program lies beside, as files. */
function judgingOf(files: PackageFiles, { judging }: OwnFacts): unknown {
  if (!judging) return null
  const { program, ...others } = judging
  const read = program?.files.map(({ name, file }) => ({ name, content: files.takeText(file) ?? '' }))
  return { ...others, ...(program && { program: { ...program, files: read } }) }
}

/** A package that was written here comes back as it was. */
function ownBody(
  files: PackageFiles,
  own: OwnFacts,
  tests: readonly PackageTest[],
  offered: readonly string[],
  warnings: string[],
): Body {
  const told = new Map(own.tests.map((test) => [test.file, test]))
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
      judging: judgingOf(files, own),
      test_cases_attributes: tests.map((test) => ({
        ...bare(test),
        marks: told.get(test.name)?.marks ?? 1,
        group_name: told.get(test.name)?.group ?? null,
      })),
    },
    reference:
      own.reference && program !== null && isOffered(own.reference)
        ? {
            language: own.reference.language,
            source: ruled(source, program, 'The reference solution'),
          }
        : null,
    referencePath: own.reference?.file ?? null,
    templates: templatesOf(files, own, isOffered),
    image: picture
      ? {
          bytes: picture,
          alt: ruled(imageAlt, own.image?.alt ?? null, 'The alternative text of the diagram') || null,
        }
      : null,
  }
}
