import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { checkerOf, flagsOf } from '#api/services/packages/checkers.ts'
import { packageLimits } from '#api/services/packages/limits.ts'
import { readPackage } from '#api/services/packages/read.ts'
import { UNPACK_LIMITS, unpack } from '#api/services/packages/unpack.ts'
import { writePackage } from '#api/services/packages/write.ts'

const python = [{ id: 'python', timeFactor: 4 }]
const base: Record<string, string> = {
  'problem.yaml': 'name: Add two numbers',
  'problem_statement/problem.en.md': 'Read two numbers and print their sum.',
  'data/sample/1.in': '1 2\n',
  'data/sample/1.ans': '3\n',
}
const packed = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))
const read = (files: Record<string, string> = {}) => readPackage(packed({ ...base, ...files }), python)

describe('a zip', () => {
  const zip = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))

  it('is taken apart', () => {
    expect([...unpack(zip({ 'a/b.txt': 'x', 'c.txt': '' })).keys()]).toEqual(['a/b.txt', 'c.txt'])
  })

  it.each(['../x', 'a/../../x', '/etc/passwd', 'C:\\x', 'a\\..\\x', 'a/./x', './../x', 'a\nb'])(
    'that leads to %j is refused',
    (name) => {
      expect(() => unpack(zip({ ok: 'x', [name]: 'x' }))).toThrow('leads outside it')
    },
  )

  it('may begin its paths where it was packed', () => {
    const found = unpack(zip({ './': '', './problem.yaml': 'x', './data/': '', './data/1.in': 'y' }))
    expect([...found.keys()]).toEqual(['problem.yaml', 'data/1.in'])
    expect(() => unpack(zip({ './a': 'x', a: 'y' }))).toThrow('contains a twice')
  })

  it('of 2,000 files is taken, of 2,001 not', () => {
    const of = (n: number) => zip(Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}`, ''])))
    expect(unpack(of(2_000)).size).toBe(2_000)
    expect(() => unpack(of(2_001))).toThrow('more than 2,000 files')
  })

  it('that unpacks to more than it may is refused, whatever it says of itself', () => {
    expect(UNPACK_LIMITS.bytes).toBe(64_000_000)
    const limits = { ...UNPACK_LIMITS, bytes: 1_000_000 }
    expect(unpack(zipSync({ a: new Uint8Array(1_000_000) }), limits).get('a')).toHaveLength(1_000_000)
    const bomb = zipSync({ a: new Uint8Array(1_000_001) }, { level: 9 })
    expect(bomb.length).toBeLessThan(5_000)
    expect(() => unpack(bomb, limits)).toThrow('more than 1 MB')
    // The sizes in its header say 1 byte.
    const lying = new Uint8Array(bomb)
    new DataView(lying.buffer).setUint32(22, 1, true)
    expect(() => unpack(lying, limits)).toThrow('more than 1 MB')
    const parts = Object.fromEntries([1, 2, 3].map((n) => [`${n}`, new Uint8Array(400_000)]))
    expect(() => unpack(zipSync(parts), limits)).toThrow('more than 1 MB')
  })

  it('with a changed byte is refused, also where it was not compressed', () => {
    for (const level of [0, 6] as const) {
      const good = zipSync({ 'a.txt': strToU8('1000000 1000000') }, { level })
      expect(unpack(good).size).toBe(1)
      const sum = new Uint8Array(good)
      // In the table of contents: the checksum itself.
      const at = sum.lastIndexOf(0x50, sum.length - 23)
      new DataView(sum.buffer).setUint32(at + 16, 7, true)
      expect(() => unpack(sum)).toThrow('damaged: a.txt')
    }
    const stored = zipSync({ 'a.txt': strToU8('1000000') }, { level: 0 })
    const at = stored.indexOf('1'.charCodeAt(0), 30)
    stored[at] = '9'.charCodeAt(0)
    expect(() => unpack(stored)).toThrow('damaged: a.txt')
  })

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a text', strToU8('this is no zip at all')],
    ['one cut off', zip({ a: 'x'.repeat(5_000) }).subarray(0, 40)],
  ])('that is %s is refused', (_, bytes) => {
    expect(() => unpack(bytes)).toThrow('not a complete zip')
  })
})

describe('the validator', () => {
  it.each<[string, ReturnType<typeof checkerOf>['checker'], string | null]>([
    ['', 'tokens', null],
    ['case_sensitive', 'tokens', null],
    ['space_change_sensitive case_sensitive', 'exact', null],
    ['float_tolerance 1e-4', 'float', '0.0001'],
    ['float_absolute_tolerance 1e-4 float_relative_tolerance 1e-6', 'float', '0.000001'],
    ['float_tolerance 7', 'float', '0.000001'],
  ])('%j is %s', (flags, checker, tolerance) => {
    expect(checkerOf(flags.split(' ').filter(Boolean), false)).toMatchObject({ checker, tolerance })
  })

  it('says what it does not take', () => {
    expect(checkerOf([], true).warnings).toEqual([expect.stringContaining('upper and lower case')])
    expect(checkerOf(['case_sensitive'], true).warnings).toEqual([])
    expect(checkerOf(['strange'], false).warnings).toEqual([expect.stringContaining('strange')])
  })

  it.each([
    ['float_absolute_tolerance', 'only an absolute difference'],
    ['float_relative_tolerance', 'only a relative difference'],
  ])('says that %s stands for both here', (flag, words) => {
    expect(checkerOf([flag, '0.01'], false).warnings).toEqual([expect.stringContaining(words)])
    expect(checkerOf(['float_tolerance', '0.01'], false).warnings).toEqual([])
  })

  it.each(['exact', 'tokens', 'float'] as const)('%s comes back from its own flags', (checker) => {
    expect(checkerOf(flagsOf(checker, '0.001').split(' '), true).checker).toBe(checker)
  })
})

describe('limits', () => {
  it.each<[object, string | null, object | null]>([
    [{}, null, null],
    [{ limits: { time_limit: 1 } }, null, { python: { cpu_ms: 4_000 } }],
    [{}, '0.5', { python: { cpu_ms: 2_000 } }],
    [{ limits: { memory: 256 } }, null, { python: { memory_mb: 256 } }],
    [{ limits: { time_limit: 60, memory: 2_048 } }, null, { python: { cpu_ms: 10_000, memory_mb: 512 } }],
    [{ limits: { time_limit: -1, memory: 'x' } }, null, null],
  ])('%j and %j are %j', (facts, seconds, limits) => {
    expect(packageLimits(facts as Record<string, unknown>, seconds, python).limits).toEqual(limits)
  })
})

describe('a package', () => {
  it('is read with its folder and without', () => {
    const inside = Object.fromEntries(Object.entries(base).map(([name, text]) => [`add/${name}`, text]))
    expect(readPackage(packed(inside), python).input).toEqual(read().input)
  })

  it('of another system gets what the form needs, and says so', () => {
    const { input, warnings } = read()
    expect(input).toMatchObject({
      title: 'Add two numbers',
      description: 'Read two numbers and print their sum.',
      difficulty: 'Medium',
      tags: ['imported'],
      submission_count: 3,
      time_in_minutes: 30,
      checker: 'tokens',
      limits: null,
      test_cases_attributes: [{ input: '1 2\n', output: '3\n', marks: 1, is_sample: true }],
    })
    expect(warnings).toHaveLength(2)
  })

  it('orders tests by their numbers, samples first', () => {
    const { input } = read({
      'data/secret/10.in': 'ten',
      'data/secret/10.ans': '10',
      'data/secret/group/2.in': 'two',
      'data/secret/group/2.ans': '2',
      'data/secret/9.in': 'nine',
      'data/secret/9.ans': '9',
    })
    const tests = input.test_cases_attributes as { output: string }[]
    expect(tests.map(({ output }) => output)).toEqual(['3\n', '9', '10', '2'])
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['LaTeX', { 'problem_statement/problem.en.md': '', 'problem_statement/problem.tex': 'x' }, /./],
    ['a test without an answer', { 'data/secret/1.in': 'x' }, /secret\/1 has no answer file/],
    ['an empty test', { 'data/secret/1.in': '', 'data/secret/1.ans': 'x' }, /secret\/1 is empty/],
    [
      'a validator of its own',
      { 'problem.yaml': 'name: Add two numbers\nvalidation: custom' },
      /compared word by word/,
    ],
    [
      'a picture',
      { 'problem_statement/tree.png': 'x' },
      /Pictures in the statement were not imported: problem_statement\/tree.png/,
    ],
    [
      'a solution in another language',
      { 'submissions/accepted/a.adb': 'x' },
      /No accepted submission is a single program in a language offered/,
    ],
    ['a time too long', { '.timelimit': '20' }, /20 s is set to 10 s in python/],
  ])('says what it does with %s', (_, files, words) => {
    expect(read(files).warnings.join('\n')).toMatch(words)
  })

  it.each<[string, Record<string, string>, string]>([
    [
      'statement',
      { 'problem_statement/problem.en.md': `x${'ü'.repeat(32_768)}` },
      'The statement has 65,537 bytes; at most 65,536 (64 KB) are allowed.',
    ],
    [
      'title',
      { 'problem.yaml': `name: ${'x'.repeat(71)}` },
      'The title has 71 characters; at most 70 are allowed.',
    ],
  ])('is refused where its %s is too long, with its length', (_, files, words) => {
    expect(() => read(files)).toThrow(words)
  })

  it('takes LaTeX as it stands where there is nothing else', () => {
    const { 'problem_statement/problem.en.md': _, ...rest } = base
    const found = readPackage(
      packed({
        ...rest,
        'problem.yaml': 'source: x',
        'problem_statement/problem.tex': '\\problemname{In tex}\nPrint it.',
      }),
      python,
    )
    expect(found.input).toMatchObject({ title: 'In tex', description: '\\problemname{In tex}\nPrint it.' })
    expect(found.warnings.join()).toContain('LaTeX')
  })

  it('takes the first accepted submission in a language that is offered', () => {
    const found = read({
      'submissions/accepted/a.cpp': 'c',
      'submissions/accepted/b.py': 'p',
      'submissions/wrong_answer/a.py': 'w',
    })
    expect(found.reference).toEqual({ language: 'python', source: 'p' })
  })

  it('tells what it does not take by name, whatever it is', () => {
    const found = read({
      'submissions/accepted/a.py': 'print(1)',
      'submissions/accepted/b.py': 'print(2)',
      'submissions/wrong_answer/w.py': 'print(3)',
      'input_validators/check.py': 'x',
    })
    expect(found.reference?.source).toBe('print(1)')
    const told = found.warnings.join('\n')
    expect(told).toContain('submissions/accepted/b.py, submissions/wrong_answer/w.py')
    expect(told).not.toContain('accepted/a.py')
    expect(told).toContain('no place here and were not imported: input_validators/check.py')
    const many = read(
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`submissions/wrong_answer/${i}.py`, 'x'])),
    )
    expect(many.warnings.join()).toContain('wrong_answer/9.py and 20 more')
  })

  it('takes a submission in a folder where it is one program', () => {
    const one = read({
      'submissions/accepted/sol/main.py': 'print(1)',
      'submissions/accepted/sol/notes.txt': 'x',
    })
    expect(one.reference).toEqual({ language: 'python', source: 'print(1)' })
    const two = read({ 'submissions/accepted/sol/a.py': 'x', 'submissions/accepted/sol/b.py': 'x' })
    expect(two.reference).toBeNull()
    expect(two.warnings.join()).toContain('submissions/accepted/sol has 2 files')
  })

  it('takes 500 tests, and tells of more', () => {
    const of = (n: number) =>
      read(
        Object.fromEntries(
          Array.from({ length: n - 1 }, (_, i) => [
            [`data/secret/${i}.in`, 'x'],
            [`data/secret/${i}.ans`, 'x'],
          ]).flat(),
        ),
      )
    expect(of(500).input.test_cases_attributes).toHaveLength(500)
    const more = of(501)
    expect(more.input.test_cases_attributes).toHaveLength(500)
    expect(more.warnings.join()).toContain('has 501 tests: the first 500')
  })

  it('keeps what else was submitted, up to 200 files of 2 MB, and tells what stays behind', () => {
    const many = read(
      Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`submissions/wrong_answer/${i}.py`, 'x'])),
    )
    expect(many.submissions).toHaveLength(200)
    expect(many.warnings.join()).toContain('These were not imported: submissions/wrong_answer/200.py')
    const large = read({
      'submissions/accepted/big.cpp': 'x'.repeat(2 * 1024 * 1024),
      'submissions/wrong_answer/small.py': 'x',
    })
    expect(large.submissions.map(({ path }) => path)).toEqual(['submissions/accepted/big.cpp'])
    expect(large.warnings.join()).toContain('These were not imported: submissions/wrong_answer/small.py')
  })

  it('names the loosest limits, in the seconds of a native program', async () => {
    const bytes = await writePackage(
      {
        title: 'Add two numbers',
        description: 'Read two numbers and print their sum.',
        difficulty: 'Easy',
        tags: ['sums'],
        submission_count: 3,
        time_in_minutes: 15,
        checker: 'exact',
        tolerance: null,
        limits: { python: { cpu_ms: 8_000, memory_mb: 64 }, javascript: { cpu_ms: 1_000, memory_mb: 128 } },
        tests: [{ input: '1', output: '1', marks: 1, is_sample: true }],
        templates: [],
        reference: null,
        submissions: [],
        image: null,
      },
      [...python, { id: 'javascript', timeFactor: 1 }],
    )
    const text = new TextDecoder().decode(unpack(bytes).get('problem.yaml'))
    expect(text).toContain('limits:\n  time_limit: 2\n  memory: 128\n')
  })

  it.each<[string, Record<string, string>, string]>([
    [
      'that talks with a program',
      { 'problem.yaml': 'name: x\nvalidation: custom interactive' },
      'Interactive',
    ],
    ['of the newer form that talks', { 'problem.yaml': 'name: x\ntype: [interactive]' }, 'Interactive'],
    ['whose yaml is broken', { 'problem.yaml': 'name: [' }, 'not valid YAML'],
    [
      'of many aliases',
      {
        'problem.yaml': `a: &a [x,x]\n${Array.from({ length: 9 }, (_, i) => `b${i}: &b${i} [*${i ? `b${i - 1}` : 'a'},*${i ? `b${i - 1}` : 'a'}]`).join('\n')}`,
      },
      'uses anchors and aliases',
    ],
    ['with an anchor', { 'problem.yaml': 'name: &x Add two numbers' }, 'uses anchors and aliases'],
    [
      'of a long yaml',
      { 'problem.yaml': `name: Add two numbers\nx: ${'x'.repeat(64_000)}` },
      'larger than 64 KB',
    ],
    ['without a test', { 'data/sample/1.in': '' }, 'no usable test'],
    [
      'of tests too large',
      Object.fromEntries(
        [1, 2, 3, 4, 5].flatMap((n) => [
          [`data/secret/${n}.in`, 'x'.repeat(900_000)],
          [`data/secret/${n}.ans`, 'x'],
        ]),
      ),
      'at most 4 MB',
    ],
  ])('%s is refused', (_, files, words) => {
    expect(() => read(files)).toThrow(words)
  })

  it.each(['problem.yaml', 'problem_statement/problem.en.md'])('without %s is refused', (name) => {
    const { [name]: _, ...rest } = base
    expect(() => readPackage(packed(rest), python)).toThrow('There is no')
  })
})
