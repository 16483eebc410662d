import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { piston as pistonClient } from 'piston-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPistonExecutor } from '#api/execution/piston/executor.ts'
import type { Executor, Limits } from '#api/execution/port.ts'
import { createEngineService, type RunningService } from '#api/execution/service/service.ts'
import { TIME_FACTORS } from '#runtimes/limits.ts'
import { embeddedExecutor, js, py, runOne, sharedEngine } from './support.ts'

let executor: Executor
let service: RunningService

beforeAll(async () => {
  executor = await sharedEngine()
  service = await createEngineService(executor, { runTimeoutMs: 20_000 }).listen(0)
})
afterAll(() => service.close())

const job = { language: 'python', version: '3.12.0', files: [{ content: 'print(input())' }], stdin: 'x' }

function post(body: unknown, contentType = 'application/json', url = service.url): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${url}/api/v2/execute`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: text,
  })
}

describe('the engine as a Piston-compatible service', () => {
  it('lists its runtimes', async () => {
    const answer = await (await fetch(`${service.url}/api/v2/runtimes`)).json()
    expect(answer).toContainEqual(
      expect.objectContaining({
        language: 'python',
        version: '3.12.0',
        aliases: ['py', 'python3'],
        time_factor: TIME_FACTORS.python,
      }),
    )
    expect(answer).toContainEqual(expect.objectContaining({ language: 'javascript', version: '2025.9.13' }))
  })

  it("answers with Piston's fields", async () => {
    const response = await post(job)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      run: {
        stdout: 'x\n',
        stderr: '',
        output: 'x\n',
        code: 0,
        signal: null,
        message: null,
        status: null,
        cpu_time: expect.any(Number),
        wall_time: expect.any(Number),
        memory: expect.any(Number),
      },
      language: 'python',
      version: '3.12.0',
    })
  })

  it('gives a slower language its time when Holdfast asks, and others what they ask for', async () => {
    const given: (Partial<Limits> | undefined)[] = []
    const noting: Executor = {
      ...executor,
      execute(program, cases, options) {
        given.push(options.limits)
        return executor.execute(program, cases, options)
      },
    }
    const usual = await createEngineService(noting).listen(0)
    const holdfast = createPistonExecutor({ endpoints: [{ url: usual.url, slots: 1 }] })
    expect((await runOne(holdfast, py('print(1)'))).outcome).toBe('ok')
    expect((await runOne(holdfast, js('print(1)'))).outcome).toBe('ok')
    await post({ ...job, run_cpu_time: 500, run_timeout: 2000 }, 'application/json', usual.url)
    expect(given).toMatchObject([
      { cpuMs: 8000, wallMs: 25_000 },
      { cpuMs: 6000, wallMs: 19_000 },
      { cpuMs: 500, wallMs: 2000 },
    ])
    await holdfast.close()
    await usual.close()
  })

  it('takes args, which no program gets, and the least memory it allows', async () => {
    const source = { content: 'import sys\nprint(len(sys.argv))' }
    const answer = await post({ ...job, files: [source], args: ['x'], run_memory_limit: 33_554_432 })
    expect(await answer.json()).toMatchObject({ run: { stdout: '1\n', code: 0 } })
  })

  it('takes aliases and version patterns', async () => {
    expect((await post({ ...job, language: 'py', version: '3.x' })).status).toBe(200)
  })

  const statuses: [string, object, object][] = [
    ['RE', { content: 'exit(3)' }, { status: 'RE', code: 3, signal: null }],
    ['TO', { content: 'while True: pass' }, { status: 'TO', code: null, signal: 'SIGKILL' }],
    [
      'OL',
      { content: 'while True: print("x" * 999)' },
      { status: 'OL', signal: 'SIGKILL', message: 'stdout length exceeded' },
    ],
    ['137', { content: 'a = [0] * 10**9' }, { code: 137, memory: 64_000_000 }],
  ]
  it.each(statuses)('shows %s', async (_name, file, run) => {
    const response = await post({ ...job, files: [file], run_cpu_time: 500, run_memory_limit: 64_000_000 })
    expect(await response.json()).toMatchObject({ run })
  })

  it('shows a program that does not compile twice, as Piston does', async () => {
    const answer = await (
      await post({ ...job, language: 'js', version: '*', files: [{ content: 'let x = ;' }] })
    ).json()
    expect(answer.compile).toMatchObject({ code: 1 })
    expect(answer.run).toEqual(answer.compile)
  })

  const refused: [unknown, string][] = [
    [{}, 'language is required as a string'],
    [[], 'language is required as a string'],
    [{ ...job, language: 5 }, 'language is required as a string'],
    [{ ...job, version: '' }, 'version is required as a string'],
    [{ ...job, files: 'x' }, 'files is required as an array'],
    [{ ...job, files: [{}] }, 'files[0].content is required as a string'],
    [{ ...job, files: [null] }, 'files[0].content is required as a string'],
    [
      { ...job, files: [{ content: 'eA==', encoding: 'base64' }] },
      'files must include at least one utf8 encoded file',
    ],
    [{ ...job, language: 'cobol' }, 'cobol-3.12.0 runtime is unknown'],
    [{ ...job, version: '2.7' }, 'python-2.7 runtime is unknown'],
    [{ ...job, run_timeout: 20_001 }, 'run_timeout cannot exceed the configured limit of 20000'],
    [{ ...job, run_cpu_time: -1 }, 'run_cpu_time must be non-negative'],
    [{ ...job, run_timeout: '5' }, 'If specified, run_timeout must be a number'],
    [{ ...job, args: 'x' }, 'If specified, args must be an array'],
    [{ ...job, run_memory_limit: 1 }, 'this engine needs a run_memory_limit of at least 33554432'],
    [{ ...job, run_memory_limit: 33_554_431 }, 'this engine needs a run_memory_limit of at least 33554432'],
  ]
  it.each(refused)('refuses %j', async (body, message) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ message })
  })

  it('refuses other content types, broken JSON and large bodies', async () => {
    const plain = await post(job, 'text/plain')
    expect(plain.status).toBe(415)
    expect(await plain.json()).toEqual({ message: 'requests must be of type application/json' })
    const broken = await post('{')
    expect([broken.status, Object.keys(await broken.json())]).toEqual([400, ['stack']])
    const large = await post({ ...job, stdin: 'x'.repeat(100 * 1024) })
    expect([large.status, Object.keys(await large.json())]).toEqual([400, ['stack']])
    expect((await fetch(`${service.url}/api/v2/packages`)).status).toBe(404)
  })

  it('never switches a limit off: 0 means the configured one', async () => {
    const quick = await createEngineService(executor, { runCpuTimeMs: 300 }).app.request('/api/v2/execute', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...job, files: [{ content: 'while True: pass' }], run_cpu_time: 0 }),
    })
    expect(await quick.json()).toMatchObject({ run: { status: 'TO' } })
  })

  it('answers 500 with nothing when the engine fails', async () => {
    const closed = await embeddedExecutor({ slots: 1 })
    await closed.close()
    const response = await createEngineService(closed).app.request('/api/v2/execute', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(job),
    })
    expect([response.status, await response.text()]).toEqual([500, ''])
  })
})

describe('what is too large for the service', () => {
  it('is run by the embedded engine where that is the fallback', async () => {
    const fallback = await embeddedExecutor({ slots: 1 })
    const client = createPistonExecutor({ endpoints: [{ url: service.url, slots: 1 }], fallback })
    const result = await runOne(client, py('print(len(input()))'), 'x'.repeat(200_000))
    expect(result).toMatchObject({ outcome: 'ok', stdout: '200000\n', engine: 'cpython-wasi-3.12.0' })
    await client.close()
    // It was closed with the client.
    expect(await fallback.health()).toMatchObject({ ok: false })
  })
})

describe("Piston's oddities, on request", () => {
  it('breaks characters at chunk borders, which our client calls an engine error', async () => {
    const odd = await createEngineService(executor, { quirks: { chunkBytes: 4097 } }).listen(0)
    const client = createPistonExecutor({ endpoints: [{ url: odd.url, slots: 1 }] })
    const expectedOutput = 'é'.repeat(4000)
    const result = await runOne(client, py('print("é" * 4000)'), '', { expectedOutput })
    expect(result.outcome).toBe('engine_error')
    expect((await runOne(client, py('print("e" * 8000)'), '', { expectedOutput })).outcome).toBe('ok')
    await client.close()
    await odd.close()
  })

  it('loses output over the limit', async () => {
    const { app } = createEngineService(executor, { quirks: { emptyOnOutputLimit: true } })
    const response = await app.request('/api/v2/execute', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...job, files: [{ content: 'print("x" * 10**6)' }] }),
    })
    expect(await response.json()).toMatchObject({ run: { status: 'OL', stdout: '' } })
  })
})

/** Passes requests on with the content type that piston-client leaves out. */
async function headerProxy(target: string) {
  const server = createServer((request, response) => {
    const headers = { ...request.headers, 'content-type': 'application/json' }
    const passedOn = httpRequest(
      new URL(request.url ?? '/', target),
      { method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    request.pipe(passedOn)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

describe('the foreign client piston-client 1.0.2', () => {
  it('reads the runtimes', async () => {
    const runtimes = await pistonClient({ server: service.url }).runtimes()
    expect(runtimes).toContainEqual(expect.objectContaining({ language: 'python', version: '3.12.0' }))
  })

  it('cannot execute as it comes: it sends no JSON content type and is answered with 415', async () => {
    const answer = await pistonClient({ server: service.url }).execute('python', 'print(6 * 7)')
    expect(answer).toEqual({ message: 'requests must be of type application/json' })
  })

  it('executes once something sets the header for it', async () => {
    const proxy = await headerProxy(service.url)
    const client = pistonClient({ server: proxy.url })
    expect(await client.execute('python', 'print(6 * 7)')).toMatchObject({ run: { stdout: '42\n', code: 0 } })
    expect(
      await client.execute({
        language: 'javascript',
        files: [{ content: 'console.log(readline())' }],
        stdin: 'x',
      }),
    ).toMatchObject({
      run: { stdout: 'x\n' },
    })
    proxy.close()
  })
})
