import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { zipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { openSpoolFile } from '#api/kit/spoolFile.ts'
import { decodeText } from '#api/services/bankFiles/decode.ts'
import { FileError } from '#api/services/bankFiles/fileError.ts'
import { previewOf } from '#api/services/bankFiles/preview.ts'
import { problemFile } from '#api/services/bankFiles/problemFile.ts'
import { questionFile } from '#api/services/bankFiles/questionFile.ts'
import { readBankFile, readPackageFile } from '#api/services/bankFiles/readFile.ts'
import { readRows } from '#api/services/bankFiles/readRows.ts'
import { groupsOfGen } from '#api/services/packages/cms.ts'
import { convertLatex } from '#api/services/packages/latex/convert.ts'
import { PackageError } from '#api/services/packages/packageError.ts'
import { readPackage } from '#api/services/packages/read.ts'
import { memorySource } from '#api/services/packages/source.ts'
import { unpack } from '#api/services/packages/unpack.ts'
import { CSV_MAX_BYTES } from '#contract/constants.ts'
import { harmless, hostile } from '../../factories/hostileTexts.ts'
import { shortestHold, worked } from '../../factories/loop.ts'

/**
 * No text of a file is worth more than its size: each of what a file is made of takes a hostile text in about the time of
 * a harmless one, and the thread that serves is not held up by what the reading thread tells it.
 */

/** It grows, so that a bad one is found while it is small. */
const SIZES = [20_000, 500_000]
/** So many times what a harmless text of that size takes is no matter of concern yet. */
const RATIO = 12
/** Four times the size takes four times as long where the cost grows with the size, by the square sixteen times. */
const GROWTH = 8
/** Below this the clock tells nothing. */
const LEAST_MS = 60
const HELD_MS = 50

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const languages = [{ id: 'python', timeFactor: 1 }]

/** A package that is read, with one of its files made of something else. */
function packageWith(path: string, text: string): Uint8Array {
  const files: Record<string, string> = {
    'problem.yaml': 'name: Sum\n',
    'problem_statement/problem.en.md': 'Read two numbers and print their sum.',
    'data/sample/1.in': '1 2\n',
    'data/sample/1.ans': '3\n',
    [path]: text,
  }
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, bytesOf(content)])),
    { level: 1 },
  )
}
type Prepare = (text: string) => () => unknown
const inPackage =
  (path: string): Prepare =>
  (text) => {
    const zip = packageWith(path, text)
    return () => readPackage(unpack(memorySource(zip)), languages)
  }
const QUESTIONS = 'description,type,difficulty,tags,marks,time_in_seconds,answers,option_a,option_b\n'
const PROBLEMS = 'title,description,difficulty,tags,submission_count,time_in_minutes,input_1,output_1\n'
const inFile =
  (before: string, read: (text: string) => unknown): Prepare =>
  (text) => {
    const bytes = bytesOf(before + text)
    return () => read(decodeText(bytes).text)
  }

/** Each prepares the reading of a file that is made of the text. */
const parts: Record<string, Prepare> = {
  'a file of questions': inFile('', (text) => readRows(text, questionFile)),
  'the rows of questions': inFile(QUESTIONS, (text) => readRows(text, questionFile)),
  'the rows of problems': inFile(PROBLEMS, (text) => readRows(text, problemFile)),
  'how a file begins': inFile('', (text) => previewOf(text, problemFile)),
  'a statement': inPackage('problem_statement/problem.en.md'),
  'commands of LaTeX': (text) => () =>
    convertLatex(text.slice(0, text.length / 4).replaceAll(/(.{7})./gs, '$1\\')),
  'groups of tests': (text) => () => groupsOfGen(text),
  'problem.yaml': inPackage('problem.yaml'),
  'a time limit': inPackage('.timelimit'),
  'an input': inPackage('data/secret/1.in'),
  'settings of DOMjudge': inPackage('domjudge-problem.ini'),
  'tests that programs make': inPackage('generators/generators.yaml'),
  'what becomes of submissions': inPackage('submissions/submissions.yaml'),
  'flags of the validator': inPackage('data/testdata.yaml'),
  'a submission': inPackage('submissions/accepted/a.py'),
}

/** As quick as it gets, in milliseconds of a processor. A refusal in words is an answer too. */
function quickest(work: () => unknown, enough: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let n = 0; n < 4 && best > enough; n++) {
    const from = worked()
    try {
      work()
    } catch (error) {
      if (!(error instanceof FileError || error instanceof PackageError)) throw error
    }
    best = Math.min(best, worked() - from)
  }
  return best
}

/** The name of a text that takes too long; null if none does. */
function tooSlow(
  prepare: Prepare,
  textOf: (bytes: number) => string,
  usual: Map<number, number>,
): string | null {
  for (const size of SIZES) {
    const known = usual.get(size) ?? quickest(prepare(harmless(size)), 0)
    usual.set(size, known)
    const enough = Math.max(LEAST_MS, RATIO * known)
    const measure = (): number | null => {
      const took = quickest(prepare(textOf(size)), enough)
      return took <= enough || took <= GROWTH * quickest(prepare(textOf(size / 4)), 0) ? null : took
    }
    // A busy machine may spoil one measurement, but hardly three.
    const took = measure() && measure() && measure()
    if (took === null) continue
    return `${size} bytes take ${took.toFixed(0)} ms, harmless ones ${known.toFixed(0)}`
  }
  return null
}

test.each(Object.entries(parts))(
  '%s',
  (_name, prepare) => {
    const usual = new Map<number, number>()
    const slow = Object.entries(hostile).flatMap(([of, textOf]) => {
      const why = tooSlow(prepare, textOf, usual)
      return why === null ? [] : [`${of}: ${why}`]
    })
    expect(slow).toEqual([])
  },
  60_000,
)

const outcome = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => 'read',
    (error: Error) => error.message,
  )

test.each([
  ['rows that are all wrong', QUESTIONS + 'x,,,,,,,,\n'.repeat(4_000)],
  ['rows of nothing', `a\n${'\n'.repeat(CSV_MAX_BYTES - 8)}`],
  ['one row of nothing but cells', 'a,'.repeat(CSV_MAX_BYTES / 2 - 8)],
  ['quotes that never end', `${QUESTIONS}"${'""'.repeat(CSV_MAX_BYTES / 2 - 200)}`],
  ['one cell', `${QUESTIONS}${'a'.repeat(CSV_MAX_BYTES - 200)}`],
])(
  'what is told of %s does not hold the server up',
  async (_what, text) => {
    const bytes = bytesOf(text)
    const held = await shortestHold(HELD_MS, async () =>
      expect(await outcome(readBankFile('question', bytes))).not.toMatch(/in time|without a word/),
    )
    expect(held).toBeLessThan(HELD_MS)
  },
  60_000,
)

test.each([
  ['the largest tests', 'data/secret/1.in', 'x'.repeat(1_000_000)],
  ['the largest statement', 'problem_statement/problem.en.md', 'x'.repeat(20_000_000)],
  ['a submission that is too large', 'submissions/accepted/a.py', 'x'.repeat(20_000_000)],
])(
  'a package of %s does not hold the server up',
  async (_what, path, text) => {
    const zip = packageWith(path, text)
    const file = openSpoolFile(tmpdir(), randomUUID())
    onTestFinished(() => file.close())
    await file.write(zip)
    const held = await shortestHold(HELD_MS, async () =>
      expect(await outcome(readPackageFile(file, languages))).not.toMatch(/in time|without a word/),
    )
    expect(held).toBeLessThan(HELD_MS)
  },
  60_000,
)
