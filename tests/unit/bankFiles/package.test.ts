import { strFromU8, strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { checkerOf, flagsOf } from '#api/services/packages/checkers.ts'
import { packageLimits } from '#api/services/packages/limits.ts'
import { readPackage } from '#api/services/packages/read.ts'
import { memorySource } from '#api/services/packages/source.ts'
import { UNPACK_LIMITS, unpack } from '#api/services/packages/unpack.ts'
import { writePackage } from '#api/services/packages/write.ts'

const python = [{ id: 'python', timeFactor: 4 }]
const base: Record<string, string> = {
  'problem.yaml': 'name: Add two numbers',
  'problem_statement/problem.en.md': 'Read two numbers and print their sum.',
  'data/sample/1.in': '1 2\n',
  'data/sample/1.ans': '3\n',
}
const packed = (files: Record<string, string | Uint8Array>) =>
  new Map(
    Object.entries(files).map(([name, content]) => {
      const bytes = typeof content === 'string' ? strToU8(content) : content
      return [name, { size: bytes.length, read: () => bytes }]
    }),
  )
const read = (files: Record<string, string> = {}) => readPackage(packed({ ...base, ...files }), python)

describe('a zip', () => {
  const zip = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
  const opened = (bytes: Uint8Array, limits = UNPACK_LIMITS) => unpack(memorySource(bytes), limits)
  const readAll = (bytes: Uint8Array, limits = UNPACK_LIMITS) =>
    [...opened(bytes, limits)].map(([name, file]) => [name, strFromU8(file.read())])

  it('is taken apart', () => {
    expect(readAll(zip({ 'a/b.txt': 'x', 'c.txt': '' }))).toEqual([
      ['a/b.txt', 'x'],
      ['c.txt', ''],
    ])
  })

  it.each(['../x', 'a/../../x', '/etc/passwd', 'C:\\x', 'a\\..\\x', 'a/./x', './../x', 'a\nb'])(
    'that leads to %j is refused',
    (name) => {
      expect(() => opened(zip({ ok: 'x', [name]: 'x' }))).toThrow('leads outside it')
    },
  )

  it('may begin its paths where it was packed', () => {
    const found = opened(zip({ './': '', './problem.yaml': 'x', './data/': '', './data/1.in': 'y' }))
    expect([...found.keys()]).toEqual(['problem.yaml', 'data/1.in'])
    expect(() => opened(zip({ './a': 'x', a: 'y' }))).toThrow('contains a twice')
  })

  it('keeps names in any writing, and leaves out what desktops put beside them', () => {
    const names = ['räksmörgås/två ord.py', '漢字.in', 'e\u0301.txt', '😀']
    const all = [...names, '__MACOSX/._a', 'x/.DS_Store']
    const bytes = zip(Object.fromEntries(all.map((name) => [name, name])))
    expect([...opened(bytes).keys()]).toEqual(names)
    // Most programs write UTF-8 without saying so.
    const unsaid = new Uint8Array(bytes)
    const view = new DataView(unsaid.buffer)
    for (let at = 0; at + 4 < unsaid.length; at++)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint16(at + 8, 0, true)
    expect([...opened(unsaid).keys()]).toEqual(names)
    // Code page 437: 0x94 is an ö.
    const dos = zip({ 'sm?rg.txt': 'x' })
    for (let at = dos.indexOf(0x3f); at >= 0; at = dos.indexOf(0x3f, at + 1)) dos[at] = 0x94
    expect([...opened(dos).keys()]).toEqual(['smörg.txt'])
  })

  it('has as many files as it may, and no more', () => {
    const limits = { ...UNPACK_LIMITS, files: 20 }
    const of = (n: number) => zip(Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}`, ''])))
    expect(opened(of(20), limits).size).toBe(20)
    expect(() => opened(of(21), limits)).toThrow('more than 20 files')
  })

  it('of which more is unpacked than may be is refused, whatever it says of itself', () => {
    const limits = { ...UNPACK_LIMITS, bytes: 1_000_000 }
    expect(readAll(zipSync({ a: new Uint8Array(1_000_000) }), limits)).toHaveLength(1)
    expect(() => readAll(zipSync({ a: new Uint8Array(1_000_001) }, { level: 9 }), limits)).toThrow(
      'more than 1 MB',
    )
    const parts = Object.fromEntries([1, 2, 3].map((n) => [`${n}`, new Uint8Array(400_000)]))
    expect(() => readAll(zipSync(parts), limits)).toThrow('more than 1 MB')
    // The sizes in its list say 1 byte: no more than that is made of it.
    const lying = new Uint8Array(zipSync({ a: new Uint8Array(1_000_000) }, { level: 9 }))
    const view = new DataView(lying.buffer)
    const list = view.getUint32(lying.length - 6, true)
    view.setUint32(list + 24, 1, true)
    expect(() => readAll(lying)).toThrow('damaged: a')
    // Or that as much was packed as the whole file has.
    view.setUint32(list + 20, 100_000_000, true)
    expect(() => readAll(lying)).toThrow('damaged: a')
  })

  it('with a changed byte is refused, also where it was not compressed', () => {
    for (const level of [0, 6] as const) {
      const good = zipSync({ 'a.txt': strToU8('1000000 1000000') }, { level })
      expect(readAll(good)).toHaveLength(1)
      const sum = new Uint8Array(good)
      // In the table of contents: the checksum itself.
      const at = sum.lastIndexOf(0x50, sum.length - 23)
      new DataView(sum.buffer).setUint32(at + 16, 7, true)
      expect(() => readAll(sum)).toThrow('damaged: a.txt')
    }
    const stored = zipSync({ 'a.txt': strToU8('1000000') }, { level: 0 })
    const at = stored.indexOf('1'.charCodeAt(0), 30)
    stored[at] = '9'.charCodeAt(0)
    expect(() => readAll(stored)).toThrow('damaged: a.txt')
  })

  it.each<[string, number, string]>([
    ['encrypted', 8, 'a.txt is encrypted'],
    ['packed in a way nobody knows here', 10, 'not supported (method 1)'],
  ])('that is %s is refused in words', (_, field, words) => {
    const bytes = zipSync({ 'a.txt': strToU8('x') })
    const view = new DataView(bytes.buffer)
    const list = view.getUint32(bytes.length - 6, true)
    view.setUint16(list + field, 1, true)
    expect(() => readAll(bytes)).toThrow(words)
  })

  it('with more behind it than an ordinary one counts is read as well', () => {
    const bytes = zipSync({ 'a.txt': strToU8('large') })
    const end = bytes.length - 22
    const view = new DataView(bytes.buffer)
    const [length, offset] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)]
    const large = new DataView(new ArrayBuffer(76))
    large.setUint32(0, 0x06064b50, true)
    for (const [at, value] of [
      [24, 1],
      [32, 1],
      [40, length],
      [48, offset],
    ] as const)
      large.setBigUint64(at, BigInt(value), true)
    large.setUint32(56, 0x07064b50, true)
    large.setBigUint64(64, BigInt(end), true)
    const tail = bytes.slice(end)
    new DataView(tail.buffer).setUint32(16, 0xffffffff, true)
    expect(
      readAll(new Uint8Array([...bytes.subarray(0, end), ...new Uint8Array(large.buffer), ...tail])),
    ).toEqual([['a.txt', 'large']])
  })

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a text', strToU8('this is no zip at all')],
    ['one cut off', zip({ a: 'x'.repeat(5_000) }).subarray(0, 40)],
  ])('that is %s is refused', (_, bytes) => {
    expect(() => opened(bytes)).toThrow('not a complete zip')
  })

  it.each<[string, number[]]>([
    ['a gzip or tar.gz archive', [0x1f, 0x8b, 8]],
    ['a PDF', [...strToU8('%PDF-1.7')]],
  ])('that is %s is called that', (what, bytes) => {
    expect(() => opened(new Uint8Array(bytes))).toThrow(`The file is ${what}. Pack the folder as a zip`)
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
    expect(checkerOf(['strange'], false).warnings).toEqual([expect.stringContaining('strange')])
  })

  it.each<[string, boolean, object]>([
    ['', true, { ignore_case: true }],
    ['', false, {}],
    ['case_sensitive', true, {}],
    ['float_absolute_tolerance 0.01', true, { ignore_case: true, tolerance_of: 'absolute' }],
    ['float_relative_tolerance 0.01 case_sensitive', true, { tolerance_of: 'relative' }],
    ['float_absolute_tolerance 0.01 float_relative_tolerance 0.01', false, {}],
  ])('%j, with letters: %s, is judged so', (flags, hasLetters, judging) => {
    const read = checkerOf(flags.split(' ').filter(Boolean), hasLetters)
    expect(read.judging).toEqual(judging)
    const again = checkerOf(flagsOf(read.checker, read.tolerance, read.judging).split(' '), hasLetters)
    expect(again).toMatchObject({ checker: read.checker, tolerance: read.tolerance, judging })
  })

  it.each(['exact', 'tokens', 'float'] as const)('%s comes back from its own flags', (checker) => {
    expect(checkerOf(flagsOf(checker, '0.001').split(' '), true)).toMatchObject({ checker, judging: {} })
  })
})

describe('limits', () => {
  it.each<[Record<string, unknown>, object | null]>([
    [{}, null],
    [{ time_limit: 1 }, { python: { cpu_ms: 4_000 } }],
    [{ time_limit: '0.5' }, { python: { cpu_ms: 2_000 } }],
    [{ memory: 256 }, { python: { memory_mb: 256 } }],
    [{ time_limit: 60, memory: 2_048 }, { python: { cpu_ms: 10_000, memory_mb: 512 } }],
    [{ time_limit: -1, memory: 'x' }, null],
  ])('%j are %j', (facts, limits) => {
    expect(packageLimits(facts, python).limits).toEqual(limits)
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
    [
      'a statement in another language',
      { 'problem_statement/problem.sv.md': 'Skriv det.' },
      /Others were not imported: problem_statement\/problem.sv.md/,
    ],
    [
      'a validator of its own',
      { 'problem.yaml': 'name: Add two numbers\nvalidation: custom' },
      /compared word by word/,
    ],
    [
      'a picture that nothing shows',
      { 'problem_statement/tree.png': 'x' },
      /no place here and were not imported: problem_statement\/tree.png/,
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

  it('takes LaTeX where there is nothing else', () => {
    const { 'problem_statement/problem.en.md': _, ...rest } = base
    const found = readPackage(
      packed({
        ...rest,
        'problem.yaml': 'source: x',
        'problem_statement/problem.tex':
          '\\problemname{In tex}\n\\section*{Input}\nPrint \\emph{it}, \\odd{now}.',
      }),
      python,
    )
    expect(found.input).toMatchObject({ title: 'In tex', description: '## Input\n\nPrint *it*, now.' })
    expect(found.warnings.join()).toContain('converted from LaTeX')
    expect(found.warnings.join()).toContain('unknown here; what stands in their braces was kept: \\odd')
  })

  it('takes the first accepted submission in a language that is offered', () => {
    const found = read({
      'submissions/accepted/a.cpp': 'c',
      'submissions/accepted/b.py': 'p',
      'submissions/wrong_answer/a.py': 'w',
    })
    expect(found.reference).toEqual({ language: 'python', source: 'p' })
    expect(found.submissions.map(({ path }) => path)).toContain('submissions/accepted/b.py')
  })

  it('tells what it does not take by name, whatever it is', () => {
    const found = read({
      'submissions/accepted/a.py': 'print(1)',
      'submissions/accepted/b.py': 'print(2)',
      'submissions/wrong_answer/w.py': 'print(3)',
      'input_validators/check.py': 'x',
      'notes/idea.txt': 'x',
    })
    expect(found.reference?.source).toBe('print(1)')
    const told = found.warnings.join('\n')
    expect(told).toContain(
      'Kept with the problem for export, and not run here: input_validators/check.py, submissions/accepted/b.py, submissions/wrong_answer/w.py.',
    )
    expect(told).not.toContain('accepted/a.py')
    expect(told).toContain('no place here and were not imported: notes/idea.txt')
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

  it('names each test that does not fit, with why, and unpacks none of them', () => {
    const large = { size: 50_000_000, read: () => expect.unreachable('it was unpacked') }
    const files = new Map([
      ...packed({
        ...base,
        'data/secret/1.in': 'x',
        'data/secret/2.in': '',
        'data/secret/2.ans': 'x',
        'data/secret/3.in': 'a\0b',
        'data/secret/3.ans': 'x',
        'data/secret/4.ans': 'x',
        'data/secret/5.in': 'five',
        'data/secret/5.ans': '5',
      }),
      ['data/secret/4.in', large],
    ])
    const { unfit, tests, input } = readPackage(files, python)
    expect(unfit.map(({ place, name, reason }) => `${place} ${name}: ${reason}`)).toEqual([
      '2 secret/1: it has no answer file (data/secret/1.ans)',
      '3 secret/2: its input is empty',
      '4 secret/3: it contains characters that cannot be stored',
      '5 secret/4: its input is larger than 1 MiB',
    ])
    expect(tests.map(({ name }) => name)).toEqual(['sample/1', 'secret/5'])
    expect(input.test_cases_attributes).toHaveLength(2)
  })

  it('has room for 4 MB of tests, and for smaller ones behind one that is too much', () => {
    const found = read(
      Object.fromEntries(
        [900_000, 900_000, 900_000, 900_000, 900_000, 1].flatMap((size, n) => [
          [`data/secret/${n}.in`, 'x'.repeat(size)],
          [`data/secret/${n}.ans`, 'x'],
        ]),
      ),
    )
    expect(found.unfit).toMatchObject([{ name: 'secret/4', reason: expect.stringContaining('at most 4 MB') }])
    expect(found.tests.at(-1)?.name).toBe('secret/5')
  })

  it('has at most 500 tests', () => {
    const found = read(
      Object.fromEntries(
        Array.from({ length: 500 }, (_, i) => [
          [`data/secret/${i}.in`, 'x'],
          [`data/secret/${i}.ans`, 'x'],
        ]).flat(),
      ),
    )
    expect(found.tests).toHaveLength(500)
    expect(found.unfit).toMatchObject([
      { name: 'secret/499', reason: 'a problem can have at most 500 tests' },
    ])
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
        judging: null,
        tests: [{ input: '1', output: '1', marks: 1, is_sample: true, group_name: null }],
        templates: [],
        reference: null,
        submissions: [],
        image: null,
        pictures: [],
      },
      [...python, { id: 'javascript', timeFactor: 1 }],
    )
    const text = new TextDecoder().decode(unpack(memorySource(bytes)).get('problem.yaml')?.read())
    expect(text).toContain('limits:\n  time_limit: 2\n  memory: 128\n')
  })

  it.each<[string, Record<string, string>, string]>([
    [
      'that talks with a program it has not',
      { 'problem.yaml': 'name: x\nvalidation: custom interactive' },
      'interactive, and its validator cannot run here',
    ],
    [
      'of the newer form that talks with none',
      { 'problem.yaml': 'name: x\ntype: [interactive]' },
      'cannot run here',
    ],
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
  ])('%s is refused', (_, files, words) => {
    expect(() => read(files)).toThrow(words)
  })

  it.each(['problem.yaml', 'problem_statement/problem.en.md'])('without %s is refused', (name) => {
    const { [name]: _, ...rest } = base
    expect(() => readPackage(packed(rest), python)).toThrow('There is no')
  })
})
