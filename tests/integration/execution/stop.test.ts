import { expect, onTestFinished, test } from 'vitest'
import type { RunEvent } from '#contract/events.ts'
import {
  call,
  must,
  type Organization,
  openApp,
  programs,
  scripted,
  scriptedExecutor,
  seedOrganization,
  startDevice,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'

/** Stopping a Run: wherever it is, it ends at once, is told of once, and leaves its slot to others. */

const ENDLESS = 'for (;;);'

/** One slot, and a program that ends only when it is given up. */
async function busy(people: number) {
  const begun: string[] = []
  const executor = scriptedExecutor((program, testCase) => {
    begun.push(program.source)
    return program.source === ENDLESS ? new Promise(() => {}) : scripted(program, testCase)
  }, 1)
  const app = await openApp({ judging: true, executor })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'stop', { candidates: people })
  for (const who of org.candidates) await startDevice(app, who)
  await app.queue.engine.look()
  return { app, org, begun }
}

const tokenOf = (org: Organization, place: number): string => org.candidates[place]?.token ?? ''
const run = async (app: TestApp, token: string, source_code: string): Promise<string> =>
  (await must(app.send, 'postExecution', { token, body: { language_id: 1, source_code, stdin: 'in' } })).token
const stop = (app: TestApp, token: string, params: { token: string }) =>
  must(app.send, 'stopRun', { token, params })
const events = async (app: TestApp): Promise<RunEvent[]> =>
  (await app.rows<{ data: string }>('SELECT data FROM events ORDER BY id'))
    .map(({ data }): RunEvent => JSON.parse(data))
    .filter(({ type }) => type === 'TestChannel')
const jobs = (app: TestApp) => app.rows<{ status: string }>('SELECT status FROM jobs ORDER BY id')

const stopped = { status: 'done', outcome: 'stopped', message: 'Stopped.', position: null, samples: [] }

test('a Run under way ends at once, its slot goes to the next, and the stream is told once', async () => {
  const { app, org, begun } = await busy(2)
  const mine = tokenOf(org, 0)
  const endless = await run(app, mine, ENDLESS)
  await waitFor('the program', () => begun.length === 1)
  const next = await run(app, tokenOf(org, 1), programs.echo)
  expect(await stop(app, mine, { token: endless })).toMatchObject({ token: endless, ...stopped, stdout: '' })
  await app.idle()
  expect(begun).toEqual([ENDLESS, programs.echo])
  expect((await events(app)).map(({ token, outcome }) => [token, outcome])).toEqual([
    [endless, 'stopped'],
    [next, 'ok'],
  ])
  expect(await jobs(app)).toEqual([{ status: 'done' }, { status: 'done' }])
})

test('a Run that waits is not begun', async () => {
  const { app, org, begun } = await busy(2)
  const first = await run(app, tokenOf(org, 0), ENDLESS)
  await waitFor('the program', () => begun.length === 1)
  const waiting = await run(app, tokenOf(org, 1), programs.echo)
  expect(await stop(app, tokenOf(org, 1), { token: waiting })).toMatchObject(stopped)
  expect(await jobs(app)).toEqual([{ status: 'leased' }, { status: 'done' }])
  await stop(app, tokenOf(org, 0), { token: first })
  await app.idle()
  expect(begun).toEqual([ENDLESS])
})

test('a Run that is done stays as it was, and stopping it again changes nothing', async () => {
  const { app, org } = await busy(1)
  const mine = tokenOf(org, 0)
  const done = await run(app, mine, programs.echo)
  await app.idle()
  const asIs = await must(app.send, 'getExecution', { token: mine, params: { token: done } })
  expect(asIs.outcome).toBe('ok')
  expect(await stop(app, mine, { token: done })).toEqual(asIs)
  const endless = await run(app, mine, ENDLESS)
  const once = await stop(app, mine, { token: endless })
  expect(await stop(app, mine, { token: endless })).toEqual(once)
  expect((await events(app)).map(({ outcome }) => outcome)).toEqual(['ok', 'stopped'])
})

test('nobody stops the Run of another', async () => {
  const { app, org, begun } = await busy(2)
  const endless = await run(app, tokenOf(org, 0), ENDLESS)
  await waitFor('the program', () => begun.length === 1)
  const answer = await call(app.send, 'stopRun', { token: tokenOf(org, 1), params: { token: endless } })
  expect(answer.status).toBe(404)
  expect(await jobs(app)).toEqual([{ status: 'leased' }])
  await stop(app, tokenOf(org, 0), { token: endless })
})
