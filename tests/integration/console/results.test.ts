import { beforeAll, describe, expect, test } from 'vitest'
import { fileName } from '#api/services/download.ts'
import { histogramOf } from '#api/services/results/statistics.ts'
import { type ResultSort, resultSort } from '#contract/forms/results.ts'
import { type CallName, urlOf } from '#contract/paths.ts'
import { orderedIds } from '#db/queries/attemptLists.ts'
import { listResultsOf } from '#db/queries/drives.ts'
import { listExportRows } from '#db/queries/results.ts'
import {
  call,
  fillIn,
  HOUR,
  must,
  type Organization,
  programs,
  seedOrganization,
  signIn,
  startDevice,
  waitFor,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { addAdmin } from './support.ts'

let org: Organization
let other: Organization
let headers: Record<string, string>

/** Five candidates: two finish, one runs, two never come; one has a name that a spreadsheet would run. */
const app = await appForFile()
beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'res', { candidates: 5, lasts: 40 * HOUR })
  other = await seedOrganization(app.ctx, 'oth', { candidates: 2, lasts: 40 * HOUR })
  headers = await signIn(app.send, org.admin.email, org.admin.password)
  for (const index of [0, 1, 2]) {
    const device = await startDevice(app, org.candidates[index])
    if (index === 0)
      for (const question of org.questions.slice(0, 2))
        device.write('mcq_save', `mcq:${question.id}`, {
          question_id: question.id,
          selected_options: question.right,
        })
    if (index === 2) continue
    device.write('finish', 'finish', { reason: 'candidate' })
    await device.sync()
  }
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      `UPDATE attempts SET first_name = '=HYPERLINK("http://evil.example","x")', last_name = ? WHERE id = ?`,
      'Ünï, "quoted"\nline',
      org.candidates[1]?.attemptId,
    ),
  )
})

const send = (name: CallName, input: object = {}) =>
  call(app.send, name, { params: { id: org.driveId }, ...input, headers })
const ref = (index: number) => org.candidates[index]?.ref ?? ''
const shortlist = (index: number, is_selected: boolean) =>
  send('putShortlist', { body: { token: ref(index), is_selected } })

/** Records of a file whose fields are all quoted. */
function read(csv: string): string[][] {
  const lines = csv.replace(/^\uFEFF/, '').match(/"(?:[^"]|"")*"|\r\n/g) ?? []
  const rows: string[][] = [[]]
  for (const part of lines)
    if (part === '\r\n') rows.push([])
    else rows.at(-1)?.push(part.slice(1, -1).replaceAll('""', '"'))
  return rows.filter((row) => row.length > 0)
}

describe('the shortlist', () => {
  test('counts up and down by one, and the list can show it alone', async () => {
    expect((await shortlist(0, true)).json).toMatchObject({
      data: { is_selected: true, total_selected_candidates: 1 },
    })
    await shortlist(0, true)
    await shortlist(1, true)
    const only = await must(app.send, 'getResults', {
      params: { id: org.driveId },
      query: { shortlisted: true },
      headers,
    })
    expect(only.results.map((row) => row.token).sort()).toEqual([ref(0), ref(1)].sort())
    expect(only.total_selected_candidates).toBe(2)
    expect((await shortlist(1, false)).json).toMatchObject({ data: { total_selected_candidates: 1 } })
    const entries = await app.rows<{ n: number }>(
      "SELECT count(*) AS n FROM audit_log WHERE action = 'candidate.shortlist'",
    )
    expect(entries).toEqual([{ n: 3 }])
  })

  test('takes nobody who did not attend', async () => {
    expect((await shortlist(4, true)).status).toBe(409)
  })

  test('takes nobody of another drive', async () => {
    const answer = await send('putShortlist', {
      body: { token: other.candidates[0]?.ref ?? '', is_selected: true },
    })
    expect(answer.status).toBe(404)
  })
})

test('a file’s name is cut between signs, never within one', () => {
  const name = fileName('Report', `${'x'.repeat(99)}\u{1F600}\u{1F600}`, 0)
  expect(name).toBe(`Report_${'x'.repeat(99)}\u{1F600}_19700101000000.csv`)
  expect(() => encodeURIComponent(name)).not.toThrow()
})

test('the funnel and the histogram count who came how far, with which score', async () => {
  const { funnel, histogram } = await must(app.send, 'getStatistics', {
    params: { id: org.driveId },
    headers,
  })
  expect(funnel).toEqual({ invited: 5, opened: 3, started: 3, finished: 2 })
  expect(histogram.map((part) => part.count)).toEqual([1, 0, 1, 0, 0, 0, 0, 0, 0, 0])
  expect(histogram[2]).toMatchObject({ from: (org.totalMarks / 10) * 2, to: (org.totalMarks / 10) * 3 })
})

test('a link counts as opened once its page was read, before anything is filled in', async () => {
  const opened = async () =>
    (await must(app.send, 'getStatistics', { params: { id: other.driveId }, headers: theirs })).funnel.opened
  const theirs = await signIn(app.send, other.admin.email, other.admin.password)
  const [who] = other.candidates
  const status = async () =>
    (
      await must(app.send, 'getCandidateList', {
        params: { driveId: other.driveId },
        query: { search: who?.email },
        headers: theirs,
      })
    ).candidates[0]?.status
  expect([await opened(), await status()]).toEqual([0, 'invited'])
  const open = () => must(app.send, 'getDrive', { params: { token: who?.invitation ?? '' } })
  await open()
  await waitFor('the opening to be noted', async () => (await opened()) === 1)
  expect(await status()).toBe('opened')
  const at = () => app.rows('SELECT opened_at FROM attempts WHERE id = ?', who?.attemptId)
  const first = await at()
  app.clock.move(1)
  await open()
  if (who) await fillIn(app.send, who)
  expect(await at()).toEqual(first)
  expect([await opened(), await status()]).toEqual([1, 'detailed'])
})

test('who fills in the form without the page has opened the link as well', async () => {
  const who = other.candidates[1]
  if (who) await fillIn(app.send, who)
  const [row] = await app.rows<{ is: number }>(
    'SELECT opened_at = profile_completed_at AS "is" FROM attempts WHERE id = ?',
    who?.attemptId,
  )
  expect(row?.is).toBe(1)
})

test.each([
  [[{ score: 0, n: 2 }], 100, [2, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  [
    [
      { score: 9, n: 1 },
      { score: 10, n: 1 },
    ],
    100,
    [1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
  ],
  [
    [
      { score: 99, n: 1 },
      { score: 100, n: 3 },
    ],
    100,
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 4],
  ],
  [[{ score: 5, n: 1 }], 0, []],
])('scores %o of %i marks stand as %o', (scores, marks, counts) => {
  expect(histogramOf(scores, marks).map((part) => part.count)).toEqual(counts)
})

describe('the files', () => {
  test('hold every candidate, and nothing that a spreadsheet would run', async () => {
    const answer = await send('getResultCsv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Report_Drive res_\d{14}\.csv"/,
    )
    const [head, ...rows] = read(answer.text)
    expect(head?.slice(0, 6)).toEqual([
      'Candidate Id',
      'First Name',
      'Last Name',
      'Email',
      'Mobile Number',
      'Score',
    ])
    expect(rows).toHaveLength(5)
    const odd = rows.find((row) => row[3] === org.candidates[1]?.email)
    expect(odd?.[1]).toBe(`'=HYPERLINK("http://evil.example","x")`)
    expect(odd?.[2]).toBe('Ünï, "quoted"\nline')
    expect(rows[0]?.slice(5, 7)).toEqual(['5', String(org.totalMarks)])
    // Best first, and of those without a score whose test is under way.
    expect(rows.slice(2).map((row) => row.slice(5, 8))).toEqual(
      ['In progress', 'Not Attended', 'Not Attended'].map((time) => ['', String(org.totalMarks), time]),
    )
  })

  test('hold no score of a test that runs, as the table shows none', async () => {
    const [who] = other.candidates
    if (!who) throw new Error('nobody')
    await startDevice(app, who)
    const asked = {
      params: { id: other.driveId },
      headers: await signIn(app.send, other.admin.email, other.admin.password),
    }
    const own = (await must(app.send, 'getResults', asked)).results
    const row = own.find((one) => one.token === who.ref)
    const lineOf = async () =>
      read((await call(app.send, 'getResultCsv', asked)).text).find((line) => line[3] === who.email)
    const line = await lineOf()
    expect([row?.score, line?.[5], line?.[7]]).toEqual([null, '', 'In progress'])
    // A reopened test has neither, whatever it had come to before.
    await app.ctx.db.write((tx) => tx.raw.run('UPDATE attempts SET score = 5 WHERE id = ?', who.attemptId))
    const again = await lineOf()
    expect([again?.[5], again?.[7]]).toEqual(['', 'In progress'])
  })

  test('hold those that the list shows, where it is searched or only shows the shortlist', async () => {
    const emailsOf = async (query: object) => {
      const [, ...rows] = read((await send('getResultCsv', { query })).text)
      return rows.map((row) => row[3])
    }
    const [first, , third] = org.candidates.map((candidate) => candidate.email)
    expect(await emailsOf({ search: third?.toUpperCase() })).toEqual([third])
    expect(await emailsOf({ search: 'nobody has this name' })).toEqual([])
    expect(await emailsOf({ shortlisted: true })).toEqual([first])
    expect(await emailsOf({ shortlisted: true, search: third })).toEqual([])
  })

  test('begin with a byte order mark, by which spreadsheets know the alphabet', async () => {
    const url = urlOf('getResultCsv', { id: org.driveId })
    const bytes = new Uint8Array(await (await app.send(url, { headers })).arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  })

  test('of absent candidates hold those who did not attend', async () => {
    const answer = await send('getAbsentCsv')
    expect(answer.headers.get('content-disposition')).toMatch(
      /filename="Absent-candidates_Drive res_\d{14}\.csv"/,
    )
    const [, ...rows] = read(answer.text)
    expect(rows.map((row) => row[3])).toEqual([org.candidates[3]?.email, org.candidates[4]?.email])
  })

  test.each([
    ['Frühling 東京', 'Report_Frühling 東京_20261121093012.csv'],
    ['a/b\\c:d*e?f"g<h>i|j;k\r\n', 'Report_a b c d e f g h i j k_20261121093012.csv'],
  ])('of the drive %j are called %j', (drive, name) => {
    expect(fileName('Report', drive, Date.UTC(2026, 10, 21, 9, 30, 12))).toBe(name)
  })
})

describe('the report by mail', () => {
  test('is previewed without sending anything', async () => {
    const before = await app.version()
    const preview = await must(app.send, 'getResultRecipients', { params: { id: org.driveId }, headers })
    expect(preview).toMatchObject({ recipients: [{ email: org.admin.email }], candidates: 1 })
    expect(await app.version()).toBe(before)
    // As many others on the shortlist make another report: a send that broke off is not taken for one of it.
    const shortlist = async () =>
      (await must(app.send, 'getResultRecipients', { params: { id: org.driveId }, headers })).shortlist
    const refs = await app.rows<{ ref: string; is_selected: number }>(
      'SELECT ref, is_selected FROM attempts WHERE drive_id = ? ORDER BY id',
      org.driveId,
    )
    const select = (of: string, to: number) =>
      app.ctx.db.write((tx) => tx.raw.run('UPDATE attempts SET is_selected = ? WHERE ref = ?', to, of))
    const on = refs.find((one) => one.is_selected === 1)?.ref ?? ''
    const off = refs.find((one) => one.is_selected === 0)?.ref ?? ''
    await select(on, 0)
    await select(off, 1)
    expect(await shortlist()).not.toBe(preview.shortlist)
    await select(on, 1)
    await select(off, 0)
    expect(await shortlist()).toBe(preview.shortlist)
  })

  test('goes to the chosen contacts, with the shortlisted candidates', async () => {
    const { json } = await send('postResultReport', { body: { user_ids: String(org.admin.id) } })
    expect(json).toMatchObject({
      message:
        'The email with the results was created. No email was sent: no mail server is set up. Download gives the results as a file.',
    })
    const [mail] = await app.rows<{ kind: string; recipient: string; data: string }>(
      "SELECT kind, recipient, data FROM mails WHERE kind = 'result_report'",
    )
    expect(mail).toMatchObject({ recipient: org.admin.email })
    expect(JSON.parse(mail?.data ?? '')).toEqual({ attemptRefs: [ref(0)], userId: org.admin.id })
  })

  test.each([
    ['', 422],
    ['abc', 422],
    ['0', 422],
    [[], 422],
    ['0x3', 422],
    ['1e0', 422],
    ['+1', 422],
  ])('to %j answers %i', async (user_ids, status) => {
    expect((await send('postResultReport', { body: { user_ids } })).status).toBe(status)
  })

  test('names the wrong id in words, not a choice that is missing', async () => {
    const { failure } = await send('postResultReport', { body: { user_ids: `${org.admin.id},x` } })
    expect(failure.errors?.user_ids).toEqual(['must be whole numbers, separated by commas'])
  })

  test('never goes to a contact who was deactivated', async () => {
    const gone = await addAdmin(app, org, 'gone')
    await must(app.send, 'putDrive', {
      params: { id: org.driveId },
      body: { drives_contacts_attributes: [{ user_id: gone.id }] },
      headers,
    })
    await must(app.send, 'putUser', { params: { id: gone.id }, body: { is_active: false }, headers })
    const answer = await send('postResultReport', { body: { user_ids: [gone.id] } })
    expect(answer.status).toBe(404)
    expect(await app.rows('SELECT 1 FROM mails WHERE recipient = ?', gone.email)).toEqual([])
  })

  test('to somebody who is no contact of the drive is not found', async () => {
    expect((await send('postResultReport', { body: { user_ids: [other.admin.id] } })).status).toBe(404)
  })

  test('of nobody is refused in words', async () => {
    await shortlist(0, false)
    const answer = await send('postResultReport', { body: { user_ids: [org.admin.id] } })
    expect(answer.status).toBe(409)
    expect(answer.failure.message).toContain('Shortlist at least one candidate first')
  })
})

test('a test that was opened again has no score before its end, and stands below those who have one', async () => {
  await shortlist(0, true)
  await must(app.send, 'postReopen', { params: { ref: ref(0) }, body: { minutes: 10 }, headers })
  const rows = async (sort: 'best' | 'worst') =>
    (await must(app.send, 'getResults', { params: { id: org.driveId }, query: { sort }, headers })).results
  const best = await rows('best')
  expect(best.map(({ token, score }) => [token, score]).slice(0, 1)).toEqual([[ref(1), 0]])
  expect(best.find(({ token }) => token === ref(0))).toMatchObject({
    score: null,
    score_claimed: null,
    time_taken: 'In progress',
    is_selected: true,
  })
  expect((await rows('worst'))[0]?.token).toBe(ref(1))
  expect((await shortlist(0, false)).json).toMatchObject({ data: { is_selected: false } })
  expect((await shortlist(0, true)).status).toBe(409)
})

test('the statistics say how many verdicts the drive still waits for, so that they are read again with the table', async () => {
  const theirs = await signIn(app.send, other.admin.email, other.admin.password)
  const judging = async () =>
    (await must(app.send, 'getStatistics', { params: { id: other.driveId }, headers: theirs })).judging
  const device = await startDevice(app, other.candidates[1])
  expect(await judging()).toBe(0)
  const [problem] = other.problems
  device.write('submit', `code:${problem.id}:1`, {
    problem_id: problem.id,
    language_id: 1,
    source_code: programs.right,
  })
  await device.sync()
  expect(await judging()).toBe(1)
  await app.ctx.db.write((tx) => tx.raw.run("UPDATE jobs SET status = 'done' WHERE kind = 'judge'"))
  expect(await judging()).toBe(0)
})

describe('candidates with the same score', () => {
  let tied: Organization
  let theirs: Record<string, string>
  beforeAll(async () => {
    tied = await seedOrganization(app.ctx, 'tie', { candidates: 130, lasts: 40 * HOUR })
    theirs = await signIn(app.send, tied.admin.email, tied.admin.password)
    await app.ctx.db.write((tx) =>
      tx.raw.run(
        `UPDATE attempts SET started_at = 1, finished_at = 2, is_selected = 1, score = CASE WHEN id % 5 = 0 THEN NULL ELSE id % 3 END
         WHERE drive_id = ?`,
        tied.driveId,
      ),
    )
  })

  /** The ids of the list, one page after the other. */
  const listed = async (sort: ResultSort, more = {}) => {
    const ids: number[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = { sort, page, ...more }
      const part = await must(app.send, 'getResults', {
        params: { id: tied.driveId },
        query,
        headers: theirs,
      })
      pages = part.pages
      ids.push(...part.results.map((row) => row.candidate_id))
    }
    return ids
  }
  const inFile = async (query: { sort?: ResultSort; shortlisted?: boolean; search?: string }) => {
    const answer = await call(app.send, 'getResultCsv', {
      params: { id: tied.driveId },
      query,
      headers: theirs,
    })
    return read(answer.text)
      .slice(1)
      .map(([id]) => Number(id))
  }

  test.each(resultSort.options)('stand in the file as in the list: %s', async (sort) => {
    const ids = await listed(sort)
    expect(new Set(ids).size).toBe(130)
    expect(await inFile({ sort })).toEqual(ids)
    expect(await inFile({ sort, shortlisted: true })).toEqual(await listed(sort, { shortlisted: true }))
    const search = 'person1'
    expect(await inFile({ sort, search })).toEqual(await listed(sort, { search }))
  })

  test('stand best first in a file that is asked for no other order, and in the report by mail', async () => {
    const best = await listed('best')
    expect(await inFile({})).toEqual(best)
    const refs = tied.candidates.map((one) => one.ref)
    const mailed = await listResultsOf(app.ctx.db.read, tied.driveId, refs)
    expect(mailed.map(({ attempt }) => attempt.candidate_id)).toEqual(best)
    const attached = await listExportRows(app.ctx.db.read, tied.driveId, refs)
    expect(attached.map((row) => row.candidate_id)).toEqual(best)
  })

  test('are each named once in a list that changes while it is read in parts', async () => {
    const ofDrive = { only: undefined, order: 'best' } as const
    const whole = await orderedIds(app.ctx.db.read, tied.driveId, ofDrive)
    expect(await orderedIds(app.ctx.db.read, tied.driveId, ofDrive, 20)).toEqual(whole)
    const [last, first] = [whole.at(-1), whole[0]]
    const score = (points: number, id: number | undefined) =>
      app.ctx.db.write((tx) => tx.raw.run('UPDATE attempts SET score = ? WHERE id = ?', points, id))
    // The first part is read by the time this goes on: one moves up into it, and one leaves it.
    const reading = orderedIds(app.ctx.db.read, tied.driveId, ofDrive, 20)
    await Promise.all([score(1_000, last), score(-1, first)])
    const read = await reading
    expect(read.toSorted((a, b) => a - b)).toEqual(whole.toSorted((a, b) => a - b))
    expect(read[0]).toBe(last)
  })
})
