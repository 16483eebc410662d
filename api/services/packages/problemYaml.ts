import { CST, Lexer, parse } from 'yaml'
import { PackageError } from './packageError.ts'

/** problem.yaml of a package, in the older form and the newer one. */

const YAML_MAX_CHARACTERS = 64_000

/**
 * Whether a value is named, to be repeated elsewhere. A few kilobytes of that keep a processor busy for seconds, and no
 * package needs it. Told by the signs alone, before anything is read.
 */
function hasAnchors(text: string): boolean {
  let isScalar = false
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token)
    if (!isScalar && (type === 'anchor' || type === 'alias')) return true
    isScalar = type === 'scalar'
  }
  return false
}

/** @throws PackageError where it is none, too large, or has anchors */
export function readYaml(text: string, name: string): unknown {
  if (text.length > YAML_MAX_CHARACTERS)
    throw new PackageError(`${name} is larger than ${YAML_MAX_CHARACTERS / 1_000} KB.`)
  if (hasAnchors(text))
    throw new PackageError(`${name} uses anchors and aliases (& and *), which are not supported.`)
  try {
    return parse(text, { maxAliasCount: 0, schema: 'core', prettyErrors: false })
  } catch {
    throw new PackageError(`${name} cannot be read: it is not valid YAML.`)
  }
}

export type YamlFacts = Readonly<Record<string, unknown>>
export const factsOf = (value: unknown): YamlFacts =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as YamlFacts) : {}

/** A name: a text, or one for each language of people, of which English comes first. */
export function yamlName(facts: YamlFacts): string | null {
  const { name } = facts
  if (typeof name === 'string') return name
  const names = Object.entries(factsOf(name)).filter(
    (one): one is [string, string] => typeof one[1] === 'string',
  )
  return (names.find(([language]) => language === 'en') ?? names[0])?.[1] ?? null
}

/** Words in a text or a list. */
export const splitWords = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(String) : String(value ?? '').split(/\s+/)).filter(Boolean)

/** Keywords may be words in a text, separated by white space or commas, or a list. */
export const splitKeywords = (facts: YamlFacts): string[] =>
  Array.isArray(facts.keywords)
    ? facts.keywords.map(String)
    : String(facts.keywords ?? '')
        .split(/[\s,]+/)
        .filter(Boolean)

/** How a package says that it is judged. */
export interface YamlJudging {
  hasOwnValidator: boolean
  isInteractive: boolean
  isMultiPass: boolean
  /** Submissions earn points, and groups say how. */
  isScoring: boolean
}

/** @throws PackageError where the answer is no program: nothing here judges one */
export function judgingOfYaml(facts: YamlFacts): YamlJudging {
  const validation = splitWords(facts.validation)
  const types = splitWords(facts.type)
  const says = (...words: string[]) => [...validation, ...types].some((word) => words.includes(word))
  if (says('submit-answer')) throw new PackageError('Problems without programs cannot be judged here.')
  const isInteractive = says('interactive')
  const isMultiPass = says('multipass', 'multi-pass')
  return {
    hasOwnValidator: says('custom') || isInteractive || isMultiPass,
    ...{ isInteractive, isMultiPass, isScoring: says('scoring', 'score') },
  }
}
