import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readPackage } from '#api/services/packages/read.ts'
import { memorySource } from '#api/services/packages/source.ts'
import { unpack } from '#api/services/packages/unpack.ts'
import { writePackage } from '#api/services/packages/write.ts'
import { importedProblemBody } from '#contract/forms/bank.ts'
import type { JudgeKind, Judging } from '#contract/judging.ts'

/** How a package says that it is judged: programs of its authors, groups with points. */

const offered = [{ id: 'python', timeFactor: 1 }]
const base: Record<string, string> = {
  'problem_statement/problem.en.md': 'Read a number and print another one.',
  'data/sample/1.in': '1',
  'data/sample/1.ans': '2',
}
const read = (files: Record<string, string>) => {
  const all = Object.entries({ ...base, ...files })
  return readPackage(
    new Map(
      all.map(([name, text]) => [name, { size: strToU8(text).length, read: () => strToU8(text) }] as const),
    ),
    offered,
  )
}
const yaml = (...lines: string[]) => ({ 'problem.yaml': ['name: Another number', ...lines].join('\n') })
const test = (name: string) => ({ [`data/secret/${name}.in`]: '1', [`data/secret/${name}.ans`]: '2' })
type Tests = { marks: number; group_name: string | null }[]

describe('a program of a package', () => {
  const validator = { 'output_validators/check/validate.py': 'import sys\nsys.exit(42)' }

  it.each<[string, Record<string, string>, object]>([
    [
      'with its flags',
      { ...yaml('validation: custom', 'validator_flags: -e 3'), ...validator },
      { kind: 'validator', language: 'python', arguments: ['-e', '3'] },
    ],
    ['that talks', { ...yaml('validation: custom interactive'), ...validator }, { kind: 'interactor' }],
    [
      'of several passes',
      {
        ...yaml(
          'problem_format_version: 2023-07-draft',
          'type: multi-pass',
          'limits:',
          '  validation_passes: 4',
        ),
        'output_validator/validate.py': 'x',
      },
      { kind: 'validator', passes: 4 },
    ],
    [
      'with a header',
      {
        ...yaml('validation: custom'),
        'output_validators/check/main.cpp': '#include "testlib.h"',
        'output_validators/check/testlib.h': '// header',
      },
      { language: 'cpp', files: [{ name: 'main.cpp' }, { name: 'testlib.h', content: '// header' }] },
    ],
  ])('judges %s', (_, files, program) => {
    const { input } = read(files)
    expect(input.checker).toBe('program')
    expect((input.judging as Judging).program).toMatchObject(program)
    expect(importedProblemBody.safeParse(input).error?.issues).toBe(undefined)
  })

  it.each([
    [0, 2],
    [999, 20],
  ])('of %i passes has %i', (said, taken) => {
    const { input } = read({
      ...yaml('type: multi-pass', 'validation: custom', 'limits:', `  validation_passes: ${said}`),
      ...validator,
    })
    expect((input.judging as Judging).program?.passes).toBe(taken)
  })

  it('that is too large is not taken in part', () => {
    const { input, warnings } = read({
      ...yaml('validation: custom'),
      ...validator,
      'output_validators/check/table.py': 'x'.repeat(300_001),
    })
    expect(input.checker).toBe('tokens')
    expect(warnings.join()).toContain('one of its files is too large')
  })

  it('has no files of other folders, and no hidden ones, and says so', () => {
    const { input, warnings } = read({
      ...yaml('validation: custom'),
      ...validator,
      'output_validators/check/.gitignore': 'x',
      'output_validators/other/validate.py': 'x',
    })
    expect((input.judging as Judging).program?.files).toHaveLength(1)
    expect(warnings.join()).toContain('these files were not taken: output_validators/other/validate.py')
  })

  it('in a language nobody knows compares words, and says so', () => {
    const { input, warnings } = read({ ...yaml('validation: custom'), 'output_validators/check/a.adb': 'x' })
    expect([input.checker, input.judging]).toEqual(['tokens', null])
    expect(warnings.join()).toContain('in no language known here: outputs are compared word by word')
  })
})

describe('groups of a package that gives points', () => {
  it('have marks, rules and dependencies of both forms', () => {
    const { input } = read({
      ...yaml('type: scoring'),
      ...test('small/1'),
      ...test('small/2'),
      ...test('large/1'),
      'data/secret/small/testdata.yaml': 'grader_flags: min\nrange: 0 31',
      'data/secret/large/test_group.yaml':
        'max_score: 69\nscore_aggregation: pass-fail\nrequire_pass: [sample, secret/small]',
    })
    const tests = input.test_cases_attributes as Tests
    // In the order of their names: the larger one comes first, and cannot depend on one behind it.
    expect(tests.map(({ marks, group_name }) => [marks, group_name])).toEqual([
      [1, null],
      [69, 'large'],
      [16, 'small'],
      [15, 'small'],
    ])
    expect((input.judging as Judging).groups).toEqual([
      { name: 'large', scoring: 'all', depends_on: [] },
      { name: 'small', scoring: 'min', depends_on: [] },
    ])
  })

  it('depend on those before them', () => {
    const { input } = read({
      ...yaml('type: scoring'),
      ...test('1/a'),
      ...test('2/a'),
      'data/secret/2/test_group.yaml': 'max_score: 10\nscore_aggregation: sum\nrequire_pass: secret/1',
    })
    expect((input.judging as Judging).groups).toEqual([
      { name: '1', scoring: 'all', depends_on: [] },
      { name: '2', scoring: 'sum', depends_on: ['1'] },
    ])
    expect(importedProblemBody.safeParse(input).error?.issues).toBe(undefined)
  })

  it('are worth a mark a test at least', () => {
    const { input } = read({
      ...yaml('type: scoring'),
      ...Object.assign({}, ...['a', 'b', 'c'].map((name) => test(`g/${name}`))),
      'data/secret/g/testdata.yaml': 'range: 0 2',
    })
    expect((input.test_cases_attributes as Tests).map(({ marks }) => marks)).toEqual([1, 1, 1, 1])
  })

  it('say nothing where submissions only pass or fail', () => {
    const { input } = read({ ...yaml(), ...test('small/1') })
    expect(input.judging).toBe(null)
    expect((input.test_cases_attributes as Tests).map(({ group_name }) => group_name)).toEqual([null, null])
  })
})

describe('what is judged here', () => {
  const judging: Judging = {
    groups: [{ name: 'all of it', scoring: 'min', depends_on: [] }],
    program: {
      kind: 'validator',
      language: 'python',
      files: [
        { name: 'judge', content: 'import sys, helper\nsys.exit(42)\n' },
        { name: 'helper.py', content: 'x = 1\n' },
      ],
      arguments: ['-e', '3'],
      passes: 3,
    },
  }
  const whole = (of: Judging, checker: 'program' | 'float') =>
    writePackage(
      {
        title: 'Another number',
        description: 'Read a number and print another one.',
        difficulty: 'Easy',
        tags: ['sums'],
        submission_count: 3,
        time_in_minutes: 15,
        checker,
        tolerance: checker === 'float' ? '0.01' : null,
        limits: null,
        judging: of,
        tests: [{ input: '1', output: '2', marks: 3, is_sample: true, group_name: 'all of it' }],
        templates: [],
        reference: null,
        submissions: [{ path: 'output_validators/old/validate.py', bytes: strToU8('old') }],
        image: null,
        pictures: [],
      },
      offered,
    )

  it.each<[Judging, 'program' | 'float']>([
    [judging, 'program'],
    [{ ignore_case: true, tolerance_of: 'absolute' }, 'float'],
  ])('%j comes back as it was', async (of, checker) => {
    const back = readPackage(unpack(memorySource(await whole(of, checker))), offered)
    expect(back.input).toMatchObject({ checker, judging: of })
    expect((back.input.test_cases_attributes as Tests)[0]).toMatchObject({
      marks: 3,
      group_name: 'all of it',
    })
  })

  it.each<[JudgeKind, string]>([
    ['interactor', 'validation: custom interactive'],
    ['testlib', 'validation: default'],
    ['tests', 'validation: default'],
  ])('a %s is told to other systems as %s', async (kind, words) => {
    const { program } = judging
    if (!program) throw new Error('no program')
    const { passes: _, ...one } = program
    const files = unpack(memorySource(await whole({ program: { ...one, kind } }, 'program')))
    expect(new TextDecoder().decode(files.get('problem.yaml')?.read())).toContain(`${words}\n`)
  })

  it('is told to other systems in their words, without the program of before', async () => {
    const files = unpack(memorySource(await whole(judging, 'program')))
    const text = new TextDecoder().decode(files.get('problem.yaml')?.read())
    expect(text).toContain('validation: custom multi-pass\nvalidator_flags: -e 3\n')
    expect([...files.keys()].filter((name) => name.startsWith('output_validators/'))).toEqual([
      'output_validators/judge/judge.py',
      'output_validators/judge/helper.py',
    ])
  })
})
