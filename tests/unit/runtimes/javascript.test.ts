import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { javascriptRunner, type RunText } from './support.ts'

let run: RunText

beforeAll(async () => {
  run = await javascriptRunner()
})

describe('reading standard input in JavaScript', () => {
  const ways: [string, string][] = [
    ['readFileSync(0)', "console.log(require('fs').readFileSync(0, 'utf8'))"],
    ['a buffer', "console.log(require('node:fs').readFileSync(0).toString())"],
    ['/dev/stdin', "console.log(require('fs').readFileSync('/dev/stdin', { encoding: 'utf-8' }))"],
    [
      'readSync',
      "const b = Buffer.alloc(9); const n = require('fs').readSync(0, b, 0, 9); console.log(b.toString('utf8', 0, n))",
    ],
    [
      'data events',
      "let t = ''; process.stdin.setEncoding('utf8'); process.stdin.on('data', (c) => (t += c)).on('end', () => console.log(t))",
    ],
    [
      'data events without an encoding',
      "let t = ''; process.stdin.on('data', (c) => (t += c)); process.stdin.on('end', () => console.log(t))",
    ],
    [
      'readable events',
      "process.stdin.on('readable', () => { const c = process.stdin.read(); if (c) console.log(String(c)) })",
    ],
    ['an async iterator', '(async () => { for await (const c of process.stdin) console.log(String(c)) })()'],
    ['import', "import { readFileSync } from 'node:fs'\nconsole.log(readFileSync(0, 'utf8'))"],
    ['a default import', "import fs from 'fs'\nconsole.log(fs.readFileSync(0, 'utf8'))"],
    [
      'a promise',
      "const text = await require('fs').promises.readFile('/dev/stdin', 'utf8'); console.log(text)",
    ],
  ]
  it.each(ways)('%s', async (_name, source) => {
    expect(await run(source, 'é 1\n2')).toMatchObject({ outcome: 'ok', stdout: 'é 1\n2\n' })
  })

  const lineWays: [string, string][] = [
    [
      'line events',
      "const rl = require('readline').createInterface({ input: process.stdin }); rl.on('line', (l) => console.log('<' + l + '>'))",
    ],
    [
      'an async iterator',
      "const rl = require('readline').createInterface({ input: process.stdin });(async () => { for await (const l of rl) console.log('<' + l + '>') })()",
    ],
    [
      'questions',
      "const rl = require('readline').createInterface({ input: process.stdin }); rl.question('', (a) => rl.question('', (b) => { console.log('<' + a + '>\\n<' + b + '>'); rl.close() }))",
    ],
    [
      'promised questions',
      "import { createInterface } from 'readline/promises'\nconst rl = createInterface({ input: process.stdin }); for (let i = 0; i < 2; i++) console.log('<' + (await rl.question('')) + '>')",
    ],
    ['readline()', "for (let l; (l = readline()) !== null;) print('<' + l + '>')"],
  ]
  it.each(lineWays)('lines by %s', async (_name, source) => {
    expect(await run(source, 'a b\r\n2\n')).toMatchObject({ outcome: 'ok', stdout: '<a b>\n<2>\n' })
  })

  it('tells a module that cannot be read from one that fails, and where', async () => {
    const unread = await run("import fs from 'fs'\nlet x = ;")
    expect(unread).toMatchObject({ outcome: 'compile_error' })
    expect(unread.stderr).toMatch(/SyntaxError.*main\.js:2/s)
    const failed = await run("import fs from 'fs'; null.x")
    expect(failed).toMatchObject({ outcome: 'runtime_error' })
    expect(failed.stderr).toMatch(/TypeError.*main\.js:1:2\d\b/s)
    expect(await run("import fs from 'fs'; JSON.parse('{')")).toMatchObject({ outcome: 'runtime_error' })
    expect((await run("import x from 'nowhere'\nlet y")).stderr).toContain("Cannot find module 'nowhere'")
  })

  it('decodes what is long as what is short, wherever a character lies', async () => {
    const source = `
      const bytes = new Uint8Array(200_000).fill(0xc3)
      for (let i = 1; i < bytes.length; i += 2) bytes[i] = 0xa9
      for (const from of [0, 1]) {
        const text = new TextDecoder().decode(bytes.subarray(from))
        console.log(text.length, [...new Set(text)].join(','))
      }
      console.log(new TextDecoder().decode(new Uint8Array(70_000)) === String.fromCharCode(0).repeat(70_000))`
    expect((await run(source)).stdout).toBe('100000 é\n100000 \ufffd,é\ntrue\n')
  })

  it('tells the start and the end of what is said beside the output, and does not judge it', async () => {
    const result = await run(
      "console.error('begun'); for (let i = 0; i < 9e3; i++) console.error('note'); console.log('right'); console.error('over')",
    )
    expect(result).toMatchObject({ outcome: 'ok', stdout: 'right\n', stderrTruncated: true })
    expect(result.stderr).toMatch(/^begun\n(note\n)+.*\n\[\d+ bytes left out\]\n.*(note\n)+over\n$/s)
    expect(result.stderr.length).toBeLessThan(17_000)
  })

  it('keeps NUL and replaces what is not UTF-8', async () => {
    expect((await run("console.log(require('fs').readFileSync(0, 'utf8').length)", 'a\0b')).stdout).toBe(
      '3\n',
    )
  })
})

describe('the event loop', () => {
  it('runs tasks in order of their time, without waiting', async () => {
    const source = `
      const start = Date.now()
      setTimeout(() => console.log('c', Date.now() - start >= 4_000), 4_000)
      setTimeout(() => console.log('b'), 5)
      setImmediate(() => console.log('a'))
      process.nextTick(() => console.log('1'))
      queueMicrotask(() => console.log('2'))
      let n = 0
      const repeated = setInterval(() => { if (++n === 3) { console.log('n'); clearInterval(repeated) } }, 10)
      clearTimeout(setTimeout(() => console.log('never'), 1))
      setInterval(() => {}, 10).unref()`
    const result = await run(source)
    expect(result).toMatchObject({ outcome: 'ok', stdout: '1\n2\na\nb\nn\nc true\n' })
  })

  it('takes what nextTick was given first, then promises, timers and setImmediate in turn', async () => {
    const source = `
      const say = (word) => () => console.log(word)
      setTimeout(() => { console.log('timer'); setTimeout(say('next timer')); setImmediate(say('immediate')); process.nextTick(say('tick 2')); Promise.resolve().then(say('promise 2')) })
      Promise.resolve().then(say('promise'))
      process.nextTick(say('tick'))
      let spins = 0
      const spin = () => { spins++; if (!over) setImmediate(spin) }
      let over = false
      setTimeout(() => { over = true; console.log('over', spins > 1) }, 50)
      spin()
      const started = Date.now()
      setTimeout(say('slow'), 60); while (Date.now() < started + 30); setTimeout(say('quick'), 55)`
    const order = 'tick promise timer tick_2 promise_2 immediate next_timer over_true quick slow'
    expect((await run(source)).stdout).toBe(`${order.replaceAll(' ', '\n').replaceAll('_', ' ')}\n`)
  })

  it('hands what nobody caught to the program, where it asks for it', async () => {
    const source = `
      process.on('uncaughtException', (error, origin) => console.log('caught', error.message, origin))
      process.on('exit', (code) => console.log('exit', code))
      setTimeout(() => { throw new Error('late') }, 1)
      setTimeout(() => console.log('goes on'), 2)
      throw new Error('early')`
    expect(await run(source)).toMatchObject({
      outcome: 'ok',
      stdout: 'caught early uncaughtException\ncaught late uncaughtException\ngoes on\nexit 0\n',
    })
    expect(await run("process.on('exit', (code) => console.log('exit', code)); null.x")).toMatchObject({
      outcome: 'runtime_error',
      stdout: 'exit 1\n',
    })
  })

  it.each([
    ['a timer', 'setTimeout(() => { throw new Error("late") })'],
    ['an async timer', 'setTimeout(async () => { throw new Error("late") })'],
    ['an async main', 'const main = async () => { await null; throw new Error("late") }\nmain()'],
    ['a microtask', 'queueMicrotask(() => { throw new Error("late") })'],
    ['top-level await', 'await Promise.reject(new Error("late"))'],
  ])('an error in %s fails the program', async (_name, source) => {
    const result = await run(source)
    expect(result).toMatchObject({ outcome: 'runtime_error', exitCode: 1 })
    expect(result.stderr).toContain('Error: late')
  })
})

describe('how a JavaScript program ends', () => {
  it('tells where an error comes from, in lines and columns of the source', async () => {
    expect((await run('null.x')).stderr).toMatch(
      /^Uncaught TypeError: .*\n {4}at <anonymous> \(main\.js:1:[1-6]\)\n$/,
    )
    expect((await run('\n\nfunction f() { throw new Error("x") }\nf()')).stderr).toContain('at f (main.js:3:')
  })

  it('exits at once, whatever catches', async () => {
    const source = 'try { process.exit(4) } catch {} finally { console.log("no") }'
    expect(await run(source)).toMatchObject({ outcome: 'runtime_error', exitCode: 4, stdout: '' })
    expect(await run('process.exit()')).toMatchObject({ outcome: 'ok', exitCode: 0 })
    expect(await run('process.exitCode = 5')).toMatchObject({ outcome: 'runtime_error', exitCode: 5 })
    expect((await run('process.on("exit", (c) => console.log("bye", c))')).stdout).toBe('bye 0\n')
  })

  it.each([
    'let x = ;',
    'function (',
    'import x from',
    'await = 1; async function f() { let let }',
    'return }{',
  ])('calls %j a compile error', async (source) => {
    const result = await run(source)
    expect(result).toMatchObject({ outcome: 'compile_error', exitCode: 1, stdout: '' })
    expect(result.stderr).toContain('SyntaxError')
  })

  it('takes a #! line, a byte order mark and a return at the top', async () => {
    expect((await run('#!/usr/bin/env node\nconsole.log(1)')).stdout).toBe('1\n')
    expect((await run('\uFEFFconsole.log(1)\nreturn')).stdout).toBe('1\n')
  })

  it('stops at the limits for time, memory and output', async () => {
    expect(await run('for (;;) {}', '', { cpuMs: 100 })).toMatchObject({
      outcome: 'time_limit',
      exitCode: null,
    })
    const small = { memoryBytes: 32 * 1024 * 1024 }
    expect((await run('const a = []; for (;;) a.push(new Array(1e4).fill(7))', '', small)).outcome).toBe(
      'memory_limit',
    )
    const result = await run('for (;;) console.log("x")', '', { stdoutBytes: 100 })
    expect(result).toMatchObject({ outcome: 'output_limit', stdoutTruncated: true, stdout: 'x\n'.repeat(50) })
  })

  it.each([
    [100, 'ok', false],
    [101, 'output_limit', true],
  ])(
    'takes %i bytes that are written at once, of 100 allowed, as %s',
    async (bytes, outcome, stdoutTruncated) => {
      const limits = { stdoutBytes: 100, stderrBytes: 100 }
      const result = await run(`process.stdout.write('x'.repeat(${bytes}))`, '', limits)
      expect(result).toMatchObject({ outcome, stdoutTruncated, stdout: 'x'.repeat(100) })
    },
  )

  it('goes on after a refused allocation that it catches', async () => {
    const source = 'try { new Uint8Array(1e9) } catch { console.log("caught") }'
    expect(await run(source)).toMatchObject({ outcome: 'ok', stdout: 'caught\n' })
  })
})

describe('what lies in front of a program in the engine’s memory', () => {
  it('changes nothing, however long the path of this installation and the name of its language are', async () => {
    const script = process.argv[1] ?? ''
    onTestFinished(() => {
      process.argv[1] = script
      vi.unstubAllGlobals()
    })
    const programs = [
      "import { readFileSync } from 'fs'\nconsole.log(readFileSync(0,'utf8'))",
      "import fs from 'fs'\nprint(fs.readFileSync(0, 'utf8'))",
    ]
    const wrong: unknown[] = []
    for (let length = 8; length <= 160; length += 2) {
      process.argv[1] = `/${'x'.repeat(length - 1)}`
      vi.stubGlobal('navigator', { languages: ['l'.repeat(length % 40)] })
      for (const program of programs) {
        const { outcome, stdout, stderr } = await run(program, 'line')
        if (outcome !== 'ok' || stdout !== 'line\n') wrong.push({ length, outcome, stderr })
      }
    }
    expect(wrong).toEqual([])
  }, 30_000)
})
