import { afterEach, describe, expect, it } from 'vitest'
import { createPistonExecutor } from '#api/execution/piston/executor.ts'
import type { Executor } from '#api/execution/port.ts'
import { answer, RUNTIMES, type Script, type ScriptedPiston, scriptedPiston } from './piston-server.ts'
import { js, py, runOne } from './support.ts'

/** Several Piston servers: how work is spread, and what one that fails or comes later does to it. */

const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

async function node(script: Script = () => answer({}), options = {}): Promise<ScriptedPiston> {
  const server = await scriptedPiston(script, options)
  open.push(server)
  return server
}

function over(...endpoints: { url: string; slots: number; headers?: Record<string, string> }[]): Executor {
  const executor = createPistonExecutor({ endpoints })
  open.push(executor)
  return executor
}

const python = RUNTIMES.filter(({ language }) => language === 'python')
const says = (stdout: string) => () => answer({ stdout })
const ask = async (executor: Executor): Promise<string> => (await runOne(executor, py(''))).stdout

describe('several servers', () => {
  it('get work by their free slots', async () => {
    let arrived = 0
    let all = (): void => {}
    const full = new Promise<void>((resolve) => {
      all = resolve
    })
    // Every job waits until as many are under way as there are slots.
    const script: Script = async () => {
      if (++arrived === 8) all()
      await full
      return answer({})
    }
    const [large, small] = [await node(script), await node(script)]
    const executor = over({ url: large.url, slots: 6 }, { url: small.url, slots: 2 })
    expect(await executor.describe()).toMatchObject({ slots: 8, isPartial: false })
    await Promise.all(Array.from({ length: 8 }, () => runOne(executor, py(''))))
    expect([large.mostAtOnce, small.mostAtOnce]).toEqual([6, 2])
  })

  it('leave one aside that cannot be reached, and give it work again once it answers', async () => {
    const [down, up] = [await node(says('first')), await node(says('second'))]
    const executor = over({ url: down.url, slots: 1 }, { url: up.url, slots: 1 })
    await executor.describe()
    expect(await ask(executor)).toBe('first')
    await down.close()
    expect([await ask(executor), await ask(executor)]).toEqual(['second', 'second'])
    expect(await executor.health()).toMatchObject({ ok: true, detail: expect.stringContaining('1 of 2') })
    const back = await node(says('back'), { port: down.port })
    // Left aside for a while: it is not tried with a candidate's program.
    expect(await ask(executor)).toBe('second')
    await executor.describe()
    expect(await ask(executor)).toBe('back')
    expect(back.jobs).toHaveLength(1)
  })

  it('leave one aside whose connections break; the job is not sent twice', async () => {
    const broken = await node((_body, response) => void response.destroy())
    const whole = await node(says('whole'))
    const executor = over({ url: broken.url, slots: 9 }, { url: whole.url, slots: 1 })
    await executor.describe()
    expect(await runOne(executor, py(''))).toMatchObject({ outcome: 'engine_error', retryable: true })
    expect(whole.jobs).toEqual([])
    // At the same time, so that by free slots alone the other one would get some.
    const answers = await Promise.all([ask(executor), ask(executor), ask(executor)])
    expect(answers).toEqual(['whole', 'whole', 'whole'])
    expect(broken.jobs).toHaveLength(1)
  })

  it('leave one aside that refuses jobs, until it takes one', async () => {
    let limit = 3000
    const strict = await node((body, response) => {
      if (Number(body.run_timeout) <= limit) return answer({ stdout: 'strict' })
      response.writeHead(400).end(JSON.stringify({ message: 'run_timeout cannot exceed' }))
    })
    const other = await node(says('other'))
    const executor = over({ url: strict.url, slots: 9 }, { url: other.url, slots: 1 })
    await executor.describe()
    expect(await runOne(executor, py(''))).toMatchObject({ outcome: 'engine_error' })
    await executor.describe()
    expect([await ask(executor), await ask(executor)]).toEqual(['other', 'other'])
    expect(await executor.health()).toMatchObject({ ok: true, detail: expect.stringContaining('exceed') })
    limit = 7000
    await other.close()
    expect(await ask(executor)).toBe('strict')
    expect((await executor.health()).detail).not.toContain('exceed')
  })

  it('do not suffer from a job that was given up', async () => {
    let came = (): void => {}
    const there = new Promise<void>((resolve) => {
      came = resolve
    })
    const slow = await node((body) => {
      if (body.stdin !== 'wait\n') return answer({ stdout: 'slow' })
      came()
      return new Promise(() => {})
    })
    const other = await node(says('other'))
    const executor = over({ url: slow.url, slots: 9 }, { url: other.url, slots: 1 })
    await executor.describe()
    const giveUp = new AbortController()
    const waiting = runOne(executor, py(''), 'wait', { signal: giveUp.signal })
    await there
    giveUp.abort(new Error('given up'))
    await expect(waiting).rejects.toThrow('given up')
    // Its slot is held, as the job may run on; with eight more of nine free the server is used all the same.
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(executor)))
    expect(answers).toContain('slow')
  })

  it('take only languages that they have in the pinned version', async () => {
    const old = await node(says('old'), { runtimes: [{ language: 'python', version: '3.9.4', aliases: [] }] })
    const current = await node(says('current'))
    const executor = over({ url: old.url, slots: 9 }, { url: current.url, slots: 1 })
    expect([await ask(executor), await ask(executor)]).toEqual(['current', 'current'])
    expect(old.jobs).toEqual([])
  })
})

describe('a server that comes later', () => {
  it('brings its languages; those pinned already keep their version', async () => {
    const first = await node(says('first'), { runtimes: python.slice(0, 1) })
    const later = await node(says('later'))
    await later.close()
    const executor = over({ url: first.url, slots: 1 }, { url: later.url, slots: 1 })
    expect(await executor.describe()).toMatchObject({
      isPartial: true,
      languages: [{ id: 'python', version: '3.9.4' }],
    })
    const missing = await runOne(executor, js(''))
    expect(missing).toMatchObject({ outcome: 'engine_error', retryable: true })
    await node(says('later'), { port: later.port })
    const { isPartial, languages } = await executor.describe()
    expect(isPartial).toBe(false)
    expect(languages.map(({ id, version }) => `${id} ${version}`).sort()).toEqual([
      'cpp 10.2.0',
      'javascript 18.15.0',
      'python 3.9.4',
    ])
    expect((await runOne(executor, js(''))).stdout).toBe('later')
  })

  it('is waited for where none answers', async () => {
    const only = await node()
    await only.close()
    const executor = over({ url: only.url, slots: 3 })
    await expect(executor.describe()).rejects.toThrow('ECONNREFUSED')
    expect(await runOne(executor, py(''))).toMatchObject({ outcome: 'engine_error', retryable: true })
    await node(says('there'), { port: only.port })
    expect(await ask(executor)).toBe('there')
    expect(await executor.describe()).toMatchObject({ slots: 3 })
  })

  it('counts as not there while it has no language installed', async () => {
    const empty = await node(undefined, { runtimes: [] })
    const executor = over({ url: empty.url, slots: 1 })
    await expect(executor.describe()).rejects.toThrow('none of the languages')
    expect(await executor.health()).toMatchObject({ ok: false })
  })
})

describe('what a server is told', () => {
  it('the headers of its address', async () => {
    const server = await node()
    const headers = { authorization: 'Basic abc' }
    await ask(over({ url: server.url, slots: 1, headers }))
    expect(server.jobs[0]?.authorization).toBe('Basic abc')
  })

  it('processor time stretched by its own factor, unless the limit is given', async () => {
    const slower = python.map((runtime) => ({ ...runtime, time_factor: 4 }))
    const [slow, native] = [await node(undefined, { runtimes: slower }), await node()]
    const executor = over({ url: slow.url, slots: 1 }, { url: native.url, slots: 1 })
    await executor.describe()
    await Promise.all([ask(executor), ask(executor)])
    expect(slow.jobs[0]?.body).toMatchObject({ run_cpu_time: 8000, run_timeout: 25_000 })
    expect(native.jobs[0]?.body).toMatchObject({ run_cpu_time: 2000, run_timeout: 7000 })
    await runOne(executor, py(''), '', { limits: { cpuMs: 300 } })
    expect(slow.jobs[1]?.body).toMatchObject({ run_cpu_time: 300, run_timeout: 1900 })
  })
})
