import { checkLog } from '#api/attempts/checkLog.ts'
import { storedText } from '#api/attempts/storedBody.ts'
import { isWork, type Op, type OpType } from '#contract/ops.ts'
import type { ReceiptCheck } from '#contract/views/receipt.ts'
import { call, type Organization, type TestApp } from '../../factories/index.ts'
import type { Browser } from './browser.ts'
import type { Person } from './person.ts'
import { type Entry, marksOf, scoreOf } from './score.ts'
import { Times, type Verdict } from './times.ts'
import { checkTold } from './told.ts'
import type { Witness } from './witness.ts'

/**
 * The outcome of a whole exam, counted a second time and in another way: the log is read from its beginning, once, and
 * nothing is carried from change to change but the newest value of each key. The product keeps its answers, submissions
 * and scores as it goes, through crashes; both must agree.
 */

export interface Ended {
  app: TestApp
  org: Organization
  people: readonly Person[]
  staff: Record<string, string>
}

/** The drive's rules for late work. */
export interface Rules {
  maxOfflineMinutes: number
  latePolicy: 'accept' | 'hold' | 'reject'
}

export interface Known {
  witness: Witness
  rules: Rules
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
  est_server_ms: number
  anchor_id: string
  made_at: number
  announced_at: number
  received_at: number
  result: 'applied' | 'applied_late' | 'rejected'
  reason: string | null
  verdict: Verdict
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
  score_claimed: number | null
}

/** An op beside the log. */
interface AsideRow {
  hash: string
  op: string
  received_at: number
  adopted_at: number | null
}
type Aside = Op & { received_at: number; isAside: true }

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
  const beside = await app.rows<AsideRow>(
    'SELECT hash, op, received_at, adopted_at FROM quarantine WHERE attempt_id = ? ORDER BY adopted_at, rowid',
    attemptId,
  )
  const [reopening] = await app.rows<{ at: number | null }>(
    "SELECT max(created_at) AS at FROM notices WHERE attempt_id = ? AND kind = 'reopen'",
    attemptId,
  )
  // A test that was opened again goes on: its finish is none.
  const reopenedAt = reopening?.at ?? -Infinity
  const since = rows.filter((row) => !endsFor(row.type, 'mcq_save') || row.received_at > reopenedAt)
  const begun = { ...attempt, started_at: attempt.started_at }
  const times = await Times.of(app, known.witness, begun, known.rules.maxOfflineMinutes * 60_000)
  const adopted = adoptedOf(times, beside)
  const kept = new Set([...rows, ...beside].map((row) => row.hash))
  return [
    ...checkChain(person, rows, kept),
    ...(await checkVerification(app, attempt)),
    ...checkTimes(times, attempt, rows),
    ...checkAdopted(times, since, adopted),
    ...(await checkStaff(app, known, attempt)),
    ...(await checkPictures(app, person)),
    ...(await checkCounting({
      ...{ app, org, attempt, rows, policy: known.rules.latePolicy },
      entries: entriesOf(since, adopted),
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

/** Each change was made when it was, and counts or not by that. */
function checkTimes(times: Times, attempt: Attempt, rows: readonly Row[]): string[] {
  const broken: string[] = []
  for (const row of rows) {
    const verdicts = times.verdicts(row)
    if (!verdicts.has(row.verdict))
      broken.push(`${row.type} ${row.seq} is ${row.verdict}, and should be ${[...verdicts].join(' or ')}`)
    if (row.made_at < times.madeAt(row)) broken.push(`change ${row.seq} is taken for older than it can be`)
    const [from, to] = times.announced(row)
    if (row.announced_at < from || row.announced_at > to)
      broken.push(`change ${row.seq} was announced at another time`)
  }
  if (attempt.finished_at === null) broken.push('it never ended')
  else if (attempt.finished_at > attempt.deadline_at) broken.push('it ended after its end')
  if (attempt.deadline_at !== times.deadlineAt(Infinity)) broken.push('its end stands at another time')
  if (attempt.finish_seq === null && attempt.sealed_at === null) broken.push('nobody ended it')
  return broken
}

/** Everything staff was told that it has done is done, once. */
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
  entries: readonly Entry[]
  policy: Rules['latePolicy']
}

async function checkCounting({ app, org, attempt, rows, entries, policy }: Counted): Promise<string[]> {
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
  const verified = scoreOf(org, entries, 'verified')
  const claimed = scoreOf(org, entries, 'claimed')
  const score = policy === 'accept' ? claimed : verified
  if (attempt.score !== score) broken.push(`the score is ${attempt.score}, the log comes to ${score}`)
  if (attempt.score_claimed !== claimed)
    broken.push(`with claimed work the score is ${attempt.score_claimed}, the log comes to ${claimed}`)
  return broken
}

const textOf = (row: Row): string =>
  row.body === null ? 'null' : storedText(row.body, row.body_deflated === 1)

/** All that was taken, in the order it was: what was adopted stands where the device that went on had not written since. */
function entriesOf(rows: readonly Row[], adopted: readonly Adopted[]): Entry[] {
  const entries: Entry[] = []
  let left = adopted
  for (const row of rows) {
    const isBefore = ({ frozenHead, at }: Adopted) => row.seq > frozenHead && row.received_at >= at
    entries.push(...left.filter(isBefore).map(({ entry }) => entry))
    left = left.filter((one) => !isBefore(one))
    const isRefused = row.result === 'rejected'
    if ((isRefused && row.reason !== 'no_submissions_left') || row.body === null) continue
    const { seq, type, key, made_at: made, verdict } = row
    entries.push({ seq, type, key, body: JSON.parse(textOf(row)), made, verdict, isRefused })
  }
  return [...entries, ...left.map(({ entry }) => entry)]
}

/** Work of a lost lease that became an answer by itself. */
interface Adopted {
  op: Aside
  entry: Entry
  at: number
  /** The log's head when the lease was taken. */
  frozenHead: number
}

function adoptedOf(times: Times, beside: readonly AsideRow[]): Adopted[] {
  return beside.flatMap(({ op: text, adopted_at: at, received_at }) => {
    if (at === null) return []
    const op: Aside = { ...JSON.parse(text), received_at, isAside: true }
    const lease = times.leases.findIndex(({ lease_id }) => lease_id === op.lease_id)
    const frozenHead = times.leases[lease + 1]?.granted_head_seq ?? Infinity
    const { type, key } = op
    const made = times.madeAt(op)
    const entry: Entry = {
      ...{ seq: null, type, key, body: JSON.parse(op.body ?? 'null'), made },
      ...{ verdict: 'on_time', isRefused: false },
    }
    return [{ op, entry, at, frozenHead }]
  })
}

/** Work that became an answer by itself was made and sent before the end, and nothing newer answered it. */
function checkAdopted(times: Times, rows: readonly Row[], adopted: readonly Adopted[]): string[] {
  const broken: string[] = []
  const taken = rows.filter((row) => row.result !== 'rejected')
  for (const { op, at, frozenHead } of adopted) {
    const ends = taken
      .filter(({ type, received_at }) => received_at < at && endsFor(type, op.type))
      .map(({ made_at }) => made_at)
    if (!times.verdicts(op, Math.min(...ends)).has('on_time'))
      broken.push(`${op.type} ${op.seq} of a lost device was not in time and counts`)
    const isNewer = (row: Row) =>
      row.seq > frozenHead &&
      row.key === op.key &&
      row.received_at < at &&
      row.verdict === 'on_time' &&
      isWork(row.type)
    if (taken.some(isNewer)) broken.push(`${op.type} ${op.seq} of a lost device took the place of newer work`)
  }
  return broken
}

const endsFor = (type: OpType, work: OpType): boolean =>
  type === 'finish' || (type === 'mcq_submit_all' && work.startsWith('mcq_'))

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
