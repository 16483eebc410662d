import { type CmsGroup, readTaskYaml, testsOfTask } from './cms.ts'
import { type PackageFiles, textOf } from './files.ts'
import type { PackageForm } from './layout.ts'
import {
  factsOf,
  judgingOfYaml,
  readYaml,
  splitKeywords,
  splitWords,
  type YamlFacts,
  type YamlJudging,
  yamlName,
} from './problemYaml.ts'
import { type NamedTest, testsInData } from './tests.ts'

/** The settings of a package, whichever form it has. */
export interface PackageFacts {
  title: string | null
  /** As problem.yaml has them: time_limit in seconds, memory in MiB. */
  limits: YamlFacts
  keywords: string[]
  /** Flags of the default validator. */
  flags: string[]
  /** A program of the package compares outputs, or talks to programs. */
  judging: YamlJudging
  /** Runs of one test at most; null where it does not say. */
  passes: number | null
  tests: NamedTest[]
  groups: CmsGroup[]
  /** The beginning of the paths of its right programs. */
  accepted: string
}

/** @throws PackageError where nothing here can judge it, or a file is no YAML */
export function factsOfPackage(form: PackageForm, files: PackageFiles, warnings: string[]): PackageFacts {
  return form === 'cms' ? taskFacts(files, warnings) : problemFacts(files)
}

function taskFacts(files: PackageFiles, warnings: string[]): PackageFacts {
  const task = readTaskYaml(files)
  const { tests, groups } = testsOfTask(files, warnings)
  const title = [task.title, task.name].find((one) => typeof one === 'string' && one.trim() !== '')
  return {
    title: typeof title === 'string' ? title : null,
    limits: { time_limit: task.time_limit, memory: task.memory_limit },
    keywords: [],
    flags: [],
    judging: {
      hasOwnValidator: files
        .names()
        .some((name) => /^(?:check|cor)\/(?:checker|correttore)(?:\.[^/]+)?$/.test(name)),
      ...{ isInteractive: false, isMultiPass: false, isScoring: groups.length > 0 },
    },
    passes: null,
    tests,
    groups,
    accepted: files.names().some((name) => name.startsWith('sol/soluzione'))
      ? 'sol/soluzione'
      : 'sol/solution',
  }
}

/** The settings of DOMjudge: `name = value` a line, with or without quotation marks. */
function iniFacts(text: string): Readonly<Record<string, string>> {
  const facts: Record<string, string> = Object.create(null)
  for (const line of text.split('\n').slice(0, 200)) {
    const at = line.indexOf('=')
    if (at < 0 || /^\s*[;#[]/.test(line)) continue
    const value = line.slice(at + 1).trim()
    facts[line.slice(0, at).trim()] = /^(['"]).*\1$/.test(value) ? value.slice(1, -1) : value
  }
  return facts
}

function problemFacts(files: PackageFiles): PackageFacts {
  const yaml = factsOf(readYaml(files.takeText('problem.yaml') ?? '', 'problem.yaml'))
  const ini = iniFacts(files.takeText('domjudge-problem.ini') ?? '')
  const isLegacy = !/^20\d\d/.test(String(yaml.problem_format_version ?? ''))
  const judging = judgingOfYaml(yaml)
  const limits = factsOf(yaml.limits)
  const seconds = files.takeText('.timelimit')?.trim() || ini.timelimit
  return {
    title: yamlName(yaml) ?? ini.name ?? null,
    limits: { ...limits, time_limit: limits.time_limit ?? seconds },
    keywords: splitKeywords(yaml),
    flags: validatorFlags(files, yaml),
    // The newer form has a validator where there is one; the older one names it.
    judging: {
      ...judging,
      hasOwnValidator:
        judging.hasOwnValidator ||
        ini.special_compare !== undefined ||
        (!isLegacy && files.names().some((name) => /^output_validators?\//.test(name))),
    },
    passes: judging.isMultiPass ? Number(limits.validation_passes ?? 2) || 2 : null,
    tests: testsInData(files),
    groups: [],
    accepted: 'submissions/accepted/',
  }
}

/** The default validator's flags: of the problem, or of its tests in the newer form. */
function validatorFlags(files: PackageFiles, facts: YamlFacts): string[] {
  const own = splitWords(facts.validator_flags)
  if (own.length > 0) return own
  for (const name of [
    'data/test_group.yaml',
    'data/testdata.yaml',
    'data/secret/test_group.yaml',
    'data/secret/testdata.yaml',
  ]) {
    const bytes = files.take(name)
    const group = bytes ? factsOf(readYaml(textOf(bytes), name)) : {}
    const flags = splitWords(group.output_validator_args ?? group.output_validator_flags)
    if (flags.length > 0) return flags
  }
  return []
}
