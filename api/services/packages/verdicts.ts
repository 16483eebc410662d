import { type PackageFiles, textOf } from './files.ts'
import { factsOf, readYaml, splitWords } from './problemYaml.ts'

/**
 * The verdicts that authors of a package expect of each of their submissions: by the folder it lies in, by a comment in it
 * (DOMjudge), or in submissions.yaml (the form of 2023-07).
 */

export type DeclaredVerdict =
  | 'accepted'
  | 'wrong_answer'
  | 'time_limit_exceeded'
  | 'run_time_error'
  | 'memory_limit_exceeded'
  | 'output_limit_exceeded'
  | 'compile_error'
  | 'partially_accepted'
  /** Not accepted, for whatever reason. */
  | 'rejected'

/** The names of folders, of DOMjudge's results and of the newer form's verdicts, in small letters and with underscores. */
const verdicts: Record<string, DeclaredVerdict> = {
  accepted: 'accepted',
  ac: 'accepted',
  correct: 'accepted',
  wrong_answer: 'wrong_answer',
  wa: 'wrong_answer',
  no_output: 'wrong_answer',
  presentation_error: 'wrong_answer',
  time_limit_exceeded: 'time_limit_exceeded',
  timelimit: 'time_limit_exceeded',
  tle: 'time_limit_exceeded',
  run_time_error: 'run_time_error',
  runtime_error: 'run_time_error',
  run_error: 'run_time_error',
  rte: 'run_time_error',
  memory_limit_exceeded: 'memory_limit_exceeded',
  memory_limit: 'memory_limit_exceeded',
  mle: 'memory_limit_exceeded',
  output_limit_exceeded: 'output_limit_exceeded',
  output_limit: 'output_limit_exceeded',
  compiler_error: 'compile_error',
  compile_error: 'compile_error',
  partially_accepted: 'partially_accepted',
  rejected: 'rejected',
}

const verdictOf = (name: string): DeclaredVerdict[] => {
  const verdict =
    verdicts[
      name
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_')
    ]
  return verdict ? [verdict] : []
}

/** The comment that DOMjudge reads stands somewhere in the program; so much of it is looked through. */
const LOOKED_AT = 65_536
const MARK = '@EXPECTED_RESULTS@:'

function inComment(text: string): DeclaredVerdict[] {
  const at = text.indexOf(MARK)
  if (at < 0) return []
  const [line = ''] = text.slice(at + MARK.length, at + MARK.length + 500).split(/[\r\n]/, 1)
  return line.split(/[,*/#]/).flatMap(verdictOf)
}

/** A pattern of submissions.yaml, as a shell has it: `*` within a part, `**` over parts. */
export function matchesPattern(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  const part = (one: string, name: string): boolean => {
    const pieces = one.split('*')
    if (pieces.length === 1) return one === name
    const [first = '', last = ''] = [pieces[0], pieces.at(-1)]
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
      return false
    let at = first.length
    for (const piece of pieces.slice(1, -1)) {
      const found = name.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return at <= name.length - last.length
  }
  // A folder that fits brings all that lies below it.
  return wanted.length <= given.length && wanted.every((one, i) => one === '**' || part(one, given[i] ?? ''))
}

const MANIFEST = 'submissions/submissions.yaml'

/** @returns the verdicts of a submission's path; none where nothing is said */
export function declaredVerdicts(files: PackageFiles): (path: string) => DeclaredVerdict[] {
  const bytes = files.look(MANIFEST)
  const rules = Object.entries(bytes ? factsOf(readYaml(textOf(bytes), MANIFEST)) : {}).map(
    ([pattern, rule]) => ({ pattern, permitted: splitWords(factsOf(rule).permitted).flatMap(verdictOf) }),
  )
  return (path) => {
    const within = path.slice('submissions/'.length)
    const ruled = rules.find(
      ({ pattern, permitted }) => permitted.length > 0 && matchesPattern(pattern, within),
    )
    if (ruled) return ruled.permitted
    const folder = verdictOf(within.split('/')[0] ?? '')
    const content = files.look(path)
    const said = content ? inComment(textOf(content.subarray(0, LOOKED_AT))) : []
    return said.length > 0 ? said : folder
  }
}
