import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Executor } from '#api/execution/port.ts'
import { DIFFERENCES } from '#runtimes/differences.ts'
import { COMMON_LANGUAGES, ENGINES, LANGUAGES, type LanguageId } from '#runtimes/languages.ts'
import { KNOWN_DIFFERENCES } from './interview/differences.ts'
import { JAVASCRIPT_PROGRAMS } from './interview/javascript.ts'
import { type Ending, NATIVE, runNatively } from './interview/native.ts'
import type { InterviewProgram } from './interview/program.ts'
import { PYTHON_PROGRAMS } from './interview/python.ts'
import { runOne, sharedEngine } from './support.ts'

/** Programs of interviews on the embedded engine and, in the same run, on this machine's own Node and CPython. */

const isLong = process.env.HOLDFAST_EXAMS_TIMES !== undefined
/** Every third one, but in the long run. */
const sampleOf = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => isLong || at % 3 === 0)

/** TypeScript is JavaScript here, and SQL has no other engine on a machine. */
const PROGRAMS: Readonly<Partial<Record<LanguageId, readonly InterviewProgram[]>>> = {
  javascript: JAVASCRIPT_PROGRAMS,
  python: PYTHON_PROGRAMS,
}
/** Enough for a busy machine. */
const limits = { cpuMs: 20_000, wallMs: 60_000 }

let engine: Executor

beforeAll(async () => {
  engine = await sharedEngine()
})

async function onEngine(languageId: LanguageId, program: InterviewProgram): Promise<Ending> {
  const { source, stdin } = program
  const { stdout, exitCode } = await runOne(engine, { languageId, source }, stdin, { limits })
  return { stdout, exitCode }
}

for (const { id } of COMMON_LANGUAGES) {
  const { name } = ENGINES[id]
  const command = NATIVE[id]
  if (command === undefined) {
    console.log(`${name}: not compared, as this machine has no python3 of 3.11 or newer`)
    continue
  }
  describe(name, () => {
    it.each(sampleOf(PROGRAMS[id] ?? []))('does the same with $name', async (program) => {
      const [embedded, native] = await Promise.all([onEngine(id, program), runNatively(command, id, program)])
      expect(embedded).toEqual(native)
    })

    const known = KNOWN_DIFFERENCES.filter(({ languageId }) => languageId === id)
    it.each(sampleOf(known))('still differs in $name', async (program) => {
      const [embedded, native] = await Promise.all([onEngine(id, program), runNatively(command, id, program)])
      expect(embedded).not.toEqual(native)
      expect(native.stdout).not.toBe('')
    })
  })
}

describe('the table of differences', () => {
  it('stands in the docs row by row', () => {
    const page = readFileSync(new URL('../../../docs/execution-differences.md', import.meta.url), 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Language'))
    const nameOf = (id: LanguageId) => ENGINES[id].name
    expect(rows).toEqual(
      KNOWN_DIFFERENCES.map(
        ({ languageId, differs, instead }) => `| ${nameOf(languageId)} | ${differs} | ${instead} |`,
      ),
    )
  })

  it('is told beside a language in at most six short sentences', () => {
    for (const { id } of LANGUAGES) {
      expect(DIFFERENCES[id].length).toBeLessThanOrEqual(6)
      for (const sentence of DIFFERENCES[id]) expect(sentence).toMatch(/^[A-Z].{10,110}\.$/)
    }
  })

  it('has forty programs a language beside it, each with a name of its own', () => {
    for (const programs of Object.values(PROGRAMS)) {
      expect(programs.length).toBeGreaterThanOrEqual(40)
      expect(new Set(programs.map(({ name }) => name)).size).toBe(programs.length)
    }
  })
})
