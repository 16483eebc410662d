import { checkLog } from '#api/attempts/checkLog.ts'
import { storedText } from '#api/attempts/storedBody.ts'
import { GRACE_MS } from '#contract/constants.ts'
import type { ChoiceBody, DraftBody, OpType, SubmitBody } from '#contract/ops.ts'
import type { ReceiptCheck } from '#contract/views/receipt.ts'
import { call, type Organization, programs, type TestApp } from '../../factories/index.ts'
import type { Browser } from './browser.ts'
import type { Person } from './person.ts'
import { checkTold } from './told.ts'

/**
 * What a whole exam came to, counted a second time and in another way: the log is read from its beginning, once, and
 * nothing is carried from change to change but the newest value of each key. The product keeps its answers, submissions and
 * scores as it goes, through crashes; both must agree.
 */

export interface Ended {
  app: TestApp
  org: Organization
  people: readonly Person[]
  staff: Record<string, string>
}

export interface Known {
  /** When the server began to serve, each time: work is taken for so long after it. */
  returns: readonly number[]
  told: { minutes: ReadonlyMap<string, number>; messages: ReadonlyMap<string, readonly string[]> }
}

interface Row {
  seq: number
  op_id: string
  type: OpType
  key: string
  body: Buffer | null
  body_deflated: number
  hash: string
  lease_id: string
  made_at: number
  received_at: number
  result: 'applied' | 'applied_late' | 'rejected'
  reason: string | null
  verdict: 'on_time' | 'on_time_claimed' | 'late'
}

interface Attempt {
  id: number
  ref: string
  started_at: number | null
  deadline_at: number
  minutes_granted: number
  unused_ms: number
  finished_at: number | null
  finish_seq: number | null
  finish_kind: string | null
  sealed_at: number | null
  score: number | null
}

export async function checkOutcome(ended: Ended, known: Known): Promise<string[]> {
  const broken = await checkTold(ended.app, ended.people)
  for (const person of ended.people) {
    const own = person.isStarted ? await checkOne(ended, known, person) : []
    broken.push(...own.map((words) => `${person.who.email}: ${words}`))
  }
  broken.push(...(await checkReceipts(ended)))
  return broken
}

async function checkOne(ended: Ended, known: Known, person: Person): Promise<string[]> {
  const { app, org } = ended
  const { attemptId } = person.who
  const [attempt] = await app.rows<Attempt>('SELECT * FROM attempts WHERE id = ?', attemptId)
  if (!attempt || attempt.started_at === null) return ['it was never begun']
  const rows = await app.rows<Row>('SELECT * FROM ops WHERE attempt_id = ? ORDER BY seq', attemptId)
  const beside = await app.rows<{ hash: string; op_id: string; adopted_at: number | null }>(
    'SELECT hash, op_id, adopted_at FROM quarantine WHERE attempt_id = ?',
    attemptId,
  )
  const kept = new Set([...rows, ...beside].map((row) => row.hash))
  return [
    ...checkChain(person, rows, kept),
    ...(await checkVerification(app, attempt)),
    ...checkTimes(known, attempt, rows),
    ...(await checkStaff(app, known, attempt)),
    ...(await checkPictures(app, person)),
    ...(await checkCounting({
      app,
      org,
      attempt,
      rows,
      isMixed: beside.some((row) => row.adopted_at !== null),
    })),
  ]
}

/** The log is what its browsers wrote, each lease a prefix, everything once; whatever was written has arrived. */
function checkChain({ browsers }: Person, rows: readonly Row[], kept: ReadonlySet<string>): string[] {
  const broken: string[] = []
  if (new Set(rows.map((row) => row.op_id)).size < rows.length) broken.push('a change stands twice')
  if (rows.some((row, place) => row.seq !== place + 1)) broken.push('the log has a hole')
  const written = new Map(browsers.flatMap((browser) => [...browser.written]))
  for (const [lease, ops] of written) {
    const stored = rows.filter((row) => row.lease_id === lease)
    if (!stored.every((row, place) => ops[place]?.hash === row.hash))
      broken.push('a log is no prefix of what was written')
  }
  if (rows.some((row) => !written.has(row.lease_id))) broken.push('a change is of no browser')
  for (const browser of browsers) broken.push(...checkArrived(browser, kept))
  return broken
}

function checkArrived(browser: Browser, kept: ReadonlySet<string>): string[] {
  const missing = [...browser.written.values()].flat().filter((op) => !kept.has(op.hash))
  const forks = browser.forks > 0 ? ['a browser took its log for a fork'] : []
  return missing.length > 0 ? [`${missing.length} changes never arrived`, ...forks] : forks
}

/** The product's own check of its evidence finds nothing. */
async function checkVerification(app: TestApp, { id }: Attempt): Promise<string[]> {
  const [log] = await app.rows<Parameters<typeof checkLog>[2]>('SELECT * FROM attempts WHERE id = ?', id)
  const faults = log ? await checkLog(app.ctx.keys, app.ctx.db.read, log) : []
  return faults.map(({ seq, what }) => `change ${seq} does not hold: ${what}`)
}

/** What reached the server in time counts, what did not reach it in time does not by itself. */
function checkTimes({ returns }: Known, attempt: Attempt, rows: readonly Row[]): string[] {
  const broken: string[] = []
  const firstDeadline = (attempt.started_at ?? 0) + 33 * 60_000
  const until = Math.max(attempt.deadline_at, ...returns.filter((at) => at > firstDeadline)) + GRACE_MS
  const wasPaused = attempt.unused_ms > 0
  for (const row of rows) {
    if (row.result === 'rejected') continue
    if (row.verdict === 'on_time' && row.received_at > until)
      broken.push(`change ${row.seq} came too late and counts`)
    if (row.verdict === 'on_time' && row.made_at > attempt.deadline_at)
      broken.push(`change ${row.seq} was made after the end and counts`)
    const isInTime = row.received_at <= firstDeadline && !wasPaused
    if (isInTime && row.verdict !== 'on_time') broken.push(`change ${row.seq} was in time and does not count`)
  }
  if (attempt.finished_at === null) broken.push('it never ended')
  else if (attempt.finished_at > attempt.deadline_at) broken.push('it ended after its end')
  if (attempt.finish_seq === null && attempt.sealed_at === null) broken.push('nobody ended it')
  return broken
}

/** What staff was told that it has done is done, once. */
async function checkStaff(app: TestApp, { told }: Known, attempt: Attempt): Promise<string[]> {
  const broken: string[] = []
  if (attempt.minutes_granted < (told.minutes.get(attempt.ref) ?? 0))
    broken.push('minutes that were granted are gone')
  const notices = await app.rows<{ text: string | null }>(
    'SELECT text FROM notices WHERE attempt_id = ?',
    attempt.id,
  )
  for (const text of told.messages.get(attempt.ref) ?? [])
    if (!notices.some((notice) => notice.text === text)) broken.push('a message that was sent is gone')
  return broken
}

/** Every picture the log names is stored. */
async function checkPictures(app: TestApp, { who, refusedPictures }: Person): Promise<string[]> {
  const rows = await app.rows<{ sha256: string }>(
    'SELECT sha256 FROM snapshots WHERE attempt_id = ? AND logged_at IS NOT NULL AND stored_at IS NULL',
    who.attemptId,
  )
  const missing = rows.filter(({ sha256 }) => !refusedPictures.has(sha256))
  return missing.map(({ sha256 }) => `picture ${sha256.slice(0, 8)} is named and not stored`)
}

interface Counted {
  app: TestApp
  org: Organization
  attempt: Attempt
  rows: readonly Row[]
  /** Work of a lost lease became an answer: what the log alone says is not all. */
  isMixed: boolean
}

async function checkCounting({ app, org, attempt, rows, isMixed }: Counted): Promise<string[]> {
  const broken: string[] = []
  const submissions = await app.rows<{
    op_id: string
    kind: string
    status: string
    verdict: string
    source: string
    marks: number
    problem_id: number
  }>(
    'SELECT op_id, kind, status, verdict, source, marks, problem_id FROM submissions WHERE attempt_id = ?',
    attempt.id,
  )
  const submits = rows.filter((row) => row.type === 'submit' && row.result !== 'rejected')
  for (const { op_id } of submits)
    if (submissions.filter((s) => s.kind === 'submit' && s.op_id === op_id).length !== 1)
      broken.push('a submission is not there once')
  for (const s of submissions) {
    if (s.status === 'processing') broken.push('a submission was never judged')
    if ((s.status === 'held') !== (s.verdict === 'late')) broken.push('a late submission was judged')
    const marks = s.status === 'held' ? 0 : marksOf(org, s.problem_id, s.source)
    if (s.marks !== marks) broken.push(`a submission got ${s.marks} marks`)
  }
  if (isMixed) return broken
  const expected = scoreOf(org, attempt, rows)
  if (attempt.score !== expected) broken.push(`the score is ${attempt.score}, the log comes to ${expected}`)
  return broken
}

/** Marks of a program by what the factory's engine makes of it. */
function marksOf(org: Organization, problemId: number, source: string): number {
  const isFirst = problemId === org.problems[0].id
  if (source === programs.right) return isFirst ? 10 : 5
  if (source === programs.samplesOnly) return isFirst ? 2 : 1
  return 0
}

/**
 * The score by the log alone: newest work in time of each key; choices not saved count where nobody is known to have finished
 * in time. A submission beyond the limit is a program like a draft.
 */
function scoreOf(org: Organization, attempt: Attempt, rows: readonly Row[]): number {
  const saved = new Map<string, number[]>()
  const selected = new Map<string, number[]>()
  const programsOf = new Map<number, { made: number; source: string }>()
  let score = 0
  const best = new Map<number, number>()
  for (const row of rows) {
    const isRefused = row.result === 'rejected'
    if (isRefused && row.reason !== 'no_submissions_left') continue
    if (row.verdict !== 'on_time' || row.body === null) continue
    const body = JSON.parse(textOf(row))
    if (row.type === 'mcq_select') selected.set(row.key, (body as ChoiceBody).selected_options)
    if (row.type === 'mcq_save') {
      saved.set(row.key, (body as ChoiceBody).selected_options)
      selected.delete(row.key)
    }
    if (row.type !== 'draft' && row.type !== 'submit') continue
    const { problem_id } = body as DraftBody | SubmitBody
    const source = row.type === 'draft' ? (body as DraftBody).answer : (body as SubmitBody).source_code
    const before = programsOf.get(problem_id)
    if (!before || row.made_at >= before.made) programsOf.set(problem_id, { made: row.made_at, source })
    if (row.type === 'submit' && !isRefused)
      best.set(problem_id, Math.max(best.get(problem_id) ?? 0, marksOf(org, problem_id, source)))
  }
  for (const [problem, { source }] of programsOf)
    best.set(problem, Math.max(best.get(problem) ?? 0, marksOf(org, problem, source)))
  for (const marks of best.values()) score += marks
  const isClaimed = rows.some(
    ({ seq, verdict }) => seq === attempt.finish_seq && verdict === 'on_time_claimed',
  )
  const counts = attempt.finish_kind === null || attempt.finish_kind === 'timeout' || isClaimed
  for (const question of org.questions) {
    const key = `mcq:${question.id}`
    const chosen = (counts ? selected.get(key) : undefined) ?? saved.get(key) ?? []
    if (chosen.length > 0 && String([...chosen].sort()) === String([...question.right].sort()))
      score += question.marks
  }
  return score
}

const textOf = (row: Row): string =>
  row.body === null ? 'null' : storedText(row.body, row.body_deflated === 1)

/** A few of the receipts that browsers were given: the server still stands by them. */
async function checkReceipts({ app, people }: Ended): Promise<string[]> {
  const broken: string[] = []
  for (const { browsers } of people.slice(0, 3))
    for (const file of [browsers[0].receipts[0], browsers[0].receipts.at(-1)]) {
      if (!file) continue
      const answer = await call(app.send, 'postReceiptCheck', { body: file })
      const said = (answer.json as { data?: ReceiptCheck }).data
      if (said?.outcome !== 'held') broken.push(`a receipt is answered with ${answer.text}`)
    }
  return broken
}
