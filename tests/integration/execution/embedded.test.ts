import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { PROBES } from '#api/execution/embedded/calibration.ts'
import { createEmbeddedExecutor } from '#api/execution/embedded/executor.ts'
import type { Executor } from '#api/execution/port.ts'
import { createEngineService } from '#api/execution/service/service.ts'
import { ENGINES, LANGUAGES } from '#runtimes/languages.ts'
import { TIME_FACTORS } from '#runtimes/limits.ts'
import { bundleEngineChild, embeddedExecutor, js, py, runOne } from './support.ts'

/** For the tests that leave it whole. */
let shared: Executor
let executor: Executor | undefined

beforeAll(async () => {
  shared = await embeddedExecutor({ slots: 2 })
  await shared.health()
})
afterAll(() => shared.close())

afterEach(async () => {
  await executor?.close()
  executor = undefined
})

async function open(slots = 1, options = {}): Promise<Executor> {
  executor = await embeddedExecutor({ slots, ...options })
  return executor
}

/** An executor of its own whose processes can be told from all others by the path of their file. */
async function openApart(): Promise<{ engine: Executor; processes: () => number[] }> {
  const workerPath = join(mkdtempSync(join(tmpdir(), 'engine-child-')), 'apart.mjs')
  copyFileSync(await bundleEngineChild(), workerPath)
  return { engine: await open(1, { workerPath }), processes: () => processesOf(workerPath) }
}

function processesOf(workerPath: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(workerPath)
      } catch {
        return false
      }
    })
    .map(Number)
}

it('keeps whoever waits for its end from ending first', async () => {
  const held = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  const before = held()
  const { engine } = await openApart()
  await runOne(engine, js('1'))
  // Idle processes keep nobody.
  await expect.poll(held, { timeout: 10_000 }).toBeLessThanOrEqual(before)
  const idle = held()
  const closing = engine.close()
  expect(held()).toBeGreaterThan(idle)
  await closing
})

describe('the embedded executor', () => {
  it('ends a sleeping program within 100 ms after its wall limit', async () => {
    const late: number[] = []
    // Until one was: whatever else the machine does at the moment is not what is tested.
    for (let tries = 0; tries < 20 && !late.some((ms) => ms <= 100); tries++) {
      const result = await runOne(shared, py('import time\ntime.sleep(60)'), '', { limits: { wallMs: 300 } })
      expect(result).toMatchObject({ outcome: 'time_limit', signal: 'SIGKILL' })
      late.push((result.wallMs ?? 0) - 300)
    }
    expect(Math.min(...late)).toBeGreaterThanOrEqual(-5)
    expect(Math.min(...late)).toBeLessThanOrEqual(100)
  })

  it('measures processor time, not the time that passes', async () => {
    const engine = shared
    const sleeping = await runOne(engine, py('import time\ntime.sleep(0.5)'))
    expect(sleeping.wallMs).toBeGreaterThan(500)
    expect(sleeping.cpuMs).toBeLessThan(400)
  })

  it('keeps what a JavaScript program wrote before its time was over', async () => {
    const result = await runOne(shared, js('console.log("so far"); for (;;) {}'), '', {
      // So much wall time that a busy machine does not end it first.
      limits: { cpuMs: 1_000, wallMs: 25_000 },
    })
    expect(result).toMatchObject({ outcome: 'time_limit', stdout: 'so far\n' })
  })

  it.runIf(process.platform === 'linux')(
    'calls a crash of its process an engine error, then goes on',
    async () => {
      const { engine, processes } = await openApart()
      await engine.health()
      const running = runOne(engine, py('import time\ntime.sleep(20)'))
      // Whichever of its processes is the busy one: all of them are killed.
      await new Promise((resolve) => setImmediate(resolve))
      for (const pid of processes()) process.kill(pid, 'SIGKILL')
      expect(await running).toMatchObject({ outcome: 'engine_error', retryable: true })
      // The spare was killed too, and its end may not have been noticed yet: a try or two, as the queue does it.
      let outcome = 'engine_error'
      for (let tries = 0; outcome === 'engine_error' && tries < 4; tries++) {
        outcome = (await runOne(engine, js('console.log(1)'))).outcome
      }
      expect(outcome).toBe('ok')
    },
  )

  it('runs without root, and ends its processes on close', async () => {
    const { engine, processes } = await openApart()
    await engine.health()
    if (process.platform === 'linux') {
      // The spare may still be starting, and starts as root; the first one is ready.
      const users = processes().map(
        (pid) => /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
      )
      expect(users.some((user) => user !== undefined && user !== '0')).toBe(true)
      const [pid] = processes()
      const of = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8')
      if (existsSync('/usr/bin/setpriv')) expect(of('status')).toMatch(/^NoNewPrivs:\s+1$/m)
      if (existsSync('/usr/bin/prlimit')) expect(of('limits')).toMatch(/^Max file size\s+0\s+0/m)
    }
    await engine.close()
    if (process.platform === 'linux') expect(processes()).toEqual([])
    expect(await runOne(engine, js('1'))).toMatchObject({ outcome: 'engine_error', retryable: true })
  })

  it('stops when its signal aborts, and throws the reason', async () => {
    const engine = shared
    const control = new AbortController()
    const reason = new Error('left')
    const running = runOne(engine, py('import time\ntime.sleep(60)'), '', { signal: control.signal })
    control.abort(reason)
    await expect(running).rejects.toBe(reason)
    expect(await runOne(engine, js('console.log(1)'))).toMatchObject({ outcome: 'ok' })
  })

  it('replaces a process that has grown too large', async () => {
    const engine = await open(1, { recycleAboveBytes: 1 })
    for (const expected of ['1\n', '1\n']) {
      expect((await runOne(engine, js('console.log(1)'))).stdout).toBe(expected)
    }
  })

  it('refuses limits that are not greater than 0', async () => {
    const engine = shared
    await expect(runOne(engine, js('1'), '', { limits: { cpuMs: 0 } })).rejects.toThrow(RangeError)
  })

  it('takes a megabyte of input', async () => {
    const stdin = `${'x'.repeat(99)}\n`.repeat(10_485)
    const engine = shared
    const inPython = await runOne(engine, py('import sys\nprint(len(sys.stdin.read()))'), stdin)
    expect(inPython.stdout).toBe('1048500\n')
    const inJavaScript = await runOne(
      engine,
      js('console.log(require("fs").readFileSync(0).toString().length)'),
      stdin,
    )
    expect(inJavaScript.stdout).toBe('1048500\n')
  })

  it('says so when its process cannot be started', async () => {
    await bundleEngineChild()
    executor = createEmbeddedExecutor({ workerPath: '/nowhere/engine-child.mjs', slots: 1 })
    expect(await executor.health()).toMatchObject({ ok: false })
    expect(await runOne(executor, js('1'))).toMatchObject({ outcome: 'engine_error', retryable: true })
  })
})

describe('a machine that is slower than the one the limits were made on', () => {
  it('gives programs more time, tells so, and grants it to whom it told', async () => {
    const engine = await open(1, {
      probes: {
        // As if it took very much longer than it should, and very much less.
        javascript: { source: 'console.log(1)', referenceMs: 0.001 },
        python: { source: 'print(1)', referenceMs: 60_000 },
      },
    })
    const factors = async () =>
      (await engine.describe()).languages.map(({ id, timeFactor }) => [id, timeFactor])
    expect(await factors()).toEqual([
      ['javascript', 3],
      ['python', 4],
      ['sql', 2],
      ['typescript', 3],
    ])
    expect((await runOne(engine, js('console.log(2)'))).stdout).toBe('2\n')
    expect(await factors()).toEqual([
      ['javascript', 9],
      ['python', 4],
      ['sql', 2],
      ['typescript', 9],
    ])
    const { app } = createEngineService(engine)
    const runtimes = (await (await app.request('/api/v2/runtimes')).json()) as { time_factor: number }[]
    expect(runtimes.map(({ time_factor }) => time_factor)).toEqual([9, 4, 2, 9])
    const ask = async (language: string, version: string, run_cpu_time: number) => {
      const files = [{ content: 'print(1)' }]
      const response = await app.request('/api/v2/execute', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          language,
          version,
          files,
          run_cpu_time,
          run_timeout: 3 * run_cpu_time + 1_000,
        }),
      })
      return response.status
    }
    expect(await ask('javascript', '*', 30_000)).toBe(200)
    expect(await ask('javascript', '*', 30_001)).toBe(400)
    expect(await ask('python', '*', 10_001)).toBe(400)
  })

  it('is measured with programs of the product that end well', async () => {
    const engine = await embeddedExecutor({ slots: 1, probes: PROBES })
    executor = engine
    await engine.health()
    const { languages } = await engine.describe()
    for (const { id } of LANGUAGES) {
      const base = TIME_FACTORS[id]
      const measured = languages.find((language) => language.id === id)?.timeFactor
      expect(measured).toBeGreaterThanOrEqual(base)
      expect(measured).toBeLessThanOrEqual(3 * base)
      const { probe, warmUp } = ENGINES[id]
      const source = typeof probe === 'string' ? warmUp : probe.source
      expect(await runOne(engine, { languageId: id, source })).toMatchObject({ outcome: 'ok', stderr: '' })
    }
  })
})

describe('many programs at once', () => {
  it('60 correct programs end without one false time limit', async () => {
    const engine = shared
    const source = 'let s = 0; for (let i = 0; i < 2e5; i++) s += i % 7; console.log(s)'
    const pythons = Array.from({ length: 30 }, (_, index) =>
      runOne(engine, py('print(int(input()) * 2)'), String(index)),
    )
    const scripts = Array.from({ length: 30 }, () => runOne(engine, js(source)))
    const results = await Promise.all([...pythons, ...scripts])
    expect(results.filter(({ outcome }) => outcome !== 'ok')).toEqual([])
    expect(results.slice(0, 30).map(({ stdout }) => stdout)).toEqual(
      Array.from({ length: 30 }, (_, index) => `${index * 2}\n`),
    )
    expect(new Set(results.slice(30).map(({ stdout }) => stdout)).size).toBe(1)
  })
})

describe('where it is installed', () => {
  const short = [
    js("import { readFileSync } from 'fs'\nconsole.log(readFileSync(0, 'utf8').trim())"),
    js("import fs from 'fs'\nconsole.log(fs.readFileSync(0).toString().trim())"),
    js("import 'fs'\nprint(readline())"),
    js('export const line = readline()\nprint(line)'),
    js(
      "import { createInterface } from 'readline'\nfor await (const l of createInterface({ input: process.stdin })) print(l)",
    ),
    js("console.log(require('fs').readFileSync(0, 'utf8').trim())"),
    py('print(input())'),
  ]
  /** In the long run every length; else one that has been seen to matter: an engine takes a second to start. */
  const isLong = process.env.HOLDFAST_EXAMS_TIMES !== undefined
  const lengths = isLong ? Array.from({ length: 140 }, (_, i) => i + 21) : [62]

  /** A file of the engine whose whole path has that many characters. */
  async function installedAt(length: number): Promise<string> {
    const folder = mkdtempSync('/tmp/e-')
    const file = `${folder}/${'x'.repeat(length - folder.length - '/'.length - '.mjs'.length)}.mjs`
    copyFileSync(await bundleEngineChild(), file)
    return file
  }

  it.each(lengths)(
    'judges alike under a path of %i characters and with a long environment',
    async (length) => {
      const before = process.env
      onTestFinished(() => {
        process.env = before
      })
      process.env = { ...before, LANG: 'x'.repeat(500), _: `/${'y'.repeat(3_000)}`, LONG: 'z'.repeat(30_000) }
      const workerPath = await installedAt(length)
      expect(workerPath).toHaveLength(length)
      const engine = await open(1, { workerPath })
      for (const program of short)
        expect(await runOne(engine, program, 'line')).toMatchObject({ outcome: 'ok', stdout: 'line\n' })
    },
  )
})
