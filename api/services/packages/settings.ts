import { textOf } from './files.ts'
import { factsOf, readYaml, type YamlFacts } from './problemYaml.ts'

/** The settings of a package that have no place here (author, source, licence): kept, and written again on export. */

export const PACKAGE_SETTINGS = 'problem.yaml'

/** Those that a problem has itself. */
const own = new Set([
  'problem_format_version',
  'name',
  'type',
  'validation',
  'validator_flags',
  'limits',
  'keywords',
])

/** @param bytes problem.yaml as it came */
export const foreignSettings = (bytes: Uint8Array | undefined): YamlFacts =>
  Object.fromEntries(
    Object.entries(bytes ? factsOf(readYaml(textOf(bytes), PACKAGE_SETTINGS)) : {}).filter(
      ([name]) => !own.has(name),
    ),
  )
