import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#api/app.ts'
import { queueMail } from '#api/mail/queue.ts'
import { SHED_ORDER } from '#api/pressure/classes.ts'
import {
  type AppOptions,
  call,
  MINUTE,
  must,
  openApp,
  programs,
  scriptedExecutor,
  seedOrganization,
  startDevice,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'
import { isSent, mailThatIs } from '../mail/support.ts'

/** The figures that /metrics serves: who may read them, and that each follows what it measures. */

async function open(options: AppOptions = {}): Promise<TestApp> {
  const app = await openApp({ listen: true, ...options })
  onTestFinished(() => app.remove())
  return app
}

type Samples = Map<string, number>

/** Each sample by its name and labels, as they are written. */
async function read(app: TestApp, headers: Record<string, string> = {}): Promise<Samples> {
  const answer = await fetch(`${app.base}/metrics`, { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

/** By how much each of the named samples has grown while something was done. */
async function growth(app: TestApp, names: readonly string[], work: () => Promise<unknown>) {
  const before = await read(app)
  await work()
  const after = await read(app)
  return Object.fromEntries(names.map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)]))
}

test('a sync raises what is told of commits and calls', async () => {
  const app = await open()
  const org = await seedOrganization(app.ctx, 'metrics')
  const who = org.candidates[0] as (typeof org.candidates)[0]
  const device = await startDevice(app, who)
  const groups = 'holdfast_commit_jobs_count'
  const jobs = 'holdfast_commit_jobs_sum'
  const syncs = 'holdfast_calls_total{class="sync",status="2xx"}'
  const time = 'holdfast_commit_duration_seconds_sum'
  const grown = await growth(app, [groups, jobs, syncs, time], async () => {
    device.write('draft', `code:${org.problems[0].id}:1`, {
      problem_id: org.problems[0].id,
      language_id: 1,
      source_code: 'x',
    })
    await device.sync()
  })
  expect(grown[groups]).toBeGreaterThanOrEqual(1)
  expect(grown[jobs]).toBeGreaterThanOrEqual(grown[groups] ?? 0)
  expect(grown[syncs]).toBe(1)
  expect(grown[time]).toBeGreaterThan(0)
})

test('a group that is lost as a whole is counted as that', async () => {
  const app = await open()
  const failures = 'holdfast_commit_failures_total'
  const grown = await growth(app, [failures], async () => {
    const doomed = app.ctx.db.write((tx) => tx.raw.run('ROLLBACK'))
    await expect(doomed).rejects.toThrow()
  })
  expect(grown).toEqual({ [failures]: 1 })
})

test('a submission raises the verdicts by the time it waited, a Run the runs, and both are jobs until then', async () => {
  let release = (): void => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const app = await open({
    executor: scriptedExecutor(async () => {
      await gate
      return { stdout: '0\n' }
    }),
  })
  const org = await seedOrganization(app.ctx, 'verdicts')
  const who = org.candidates[0] as (typeof org.candidates)[0]
  const device = await startDevice(app, who)
  const problem_id = org.problems[0].id
  const source_code = programs.right
  const count = 'holdfast_verdict_latency_seconds_count'
  const sum = 'holdfast_verdict_latency_seconds_sum'
  const runs = 'holdfast_run_latency_seconds_count'
  const grown = await growth(app, [count, sum, runs], async () => {
    device.write('submit', `code:${problem_id}:1`, { problem_id, language_id: 1, source_code })
    await device.sync()
    await must(app.send, 'postExecution', {
      token: who.token,
      body: { language_id: 1, source_code, stdin: '' },
    })
    const waiting = await waitFor('the job to be taken', async () => {
      const samples = await read(app)
      return samples.get('holdfast_judge_jobs{kind="judge",state="running"}') === 1 && samples
    })
    expect(waiting.get('holdfast_judge_jobs{kind="run",state="waiting"}')).toBe(1)
    app.clock.move(7_000)
    expect((await read(app)).get('holdfast_judge_oldest_job_seconds')).toBe(7)
    release()
    await app.idle()
  })
  expect(grown).toEqual({ [count]: 1, [sum]: 7, [runs]: 1 })
  expect((await read(app)).get('holdfast_judge_oldest_job_seconds')).toBe(0)
})

test('open streams, waiting emails, a late loop, room on the disk and backups are what they are', async () => {
  let lag = 0
  const app = await open({ lag: () => ({ read: () => lag, close: () => {} }) })
  const org = await seedOrganization(app.ctx, 'gauges')
  const who = org.candidates[0] as (typeof org.candidates)[0]
  await startDevice(app, who)
  const stream = get(`${app.base}/api/v1/events`, { headers: { authorization: `Bearer ${who.token}` } })
  onTestFinished(() => void stream.destroy())
  stream.on('error', () => {})
  await waitFor('the stream', () => app.ctx.hub.size === 1)
  const gauges = await read(app)
  expect(gauges.get('holdfast_event_streams{of="candidates"}')).toBe(1)
  expect(gauges.get('holdfast_event_streams{of="staff"}')).toBe(0)
  expect(gauges.get('holdfast_engine_up')).toBe(1)
  expect(gauges.get('holdfast_database_up')).toBe(1)
  expect(gauges.get('holdfast_judge_slots')).toBe(2)
  const free = gauges.get('holdfast_disk_free_bytes') ?? 0
  expect(free).toBeGreaterThan(0)
  expect(gauges.get('holdfast_disk_size_bytes')).toBeGreaterThan(free)
  // It makes none by itself, so none is too old.
  expect(gauges.get('holdfast_backup_age_seconds')).toBeNaN()
  expect(gauges.get('holdfast_backup_too_old')).toBeNaN()

  const putOff = 'holdfast_calls_put_off_total{class="lists"}'
  const late = 'holdfast_event_loop_delay_seconds_bucket{le="0.5"}'
  const later = 'holdfast_event_loop_delay_seconds_bucket{le="+Inf"}'
  const grown = await growth(app, [putOff, late, later], async () => {
    lag = 900
    for (let i = 0; i <= SHED_ORDER.length; i++) app.ctx.pressure.look()
    expect((await call(app.send, 'getResults', { params: { id: 1 } })).status).toBe(503)
    lag = 0
  })
  expect(grown[putOff]).toBe(1)
  expect((grown[later] ?? 0) - (grown[late] ?? 0)).toBeGreaterThanOrEqual(SHED_ORDER.length + 1)

  const mail = {
    kind: 'test',
    to: org.admin.email,
    organizationId: org.id,
    subjectRef: '1',
    data: {},
  } as const
  const sent = await growth(app, ['holdfast_mails_total{outcome="sent"}'], async () => {
    await app.ctx.db.write((tx) => queueMail(tx, mail, app.ctx.now() + MINUTE))
    expect((await read(app)).get('holdfast_mails_queued')).toBe(1)
    app.clock.move(3 * MINUTE)
    expect((await read(app)).get('holdfast_mails_oldest_seconds')).toBe(120)
    app.ctx.mail.wake()
    await mailThatIs(app, 'test', '1', isSent)
  })
  expect(sent).toEqual({ 'holdfast_mails_total{outcome="sent"}': 1 })
})

test('a database that cannot be read is told as that, and hides no other figure', async () => {
  const app = await open()
  const { read: queries } = app.ctx.db
  app.ctx.db.read = {} as typeof queries
  const gauges = await read(app)
  app.ctx.db.read = queries
  expect(gauges.get('holdfast_database_up')).toBe(0)
  expect(gauges.get('holdfast_mails_queued')).toBeNaN()
  expect(gauges.get('holdfast_disk_free_bytes')).toBeGreaterThan(0)
})

test('only this machine reads them without a token, and nobody through a proxy', async () => {
  const app = await open()
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${app.base}/metrics`, { headers })).status
  expect(await status({})).toBe(200)
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect(await status({ [name]: '127.0.0.1' }), name).toBe(404)
  const inProcess = createApp(app.ctx, join(app.data, 'pages'))
  const from = async (remoteAddress: string) =>
    (await inProcess.request('/metrics', {}, { incoming: { socket: { remoteAddress }, headers: {} } })).status
  for (const here of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1']) expect(await from(here)).toBe(200)
  for (const other of ['10.0.0.7', '192.0.2.127', '::ffff:10.127.0.1', 'fe80::1'])
    expect(await from(other), other).toBe(404)
  // Without a connection there is no address at all.
  expect((await inProcess.request('/metrics')).status).toBe(404)
})

test('with a token only whoever has it reads them, from wherever', async () => {
  const token = 'sixteen-letters!'
  const app = await open({ settings: { HOLDFAST_METRICS_TOKEN: token } })
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${app.base}/metrics`, { headers })).status
  expect(await status({})).toBe(401)
  expect(await status({ authorization: 'Bearer sixteen-letters?' })).toBe(401)
  expect(await status({ authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' })).toBe(200)
})

const root = new URL('../../../', import.meta.url)
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8')

/** The names a query speaks of; a histogram is served as three. */
const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\b(?:holdfast|process|nodejs)_\w+/g)].map(([name]) => name)),
]

test('the dashboard asks for what is served, and operators are told of each of our figures and of no other', async () => {
  const app = await open()
  const org = await seedOrganization(app.ctx, 'names')
  await startDevice(app, org.candidates[0] as (typeof org.candidates)[0])
  const served = new Set([...(await read(app)).keys()].map((name) => name.replace(/\{.*/, '')))
  const described = await (await fetch(`${app.base}/metrics`)).text()
  const ours = [...described.matchAll(/^# TYPE (holdfast_\w+) /gm)].map(([, name]) => name)
  const dashboard = JSON.parse(textOf('docs/grafana/holdfast.json')) as {
    panels: { type: string; title: string; targets?: { expr: string }[] }[]
  }
  const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(queries.length).toBeGreaterThan(10)
  const asked = namesIn(queries.join('\n'))
  // Counters with labels have no sample before the first thing they count.
  expect(asked.filter((name) => !served.has(name) && !ours.includes(name))).toEqual([])
  const told = namesIn([...textOf('docs/operator/watching.md').matchAll(/^\| `holdfast_.*$/gm)].join('\n'))
  expect(told.toSorted()).toEqual(ours.toSorted())
})
