import {
  DEFAULT_SUBMISSION_COUNT,
  PROBLEM_MAX_BYTES,
  SOURCE_MAX_BYTES,
  TEST_INPUT_MAX_BYTES,
} from '#contract/constants.ts'
import { decodeWestern } from '../bankFiles/decode.ts'
import { checkerOf } from './checkers.ts'
import { languageOf } from './languages.ts'
import { limitsOf, type OfferedLanguage } from './limits.ts'
import { OWN_FILE, type OwnFacts, ownFacts } from './ownFacts.ts'
import {
  type Facts,
  factsOf,
  keywordsOf,
  nameOf,
  readYaml,
  requireJudgeable,
  wordsOf,
} from './problemYaml.ts'
import { PackageFault } from './unpack.ts'

/** A package in the ICPC form, as the form of a problem; what cannot be taken is told in words. */

export interface ReadPackage {
  /** For the form's own schema. */
  input: Record<string, unknown>
  reference: { language: string; source: string } | null
  templates: { language: string; code: string }[]
  image: { bytes: Uint8Array; alt: string | null } | null
  warnings: string[]
}

type Files = ReadonlyMap<string, Uint8Array>

const TITLE_LENGTH = 70
const DESCRIPTION_LENGTH = 1_000
const MOST_TESTS = 500
const DEFAULT_MINUTES = 30
const DEFAULT_DIFFICULTY = 'Medium'

/** As it is, the byte order mark included: a test's white space and signs are part of it. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return decodeWestern(bytes)
  }
}

/** The package's own folder: packed with or without it, it begins where problem.yaml lies. */
function atRoot(files: Files): Files {
  const [found] = [...files.keys()]
    .filter((name) => name === 'problem.yaml' || name.endsWith('/problem.yaml'))
    .toSorted((a, b) => a.split('/').length - b.split('/').length)
  if (found === undefined) throw new PackageFault('There is no problem.yaml in the package.')
  const root = found.slice(0, -'problem.yaml'.length)
  return new Map(
    [...files].flatMap(([name, bytes]) => (name.startsWith(root) ? [[name.slice(root.length), bytes]] : [])),
  )
}

const statements = [
  /^(problem_statement|statement)\/problem\.en\.md$/,
  /^(problem_statement|statement)\/problem\.md$/,
  /^(problem_statement|statement)\/[^/]+\.md$/,
  /^(problem_statement|statement)\/problem(\.en)?\.tex$/,
  /^(problem_statement|statement)\/[^/]+\.tex$/,
]

function statementOf(files: Files, warnings: string[]): string {
  const names = [...files.keys()].toSorted()
  const name = statements.flatMap((form) => names.filter((one) => form.test(one)))[0]
  const bytes = name === undefined ? undefined : files.get(name)
  if (name === undefined || !bytes) throw new PackageFault('There is no statement in the package.')
  if (name.endsWith('.tex')) warnings.push('The statement is LaTeX: it was taken as it stands.')
  const text = textOf(bytes)
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim()
  return cut(text, DESCRIPTION_LENGTH, 'The statement', warnings)
}

function cut(text: string, most: number, what: string, warnings: string[]): string {
  const signs = [...text.normalize('NFC')]
  if (signs.length <= most) return text
  warnings.push(
    `${what} has ${signs.length.toLocaleString('en')} characters: the first ${most.toLocaleString('en')} were taken.`,
  )
  return signs.slice(0, most).join('')
}

interface Test {
  /** Below data/, without its end. */
  file: string
  input: string
  output: string
  is_sample: boolean
}

const byNumbers = new Intl.Collator('en', { numeric: true })

/** Samples first, then secret ones, each by name; those that cannot be asked are left out and told. */
function testsOf(files: Files, warnings: string[]): Test[] {
  const ins = [...files.keys()]
    .filter((name) => /^data\/(sample|secret)\/.+\.in$/.test(name))
    .toSorted(byNumbers.compare)
  const tests = ins.flatMap((name): Test[] => {
    const file = name.slice('data/'.length, -'.in'.length)
    const given = files.get(name)
    const answer = files.get(`data/${file}.ans`)
    const why = !answer
      ? 'has no answer file'
      : !given?.length || answer.length === 0
        ? 'is empty'
        : Math.max(given.length, answer.length) > TEST_INPUT_MAX_BYTES
          ? 'is larger than 1 MiB'
          : null
    if (why !== null || !given || !answer) {
      warnings.push(`Test ${file} ${why}: it was left out.`)
      return []
    }
    return [{ file, input: textOf(given), output: textOf(answer), is_sample: file.startsWith('sample/') }]
  })
  if (tests.length > MOST_TESTS)
    warnings.push(`The package has ${tests.length} tests: the first ${MOST_TESTS} were taken.`)
  const taken = tests.slice(0, MOST_TESTS)
  const size = taken.reduce((sum, test) => sum + test.input.length + test.output.length, 0)
  if (size > PROBLEM_MAX_BYTES)
    throw new PackageFault(
      `The tests hold ${Math.ceil(size / 1_000_000)} MB together; at most ${PROBLEM_MAX_BYTES / 1_000_000} MB are taken.`,
    )
  if (taken.length === 0) throw new PackageFault('There is no test in the package that could be taken.')
  return taken
}

/** Accepted submissions, each one file. */
const acceptedIn = (files: Files): string[] =>
  [...files.keys()].filter((name) => /^submissions\/accepted\/[^/]+$/.test(name)).toSorted(byNumbers.compare)

function referenceOf(files: Files, offered: readonly string[], warnings: string[]) {
  const accepted = acceptedIn(files)
  for (const name of accepted) {
    const language = languageOf(name, offered)
    const bytes = files.get(name)
    if (!language || !bytes || bytes.length > SOURCE_MAX_BYTES) continue
    return { language, source: textOf(bytes) }
  }
  warnings.push(
    accepted.length === 0
      ? 'The package has no accepted submission: there is no reference solution.'
      : 'No accepted submission is in a language offered here: there is no reference solution.',
  )
  return null
}

/** The seconds of an older package: a file of its own, or DOMjudge's. */
function secondsOf(files: Files): string | null {
  const kattis = files.get('.timelimit')
  if (kattis) return textOf(kattis).trim()
  const domjudge = files.get('domjudge-problem.ini')
  return domjudge ? (/^\s*timelimit\s*=\s*['"]?([\d.]+)/m.exec(textOf(domjudge))?.[1] ?? null) : null
}

/** The default validator's flags: of the problem, or of its tests in the newer form. */
function validatorFlags(files: Files, facts: Facts): string[] {
  const own = wordsOf(facts.validator_flags)
  if (own.length > 0) return own
  for (const name of ['data/test_group.yaml', 'data/testdata.yaml', 'data/secret/testdata.yaml']) {
    const bytes = files.get(name)
    const group = bytes ? factsOf(readYaml(textOf(bytes), name)) : {}
    const flags = wordsOf(group.output_validator_args ?? group.output_validator_flags)
    if (flags.length > 0) return flags
  }
  return []
}

function ownFactsOf(files: Files, warnings: string[]): OwnFacts | null {
  const bytes = files.get(OWN_FILE)
  if (!bytes) return null
  const parsed = ownFacts.safeParse(readYaml(textOf(bytes), OWN_FILE))
  if (parsed.success) return parsed.data
  warnings.push(`${OWN_FILE} does not fit and was not used.`)
  return null
}

/** Without its path, or another name that is not there. */
const fileOf = (files: Files, name: string): string | null => {
  const bytes = files.get(name)
  return bytes ? textOf(bytes) : null
}

/**
 * @param languages those that are offered here
 * @throws PackageFault where there is no problem in it that could be asked
 */
export function readPackage(packed: Files, languages: readonly OfferedLanguage[]): ReadPackage {
  const warnings: string[] = []
  const files = atRoot(packed)
  const facts = factsOf(readYaml(fileOf(files, 'problem.yaml') ?? '', 'problem.yaml'))
  const { hasOwnValidator } = requireJudgeable(facts)
  const description = statementOf(files, warnings)
  const inTex = /\\problemname\{([^}]+)\}/.exec(description)?.[1]
  const title = cut((nameOf(facts) ?? inTex ?? '').trim(), TITLE_LENGTH, 'The title', warnings)
  const tests = testsOf(files, warnings)
  const own = ownFactsOf(files, warnings)
  const offered = languages.map(({ id }) => id)
  const body = own
    ? ownBody(files, own, tests, offered, warnings)
    : foreignBody(files, facts, tests, { languages, offered, hasOwnValidator }, warnings)
  return { ...body, input: { title, description, ...body.input }, warnings }
}

type Body = Omit<ReadPackage, 'warnings'>

/** What another system's package says, and what is set where it says nothing. */
function foreignBody(
  files: Files,
  facts: Facts,
  tests: readonly Test[],
  of: { languages: readonly OfferedLanguage[]; offered: readonly string[]; hasOwnValidator: boolean },
  warnings: string[],
): Body {
  if (of.hasOwnValidator)
    warnings.push(
      'The package has a validator of its own, which is not used: outputs are compared word by word.',
    )
  const hasLetters = tests.some((test) => /\p{L}/u.test(test.output))
  const checker = checkerOf(of.hasOwnValidator ? [] : validatorFlags(files, facts), hasLetters)
  const { limits, warnings: aboutLimits } = limitsOf(facts, secondsOf(files), of.languages)
  const tags = keywordsOf(facts).slice(0, 30)
  warnings.push(...checker.warnings, ...aboutLimits)
  warnings.push(
    `A package tells neither difficulty nor marks: ${DEFAULT_DIFFICULTY}, ${DEFAULT_MINUTES} minutes, ${DEFAULT_SUBMISSION_COUNT} submissions and 1 mark a test were set.`,
  )
  const pictures = [...files.keys()].filter((name) =>
    /^(problem_statement|statement)\/.+\.(png|jpe?g|svg|pdf)$/i.test(name),
  )
  if (pictures.length > 0)
    warnings.push(`Pictures of the statement were not taken: ${pictures.slice(0, 5).join(', ')}.`)
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

/** What was written here comes back as it was. */
function ownBody(
  files: Files,
  own: OwnFacts,
  tests: readonly Test[],
  offered: readonly string[],
  warnings: string[],
): Body {
  const places = new Map(own.tests.map(({ file }, i) => [file, i]))
  const placeOf = ({ file }: Test): number => places.get(file) ?? own.tests.length
  const ordered = tests.toSorted((a, b) => placeOf(a) - placeOf(b))
  const isOffered = ({ language }: { language: string }): boolean => {
    if (offered.includes(language)) return true
    warnings.push(`${language} is not offered here: its code was left out.`)
    return false
  }
  const source = own.reference && fileOf(files, own.reference.file)
  const picture = own.image && files.get(own.image.file)
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
      own.reference && source !== null && isOffered(own.reference)
        ? { language: own.reference.language, source }
        : null,
    templates: own.templates.filter(isOffered).flatMap(({ language, file }) => {
      const code = fileOf(files, file)
      return code === null ? [] : [{ language, code }]
    }),
    image: picture ? { bytes: picture, alt: own.image?.alt ?? null } : null,
  }
}
