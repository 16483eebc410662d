import { importMemory } from '../memoryImport.ts'
import { ErrorSink, OutputLimitReached, OutputSink } from '../output.ts'
import type { LanguageRuntime, RunOutcome, RunResult } from '../port.ts'
import { boundedMemory, compileWasm, importsOf } from '../webassembly.ts'
import { SqlDatabase, SqlError } from './database.ts'
import { sqliteImports } from './imports.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The line of a test's input behind which statements stand that run after the program. */
const AFTER = /^[ \t]*--[ \t]*after:[ \t]*\r?$/im

/** The parts of a test: what makes the database, the program, and what is asked of the database afterwards. */
type Part = 'input' | 'program' | 'after'

/** A part that SQLite does not get done with. */
class PartFailed extends Error {
  readonly part: Part
  readonly error: SqlError
  readonly line: number

  constructor(part: Part, script: string, error: SqlError) {
    super(error.message)
    this.part = part
    this.error = error
    this.line = decoder.decode(encoder.encode(script).subarray(0, error.at)).split('\n').length
  }
}

/** Failures in words: whose they are, the line, and SQLite's own words. */
const formatFailure: Readonly<Record<Part, (where: string) => string>> = {
  program: (where) => `Error ${where}\n`,
  input: (where) =>
    `The input is no SQL that builds a database: error ${where}\nYour program was not run. If this is a test of the problem and no input of your own, the fault is the problem's and not yours.\n`,
  after: (where) => `The statements that the test runs after your program failed: error ${where}\n`,
}

/** Prints what statements give: a row a line, an empty line between results. A result without rows is nothing to print. */
function printer(stdout: OutputSink): (row: string[] | null) => void {
  let [isBehindResult, isInResult] = [false, false]
  return (row) => {
    if (row === null) {
      isBehindResult ||= isInResult
      isInResult = false
      return
    }
    const gap = isBehindResult && !isInResult ? '\n' : ''
    if (!isInResult) isBehindResult = false
    isInResult = true
    if (!stdout.write(encoder.encode(`${gap}${row.join(' | ')}\n`))) throw new OutputLimitReached()
  }
}

function runParts(database: SqlDatabase, source: string, stdin: string, stdout: OutputSink): void {
  const mark = AFTER.exec(stdin)
  const print = printer(stdout)
  const run = (part: Part, script: string, each: (row: string[] | null) => void): void => {
    try {
      if (part === 'program') database.read(script)
      for (const row of database.rowsOf(script)) each(row)
    } catch (error) {
      throw error instanceof SqlError ? new PartFailed(part, script, error) : error
    }
  }
  run('input', mark ? stdin.slice(0, mark.index) : stdin, () => {})
  run('program', source, print)
  // The lines before it stay, so that lines are counted as in the input.
  if (mark) run('after', stdin.slice(0, mark.index).replace(/[^\n]/g, '') + stdin.slice(mark.index), print)
}

function outcomeOf({ part, error }: PartFailed): RunOutcome {
  if (error.isOutOfMemory) return 'memory_limit'
  return part === 'program' && error.isSyntax ? 'compile_error' : 'runtime_error'
}

type Verdict = Pick<RunResult, 'outcome' | 'exitCode' | 'message'>

/** How a run ended that did not come to its end; faults of this engine are thrown on. */
function verdictOf(thrown: unknown, stderr: ErrorSink): Verdict {
  if (thrown instanceof OutputLimitReached) return { outcome: 'output_limit', exitCode: null }
  if (thrown instanceof PartFailed) {
    const { part, line, message } = thrown
    stderr.write(encoder.encode(formatFailure[part](`on line ${line}: ${message}`)))
    return { outcome: outcomeOf(thrown), exitCode: 1 }
  }
  if (thrown instanceof RangeError || (thrown instanceof Error && thrown.name === 'RuntimeError')) {
    stderr.write(encoder.encode(`Fatal error: ${thrown.message}\n`))
    return { outcome: 'runtime_error', exitCode: 134, message: thrown.message }
  }
  throw thrown
}

/**
 * SQL in SQLite. `wasm` are the bytes of sql.js, of the build that keeps the names of SQLite's functions. Standard input is the
 * script that builds the database; the program runs on it, and its results are what is printed. It cannot interrupt itself: the
 * host ends the process or worker when its time is used up.
 */
export async function createSqlRuntime([wasm]: readonly Uint8Array<ArrayBuffer>[]): Promise<LanguageRuntime> {
  if (!wasm) throw new Error('SQL takes a file')
  const { bytes, initialPages } = importMemory(wasm)
  const module = await compileWasm(bytes)
  const names = importsOf(module)
  return {
    id: 'sql',
    async run({ source, stdin, limits }) {
      const stdout = new OutputSink(limits.stdoutBytes)
      const stderr = new ErrorSink(limits.stderrBytes)
      const { memory, denied } = boundedMemory(initialPages, limits.memoryBytes)
      let verdict: Verdict = { outcome: 'ok', exitCode: 0 }
      try {
        const database = await SqlDatabase.open(module, sqliteImports(memory, names), memory)
        runParts(database, source, decoder.decode(stdin), stdout)
      } catch (error) {
        verdict = verdictOf(error, stderr)
      }
      const isFull = verdict.outcome === 'runtime_error' && denied()
      return {
        ...verdict,
        outcome: isFull ? 'memory_limit' : verdict.outcome,
        stdout: stdout.bytes(),
        stderr: stderr.bytes(),
        stdoutTruncated: stdout.truncated,
        stderrTruncated: stderr.truncated,
        memoryBytes: memory.buffer.byteLength,
      }
    },
  }
}
