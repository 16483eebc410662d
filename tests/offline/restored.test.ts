import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { restoreCommand } from '#api/commands/restore.ts'
import { readConfig } from '#api/config.ts'
import { verifyAll } from '#api/services/verification.ts'
import type { ReceiptFile } from '#contract/receipt.ts'
import type { OpRecord } from '#pwa/attempt/db/schema.ts'
import { HOUR, MINUTE, must, openApp, seedOrganization, signIn, type TestApp } from '../factories/index.ts'
import { Candidate, type Hall } from './restored/candidate.ts'
import { times } from './simulator/many.ts'
import { Rng } from './simulator/rng.ts'

/** The machine is lost in the midst of a drive, and another one goes on from a copy of an hour ago. */

const PEOPLE = 200 * Math.min(1, times)
/** So many had begun when the copy was made. */
const EARLY = 0.6 * PEOPLE

let folder: string
let app: TestApp

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 15, 9), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const over = new AbortController()
    setTimeout(() => over.abort(), ms)
    return over.signal
  })
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36' })
  folder = mkdtempSync(join(tmpdir(), 'holdfast-drill-'))
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const clock = {
  now: () => Date.now(),
  move: (ms: number) => vi.setSystemTime(Date.now() + ms),
  set: (to: number) => vi.setSystemTime(to),
}

/** The browser's fetch, over everybody's line. */
function connect(hall: Hall): void {
  let working = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!hall.send) throw new TypeError('the line broke')
    hall.isWorking = ++working > 0
    try {
      return await hall.send(url, init)
    } finally {
      hall.isWorking = --working > 0
    }
  })
}

/** Lets everybody's browser go on for so long. */
async function pass(all: readonly Candidate[], ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (const { page } of all) await page.settle()
}

async function untilDone(all: readonly Candidate[], within: number): Promise<void> {
  for (let second = 0; second < within; second++) {
    const done = await Promise.all(all.map((one) => one.isDone()))
    if (done.every(Boolean)) return
    await pass(all, 1_000)
  }
  for (const one of all)
    expect(await one.isDone(), `${one.who.email}: ${JSON.stringify(one.page.sender.state)}`).toBe(true)
}

test(`${PEOPLE} candidates lose no acknowledged answer when the data directory is destroyed and an hour is missing`, {
  timeout: 1_800_000,
}, async () => {
  const rng = new Rng(7)
  const data = join(folder, 'data')
  mkdirSync(data)
  app = await openApp({ data, clock })
  const org = await seedOrganization(app.ctx, 'drill', { candidates: PEOPLE })
  const hall: Hall = { send: app.send, isWorking: false }
  connect(hall)
  const people = org.candidates.map((who) => new Candidate(who, org, hall))
  const early = people.slice(0, EARLY)
  for (const one of early) await one.begin()
  for (const one of early) await one.work(0)
  await untilDone(early, 30)
  const staff = await signIn(app.send, org.admin.email, org.admin.password)
  for (const { who } of early)
    await must(app.send, 'postMinutes', { params: { ref: who.ref }, body: { minutes: 90 }, headers: staff })
  await pass(early, 1_000)
  const { folder: copy } = await makeBackup(data, join(folder, 'backups'), Date.now())

  // The hour that is lost: some begin, some go on at another computer, some finish.
  for (const one of early) await one.close()
  vi.setSystemTime(Date.now() + HOUR)
  for (const one of early) await one.open()
  const late = people.slice(EARLY)
  for (const one of late) await one.begin()
  for (let turn = 1; turn < 4; turn++) {
    for (const one of people) await one.work(turn)
    await untilDone(people, 30)
  }
  const moved = people.filter((_, n) => n % 20 === 3)
  const seconds = moved.map(({ who }) => new Candidate(who, org, hall, 'b'))
  for (const one of seconds) await one.begin()
  for (const one of seconds) await one.work(4)
  for (const one of people.filter((_, n) => n % 10 === 5)) await one.finish()
  const everybody = [...people, ...seconds]
  await untilDone(everybody, 60)
  const acknowledged: { by: Candidate; ops: OpRecord[]; newest: ReceiptFile | undefined }[] = []
  for (const by of everybody)
    acknowledged.push({ by, ops: await by.acknowledged(), newest: (await by.record()).receipt_file })

  // It is destroyed under the server, while people go on writing.
  hall.send = null
  rmSync(data, { recursive: true })
  await app.close()
  const going = people.filter((one, n) => n % 10 !== 5 && !moved.includes(one))
  for (const one of going) await one.work(5)
  await pass(everybody, 5 * MINUTE)
  await restoreCommand.run({
    config: readConfig({ HOLDFAST_DATA: data, HOLDFAST_LOG: 'silent' }),
    values: { replace: false },
    positionals: [copy],
    progress: () => {},
  })
  app = await openApp({ data, clock })
  const before = await app.rows<{ n: number }>(
    'SELECT count(*) AS n FROM attempts WHERE started_at IS NOT NULL',
  )
  expect(before).toEqual([{ n: EARLY }])
  hall.send = app.send
  // Some browsers were closed meanwhile, and come back one by one.
  const closed = everybody.filter(() => rng.chance(0.5))
  for (const one of closed) await one.close()
  const here = everybody.filter((one) => !closed.includes(one))
  await pass(here, 45_000)
  for (const one of closed) await one.open()
  await untilDone(everybody, 90)
  for (const one of everybody) await one.handInAside()

  const held = new Set(
    (await app.rows<{ hash: string }>('SELECT hash FROM ops UNION SELECT hash FROM quarantine')).map(
      ({ hash }) => hash,
    ),
  )
  const lost = acknowledged.flatMap(({ by, ops }) =>
    ops.filter(({ hash }) => !held.has(hash)).map((op) => `${by.who.email}: ${op.seq} ${op.type} ${op.key}`),
  )
  expect(lost).toEqual([])
  // What was acknowledged last of each key by the device that had the test, is the answer.
  const answers = new Map(
    (
      await app.rows<{ ref: string; key: string; saved: string }>(
        'SELECT a.ref, w.key, w.saved FROM answers w JOIN attempts a ON a.id = w.attempt_id',
      )
    ).map(({ ref, key, saved }) => [`${ref} ${key}`, saved]),
  )
  for (const one of everybody.filter((person) => !moved.includes(person)))
    for (const { key, value } of await one.page.db.answers.toArray())
      expect(answers.get(`${one.who.ref} ${key}`), `${one.who.email} ${key}`).toBe(
        typeof value === 'string' ? value : JSON.stringify(value),
      )
  // The receipts of the lost hour hold, but for a log that went on without the other device's part of it.
  const alone = acknowledged.filter(({ by }) => !moved.some(({ who }) => who.ref === by.who.ref))
  for (const { by, newest } of alone) {
    if (!newest) throw new Error('There is no receipt')
    const { outcome } = await must(app.send, 'postReceiptCheck', { body: newest })
    expect(outcome, by.who.email).toBe('held')
  }
  // On time by what the receipts say, and begun when they had begun.
  expect(await app.rows("SELECT count(*) AS n FROM ops WHERE verdict = 'late'")).toEqual([{ n: 0 }])
  expect(await app.rows('SELECT count(*) AS n FROM attempts WHERE started_at IS NOT NULL')).toEqual([
    { n: PEOPLE },
  ])
  expect((await verifyAll(app.ctx)).findings).toEqual([])
})
