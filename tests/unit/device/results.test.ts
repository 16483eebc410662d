import { afterEach, expect, it, vi } from 'vitest'
import type { SubmissionEvent } from '#contract/events.ts'
import { urlOf } from '#contract/paths.ts'
import { initialState } from '#machines/sync/state.ts'
import { anchorNow } from '#pwa/attempt/clock.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { Memory } from '#pwa/attempt/memory.ts'
import { RunsAndVerdicts } from '#pwa/attempt/results.ts'
import type { ClientState } from '#pwa/attempt/state.ts'
import { know } from '../../factories/deviceStorage.ts'

/** A run while the server is known to be out of reach, and how often a verdict is asked for. */

const head = { seq: 0, hash: '' }
const offline = {
  ...initialState({ tail: head, acked: head, waitingSince: null }, Date.now()),
  offlineSince: Date.now(),
}
/** The server is away since now, by the clock that nobody sets. */
const outage = { began: 0, mark: 0 }
/** The memory of a page that knows this much. */
const knowing = (known: object): Memory => new Memory(known as ClientState)
const nowhere = (): never => {
  throw new Error('nothing is stored of a run')
}
let judged: RunsAndVerdicts | undefined
afterEach(() => {
  judged?.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const row = (id: number | null, status: 'processing' | 'accepted' = 'processing') => ({
  attempt_id: 'attempt',
  op_id: `op ${id}`,
  submission_id: id,
  result: status === 'accepted' ? { status } : null,
})

// Nothing is asked about a submission that is not on the server yet, or about one that is judged.
const settled = [row(null), row(7, 'accepted')]
it.each([
  ['at once', 0, [row(1)], [0, 5, 10, 15, 20]],
  ['in four seconds', 4, [row(1)], [0, 5, 10, 15, 20]],
  ['in four seconds each', 4, [row(1), row(2)], [0, 4, 10, 14, 20]],
  ['later than the next time to ask', 8, [row(1)], [0, 10, 20]],
])(
  'asks for a missing verdict at once and then every five seconds, one at a time, where it is answered %s',
  async (_name, takes, pending, times) => {
    vi.useFakeTimers()
    const start = Date.now()
    const asked: number[] = []
    let [underway, most] = [0, 0]
    vi.stubGlobal('fetch', async (url: string) => {
      const id = Number(url.split('/').at(-1))
      asked.push((Date.now() - start) / 1000)
      most = Math.max(most, ++underway)
      await new Promise((resolve) => setTimeout(resolve, takes * 1000))
      underway--
      return Response.json({ data: { submission_id: id, status: 'processing' } })
    })
    const memory = knowing({
      attempt: { token: 'token' },
      submissions: [...settled, ...pending],
    })
    const stored = { submissions: { update: async () => 1 } } as unknown as LocalDatabase
    judged = new RunsAndVerdicts(() => stored, memory)
    await vi.advanceTimersByTimeAsync(23_000)
    expect(asked).toEqual(times)
    expect(most).toBe(1)
  },
)

it('has the server looked for as soon as a Run cannot be asked for, and waits no longer once it is away', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === urlOf('postExecution')) return Response.json({ data: { token: 'run' } })
    throw new TypeError('Failed to fetch')
  })
  const memory = knowing({
    attempt: { token: 'token', anchor: anchorNow('a', Date.now()) },
    content: { languages: [{ id: 7, name: 'C++ 10.2', mode: 'cpp' }], problems: [{ id: 1 }] },
    submissions: [],
    sync: { ...offline, offlineSince: null },
    outage: null,
    isHolder: true,
    run: null,
  })
  let looks = 0
  judged = new RunsAndVerdicts(nowhere, memory)
  memory.on('WAKE', () => {
    looks++
    know(memory, { sync: offline, outage })
  })
  const running = judged.run(1, 7, 'int main() {}')
  await vi.advanceTimersByTimeAsync(2_000)
  expect([looks, memory.state.run?.stage]).toEqual([1, 'queued'])
  await vi.advanceTimersByTimeAsync(2_000)
  await running
  expect(looks).toBe(1)
  expect(memory.state.run).toMatchObject({ stage: 'failed' })
})

it('says in words that a language runs on the server only, and that submitting is queued', async () => {
  const memory = knowing({
    attempt: { token: 'token', anchor: anchorNow('a', Date.now()) },
    content: { languages: [{ id: 7, name: 'C++ 10.2', mode: 'cpp' }], problems: [{ id: 1 }] },
    submissions: [],
    sync: offline,
    outage,
    run: null,
  })
  judged = new RunsAndVerdicts(nowhere, memory)
  await judged.run(1, 7, 'int main() {}')
  expect(memory.state.run).toMatchObject({ stage: 'failed', place: 'server', result: null })
  expect(memory.state.run?.message).toMatch(/^C\+\+ 10\.2 runs on the server only/)
  expect(memory.state.run?.message).toMatch(/you submit is queued on this device/)
})

it('says at once that a language cannot run offline, where its engine has not come, and asks no dead line for it', async () => {
  const asked: string[] = []
  vi.stubGlobal('caches', { match: async (file: string) => void asked.push(file) })
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const memory = knowing({
    attempt: { token: 'token', anchor: anchorNow('a', Date.now()) },
    content: { languages: [{ id: 7, name: 'Python 3.12', mode: 'python' }], problems: [{ id: 1 }] },
    submissions: [],
    sync: offline,
    outage,
    isHolder: true,
    run: null,
  })
  judged = new RunsAndVerdicts(nowhere, memory)
  await judged.run(1, 7, 'print(1)')
  expect(memory.state.run).toMatchObject({
    stage: 'failed',
    message: 'Python 3.12 cannot run offline on this device yet. Your code is saved.',
  })
  expect(asked).toHaveLength(1)
})

it('leaves a verdict that is there as it is where an older word of it comes late', async () => {
  const judgedRow = { ...row(7, 'accepted'), op_id: 'op 7' }
  const memory = knowing({ attempt: { token: 'token' }, submissions: [judgedRow] })
  const written: unknown[] = []
  const stored = { submissions: { update: async (...row: unknown[]) => written.push(row) } }
  judged = new RunsAndVerdicts(() => stored as unknown as LocalDatabase, memory)
  const late = { type: 'submission', op_id: 'op 7', submission_id: 7, status: 'processing' }
  memory.send({ type: 'STREAM_SAID', event: late as SubmissionEvent })
  expect(memory.state.submissions[0]?.result?.status).toBe('accepted')
  expect(written).toEqual([])
})

/** A server that takes Runs and never ends one, and what it was asked. */
function slowServer(answer: (name: string) => Response | undefined = () => undefined): string[] {
  const asked: string[] = []
  let runs = 0
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    const name = `${method} ${url.split('/').at(-1)}`
    asked.push(name)
    const said = answer(name)
    if (said) return said
    return Response.json({ data: method === 'POST' ? { token: `run-${++runs}` } : { status: 'running' } })
  })
  return asked
}

const inReach = (): Memory =>
  knowing({
    attempt: { token: 'token', anchor: anchorNow('a', Date.now()) },
    content: { languages: [{ id: 7, name: 'C++', mode: 'cpp' }], problems: [{ id: 1 }] },
    submissions: [],
    sync: { ...offline, offlineSince: null },
    outage: null,
    isHolder: true,
    run: null,
  })

it('stops a Run for the one that follows it, and shows which program each was', async () => {
  vi.useFakeTimers()
  const asked = slowServer()
  const memory = inReach()
  judged = new RunsAndVerdicts(nowhere, memory)
  void judged.run(1, 7, 'OLD')
  await vi.advanceTimersByTimeAsync(100)
  expect(memory.state.run).toMatchObject({
    text: 'OLD',
    languageId: 7,
    at: Date.now() - 100,
    stage: 'queued',
  })
  void judged.run(1, 7, 'NEW')
  await vi.advanceTimersByTimeAsync(2_500)
  expect(memory.state.run).toMatchObject({ text: 'NEW', stage: 'running' })
  expect(asked.filter((name) => name.startsWith('DELETE'))).toEqual(['DELETE run-1'])
  // Nobody asks after the old one any more.
  expect(asked.filter((name) => name === 'GET run-1')).toEqual([])
})

it('stops a Run that is stopped before the server has named it', async () => {
  vi.useFakeTimers()
  const asked = slowServer()
  const memory = inReach()
  judged = new RunsAndVerdicts(nowhere, memory)
  void judged.run(1, 7, 'x')
  judged.stopRun()
  expect(memory.state.run?.stage).toBe('stopped')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(memory.state.run?.stage).toBe('stopped')
  expect(asked.filter((name) => !name.startsWith('GET'))).toEqual([
    `POST ${urlOf('postExecution').split('/').at(-1)}`,
    'DELETE run-1',
  ])
})

it('leaves a Run that has ended as it is', async () => {
  vi.useFakeTimers()
  const asked = slowServer((name) =>
    name === 'GET run-1' ? Response.json({ data: { status: 'done', message: '' } }) : undefined,
  )
  const memory = inReach()
  judged = new RunsAndVerdicts(nowhere, memory)
  void judged.run(1, 7, 'x')
  await vi.advanceTimersByTimeAsync(2_500)
  judged.stopRun()
  expect(memory.state.run?.stage).toBe('done')
  expect(asked.filter((name) => name.startsWith('DELETE'))).toEqual([])
})

it('says until when the server runs no more', async () => {
  vi.useFakeTimers()
  slowServer(() =>
    Response.json(
      { message: '6 runs a minute. Next run in 12 s.', code: 'too_many_requests', request_id: 'r' },
      { status: 429, headers: { 'retry-after': '12' } },
    ),
  )
  const memory = inReach()
  judged = new RunsAndVerdicts(nowhere, memory)
  await judged.run(1, 7, 'x')
  expect(memory.state.run).toMatchObject({
    stage: 'failed',
    refusedUntil: Date.now() + 12_000,
    canRunHere: false,
  })
})
