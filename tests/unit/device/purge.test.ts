import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UPLOAD_WINDOW_MS } from '#contract/constants.ts'
import { receiptCode } from '#contract/receipt.ts'
import { recordAck } from '#pwa/attempt/db/ack.ts'
import { finishedHere } from '#pwa/attempt/db/finished.ts'
import { readPrefs } from '#pwa/attempt/db/prefs.ts'
import { purgeIfDone } from '#pwa/attempt/db/purge.ts'
import type { AttemptRecord, LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { sha256OfText } from '#pwa/attempt/hash.ts'
import {
  ATTEMPT,
  answerOf,
  appendOps,
  attemptOf,
  breakEvery,
  everything,
  grantOf,
  openStorage,
} from '../../factories/deviceStorage.ts'

/** A finished test leaves the device once the server holds all of it; until then nothing of it may go. */

const CODE = 'console.log("my own idea")'
const OTHER = 'another'
const deadline = Date.parse(grantOf().deadline_at)
const now = deadline + 60_000

let db: LocalDatabase

beforeEach(async () => {
  db = openStorage()
  for (const id of [ATTEMPT, OTHER]) await work(id)
  await db.settings.bulkPut([
    { name: 'device_id', value: 'this device' },
    ...[ATTEMPT, OTHER].flatMap((id) => [
      { name: `languages:${id}`, value: { 1: 2 } },
      { name: `place:${id}`, value: { problemId: 1 } },
    ]),
  ])
})
afterEach(() => {
  vi.restoreAllMocks()
  db.close()
})

/** A test that was written, submitted, finished and taken by the server, with its end page shown. */
async function work(id: string): Promise<void> {
  const change = { token: `token of ${id}`, invitation_token: `link of ${id}` }
  await db.attempts.add(attemptOf(grantOf({ attempt_id: id }), change))
  await db.content.add({
    attempt_id: id,
    problems: [],
    questions: [],
    languages: [],
    templates: { 1: [{ language_id: 2, code: CODE }] },
  })
  await db.runs.add({ attempt_id: id, token: 'run', problem_id: 1, custom: false, result: null })
  const written = await appendOps(db, id, [
    { type: 'draft', key: 'code:1:2', body: { problem_id: 1, language_id: 2, answer: CODE } },
    { type: 'submit', key: 'code:1:2', body: { problem_id: 1, language_id: 2, source_code: CODE } },
    { type: 'mcq_save', key: 'mcq:7', body: { question_id: 7, selected_options: [70] } },
    { type: 'finish', key: '', body: { reason: 'candidate' }, madeAt: deadline - 5_000 },
  ])
  const last = written.at(-1)
  if (!last) throw new Error('nothing was written')
  const [first] = written
  if (first) await db.aside.add({ ...first, lease_id: 'an older lease', quarantined_at: 1 })
  const end = { state: 'finished', end_reason: 'Finished by candidate', receipt: 'the end' } as const
  await recordAck(db, id, answerOf(last, end))
  await db.attempts.update(id, { end_reached: true })
}

const update = (change: Partial<AttemptRecord>) => db.attempts.update(ATTEMPT, change)
/** The table of each row that names the test. */
const ofAttempt = async (id: string) =>
  Object.entries(await everything(db)).flatMap(([table, rows]) =>
    rows.flatMap((row) => (new RegExp(`[":]${id}"`).test(JSON.stringify(row)) ? [table] : [])),
  )
const picture = (seq: number) =>
  db.blobs.add({ attempt_id: ATTEMPT, sha256: 'a', seq, body: new Blob(['picture']), not_before: 0 })

describe('a test of which the server holds everything', () => {
  it('leaves the device, but for what its end page and its link need', async () => {
    const record = await purgeIfDone(db, ATTEMPT, now)
    expect(record).toEqual({
      attempt_id: ATTEMPT,
      invitation_hash: sha256OfText(`link of ${ATTEMPT}`),
      token_hash: sha256OfText(`token of ${ATTEMPT}`),
      drive_name: 'Drive',
      organization_name: 'Organization',
      support_name: null,
      support_email: null,
      support_phone: null,
      finished_at: deadline - 5_000,
      deadline_at: deadline,
      end_reason: 'Finished by candidate',
      receipt_code: receiptCode(sha256OfText, ATTEMPT, 'the end'),
      acked_at: Date.parse('2026-01-15T09:05:00.000Z'),
    })
    expect(await finishedHere(db)).toEqual([record])
    // Opened again, its questions are as seen and flagged as they were: numbers, and nothing anybody wrote.
    expect(await readPrefs(db, ATTEMPT)).toEqual({ languageOf: {}, position: { problemId: 1 } })
    await db.settings.delete(`place:${ATTEMPT}`)
    expect(await ofAttempt(ATTEMPT)).toEqual(['settings'])
    expect(await db.settings.get('device_id')).toBeDefined()
  })

  it('keeps when the server ended it, where nobody finished it here', async () => {
    const endedAt = deadline - 60_000
    await update({ finished_at: null, ended_at: endedAt })
    expect(await purgeIfDone(db, ATTEMPT, now)).toMatchObject({ finished_at: null, ended_at: endedAt })
    // Opened again since, and finished: the older end is none.
    await db.attempts.update(OTHER, { ended_at: endedAt })
    expect(await purgeIfDone(db, OTHER, now)).not.toHaveProperty('ended_at')
  })

  it('keeps how many of its pictures were refused, also where it was opened again and forgotten anew', async () => {
    const refused = { name: `refused-pictures:${ATTEMPT}`, value: 2 }
    await db.settings.put(refused)
    expect(await purgeIfDone(db, ATTEMPT, now)).toMatchObject({ refused_pictures: 2 })
    expect(await db.settings.get(refused.name)).toBeUndefined()
    await work(ATTEMPT)
    await db.settings.put({ ...refused, value: 1 })
    expect(await purgeIfDone(db, ATTEMPT, now)).toMatchObject({ refused_pictures: 3 })
  })

  it('takes nothing of another test with it', async () => {
    const before = await ofAttempt(OTHER)
    expect(new Set(before)).toEqual(
      new Set(['attempts', 'ops', 'answers', 'submissions', 'runs', 'content', 'aside', 'settings']),
    )
    await purgeIfDone(db, ATTEMPT, now)
    expect(await ofAttempt(OTHER)).toEqual(before)
  })

  it('keeps nothing that somebody wrote, is called, or could use', async () => {
    await purgeIfDone(db, ATTEMPT, now)
    await purgeIfDone(db, OTHER, now)
    const left = JSON.stringify(await everything(db))
    for (const word of [CODE, 'my own idea', 'Ana', 'Berg', '5550100300', 'ana@', 'token of', 'link of'])
      expect(left).not.toContain(word)
  })

  it('is forgotten once', async () => {
    expect(await purgeIfDone(db, ATTEMPT, now)).not.toBeNull()
    expect(await purgeIfDone(db, ATTEMPT, now)).toBeNull()
    expect(await finishedHere(db)).toHaveLength(1)
  })

  it('goes as a whole or not at all', async () => {
    const before = await everything(db)
    const broken = breakEvery('settings', 'commit')
    await expect(purgeIfDone(db, ATTEMPT, now)).rejects.toThrow()
    broken.mend()
    expect(broken.broken()).toBe(1)
    expect(await everything(db)).toEqual(before)
    expect(await purgeIfDone(db, ATTEMPT, now)).not.toBeNull()
  })

  it('is listed before those that ended earlier', async () => {
    await db.attempts.update(OTHER, { finished_at: deadline - 9_000 })
    await purgeIfDone(db, OTHER, now)
    await purgeIfDone(db, ATTEMPT, now)
    expect((await finishedHere(db)).map((record) => record.attempt_id)).toEqual([ATTEMPT, OTHER])
  })
})

describe('a test stays on the device', () => {
  const stays = async (at = now) => {
    const before = await everything(db)
    expect(await purgeIfDone(db, ATTEMPT, at)).toBeNull()
    expect(await everything(db)).toEqual(before)
  }

  it('while it runs', async () => {
    await update({ state: 'running' })
    await stays()
    await stays(deadline + UPLOAD_WINDOW_MS + 1)
  })

  it('while an op waits, also past the time to send it', async () => {
    await appendOps(db, ATTEMPT, [{ type: 'feedback', key: '', body: { rating: 3, comment: '' } }])
    await stays()
    await stays(deadline + UPLOAD_WINDOW_MS + 1)
  })

  it('while a picture waits', async () => {
    await picture(1)
    await stays()
    await db.blobs.clear()
    expect(await purgeIfDone(db, ATTEMPT, now)).not.toBeNull()
  })

  it('while what was put aside waits', async () => {
    await db.aside.toCollection().modify({ quarantined_at: undefined })
    await stays()
  })

  it('while an answer of it is refused, which the end page gives out as a file, until nothing is taken any more', async () => {
    await db.ops.update([ATTEMPT, 1], { result: 'rejected', reason: 'after_finish' })
    // Its place is taken by the submission behind it.
    expect(await purgeIfDone(db, ATTEMPT, now)).not.toBeNull()
    await db.ops.update([OTHER, 3], { result: 'rejected', reason: 'after_finish' })
    const before = await everything(db)
    expect(await purgeIfDone(db, OTHER, now)).toBeNull()
    expect(await everything(db)).toEqual(before)
    expect(await purgeIfDone(db, OTHER, deadline + UPLOAD_WINDOW_MS + 1)).not.toBeNull()
  })

  it('before the end page was shown', async () => {
    await update({ end_reached: undefined })
    await stays()
  })

  it('after another device took it over, while its tail waits', async () => {
    await update({ state: 'running', lease_lost: true, acked_seq: 2, quarantined_seq: 3 })
    await stays()
    await update({ quarantined_seq: 4 })
    const record = await purgeIfDone(db, ATTEMPT, now)
    // Its own end is in no log: the test goes on elsewhere.
    expect(record).toMatchObject({ is_elsewhere: true, finished_at: null, receipt_code: null })
  })
})

describe('a test whose end page nobody opened leaves the device', () => {
  beforeEach(() => update({ end_reached: undefined }))

  it('once feedback is given and every picture is there: nothing can follow', async () => {
    await update({ state: 'final' })
    expect(await purgeIfDone(db, ATTEMPT, now)).not.toBeNull()
  })

  it('once nothing is taken any more', async () => {
    expect(await purgeIfDone(db, ATTEMPT, deadline + UPLOAD_WINDOW_MS)).toBeNull()
    expect(await purgeIfDone(db, ATTEMPT, deadline + UPLOAD_WINDOW_MS + 1)).not.toBeNull()
    expect(await ofAttempt(ATTEMPT)).toEqual(['settings', 'settings'])
  })

  it('keeps it by the server’s time where the device’s clock is days ahead', async () => {
    await update({ end_reached: false })
    const { anchor } = attemptOf(grantOf())
    const isAhead = { ...anchor, bootId: 'an earlier page', serverMs: now, wallMs: Date.now() }
    await update({ anchor: isAhead })
    vi.spyOn(Date, 'now').mockReturnValue(isAhead.wallMs + 1_000)
    expect(await purgeIfDone(db, ATTEMPT)).toBeNull()
    vi.spyOn(Date, 'now').mockReturnValue(isAhead.wallMs + UPLOAD_WINDOW_MS)
    expect(await purgeIfDone(db, ATTEMPT)).not.toBeNull()
  })

  it('but not with a picture that waits, for a device’s clock may be wrong', async () => {
    await picture(1)
    expect(await purgeIfDone(db, ATTEMPT, deadline + 10 * UPLOAD_WINDOW_MS)).toBeNull()
    expect(await ofAttempt(ATTEMPT)).toContain('blobs')
  })
})

describe('what the last page had no time to write', () => {
  const word = { problemId: 1, languageId: 2, text: CODE, after: 0, at: now, over: [] }
  const leave = (attempt_id: string) =>
    vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ attempt_id, words: [word], deeds: [] }) })
  afterEach(() => void vi.unstubAllGlobals())

  it('keeps a test here that the server ended, as long as it is taken', async () => {
    await update({ finished_at: null })
    leave(ATTEMPT)
    expect(await purgeIfDone(db, ATTEMPT, now)).toBeNull()
    await update({ state: 'final' })
    expect(await purgeIfDone(db, ATTEMPT, now)).toBeNull()
    expect(await purgeIfDone(db, ATTEMPT, deadline + UPLOAD_WINDOW_MS + 1)).not.toBeNull()
  })

  it('is no part of a test that was finished here, nor of another one', async () => {
    leave(ATTEMPT)
    expect(await purgeIfDone(db, ATTEMPT, now)).not.toBeNull()
    await db.attempts.update(OTHER, { finished_at: null })
    expect(await purgeIfDone(db, OTHER, now)).not.toBeNull()
  })
})
