import { afterAll, describe, expect, test } from 'vitest'
import { createJailExecutor } from '#api/execution/jail/executor.ts'
import { CONFORMANCE } from '../conformance.programs.ts'
import { runOne } from '../support.ts'
import { NATIVE, type NativeProgram } from './native.programs.ts'

/** The same programs as on the other engines, and those of the languages that boxes alone have. */

const jail = createJailExecutor({ slots: 1 })
afterAll(() => jail.close())
const { languages, lacks = [] } = await jail.describe()
const here = new Set(languages.map(({ id }) => id))
if (lacks.length > 0) console.log(`left out of the programs in boxes: ${lacks.join('; ')}`)

const isLong = process.env.HOLDFAST_EXAMS_TIMES !== undefined
/** Compilers and the JVM take a second a program: of their languages one program is enough for every run of the tests. */
const SLOW = ['cpp', 'java', 'go', 'rust', 'csharp']
/** And this one takes five. */
const SLOWEST = 'kotlin'
const isQuick = (languageId: string, name: string): boolean =>
  languageId !== SLOWEST && (!SLOW.includes(languageId) || name === 'sum of standard input')

const programs: NativeProgram[] = [
  ...CONFORMANCE.filter(({ isOfWasm }) => !isOfWasm).map(({ stderr, ...program }) => ({
    ...program,
    ...(stderr && { says: stderr }),
  })),
  ...NATIVE,
].filter(({ languageId, name }) => here.has(languageId) && (isLong || isQuick(languageId, name)))

// A machine without boxes has no programs in them.
describe.runIf(programs.length > 0)('in a box', () => {
  test.each(programs)('$languageId: $name', async (program) => {
    const result = await runOne(jail, program, program.stdin, { limits: program.limits })
    const { outcome, stdout, exitCode, signal, says } = program
    expect(result).toMatchObject({
      outcome,
      ...(stdout !== undefined && { stdout }),
      ...(exitCode !== undefined && { exitCode }),
      ...(signal !== undefined && { signal }),
    })
    if (says) expect(result.stderr + result.compileOutput).toMatch(says)
    if (outcome === 'output_limit') expect(result.stdoutTruncated).toBe(true)
    if (outcome === 'ok') {
      expect(result.engine).toMatch(/^jail(?:\+cgroup)?\/[\w+]+-\d/)
      expect(result.cpuMs).toBeGreaterThanOrEqual(0)
      expect(result.memoryBytes).toBeGreaterThan(0)
    }
  })
})
