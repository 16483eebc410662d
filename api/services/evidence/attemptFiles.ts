import { canonicalHeader, type Op, type OpType } from '#contract/ops.ts'
import type { ReceiptFile } from '#contract/receipt.ts'
import { reportView } from '#contract/views/admin.ts'
import type { Queries } from '#db/connect.ts'
import { findAttemptById } from '#db/queries/attempts.ts'
import { type AsideRow, listAsideOps, listStamps } from '#db/queries/evidence.ts'
import { listSubmissions, listSubmissionTests } from '#db/queries/judging.ts'
import { listWholeDecisions } from '#db/queries/lateDecisions.ts'
import { type LeaseRow, listWholeLeases } from '#db/queries/leases.ts'
import { listMovedLogs } from '#db/queries/movedLogs.ts'
import { findAnyLog, listReceipts, listWholeOps, type WholeOp } from '#db/queries/receipts.ts'
import { listSnapshots } from '#db/queries/snapshots.ts'
import { nextTurn } from '#db/turn.ts'
import { hashHolds } from '../../attempts/chain.ts'
import {
  asHashed,
  asideOriginOf,
  type LogOrigin,
  type Numbered,
  originOf,
  originsOf,
} from '../../attempts/movedLog.ts'
import { storedText } from '../../attempts/storedBody.ts'
import type { Context } from '../../context.ts'
import { iso } from '../../kit/iso.ts'
import type { ZipFile } from '../../kit/zip.ts'
import { snapshotKey } from '../../storage/links.ts'
import { soundPicture } from '../../storage/pictures.ts'
import { wholeReport } from '../report.ts'
import { findingsOf, READ_AGAIN } from '../verification.ts'

/** The files of one attempt in an archive of evidence, as docs/evidence-archive.md specifies them. */

/** Ops that are read at once: their bodies must not keep the event loop for long. */
const PART = 100
const STAMPS = 1_000

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')
const json = (value: unknown): Buffer => utf8(`${JSON.stringify(value, null, 1)}\n`)
const line = (value: unknown): string => `${JSON.stringify(value)}\n`

type Gathered = NonNullable<Awaited<ReturnType<typeof gather>>>

/** All that is not read piece by piece; undefined for a test that has not begun, or was deleted. */
async function gather(ctx: Context, attemptId: number) {
  const q = ctx.db.read
  const found = await findAttemptById(q, attemptId)
  if (!found || found.attempt.started_at === null) return undefined
  const { head_seq } = found.attempt
  const submissions = await listSubmissions(q, attemptId)
  return {
    found,
    // A running test goes on meanwhile: what is behind the head that was read is another archive's.
    leases: (await listWholeLeases(q, attemptId)).filter((lease) => lease.granted_head_seq <= head_seq),
    receipts: (await listReceipts(q, attemptId)).filter((receipt) => receipt.head_seq <= head_seq),
    submissions,
    tests: await listSubmissionTests(
      q,
      submissions.map(({ id }) => id),
    ),
    origins: originsOf(await listMovedLogs(q, attemptId)),
    decisions: await listWholeDecisions(q, attemptId),
    pictures: await listSnapshots(q, attemptId),
    report: withoutSignatures(reportView.parse(await wholeReport(ctx, found))),
    findings: await findingsOf(ctx, attemptId),
  }
}

/** The same at one moment; of a test that never rests as it was read the last time, which `is_steady` then says. */
async function gatherSteadily(ctx: Context, attemptId: number) {
  for (let read = 1; ; read++) {
    const before = JSON.stringify(await findAnyLog(ctx.db.read, attemptId))
    const gathered = await gather(ctx, attemptId)
    if (!gathered) return undefined
    const is_steady = before === JSON.stringify(await findAnyLog(ctx.db.read, attemptId))
    if (is_steady || read === READ_AGAIN) return { ...gathered, is_steady }
  }
}

/** An address in an archive names a picture, and does not let anybody read it: its signature stays here. */
const withoutSignatures = (report: unknown): unknown =>
  JSON.parse(
    JSON.stringify(report, (key, value: unknown) =>
      key === 'image_url' && typeof value === 'string' ? value.split('?', 1)[0] : value,
    ),
  )

/** An attempt as the manifest lists it. */
export interface ArchivedAttempt {
  ref: string
  folder: string
  head_seq: number
  head_hash: string
  finished_at: string | null
}

/** @returns the attempt's files, to be read in their order; undefined where it has not begun or is not there */
export async function attemptFiles(
  ctx: Context,
  attemptId: number,
): Promise<{ attempt: ArchivedAttempt; files: AsyncIterable<ZipFile> } | undefined> {
  const gathered = await gatherSteadily(ctx, attemptId)
  if (!gathered) return undefined
  const { ref, head_seq, head_hash, finished_at } = gathered.found.attempt
  const folder = `attempts/${ref}`
  return {
    attempt: { ref, folder, head_seq, head_hash, finished_at: iso(finished_at) },
    files: filesIn(ctx, folder, gathered),
  }
}

async function* filesIn(
  ctx: Context,
  folder: string,
  gathered: Gathered & { is_steady: boolean },
): AsyncGenerator<ZipFile> {
  const { attempt } = gathered.found
  const q = ctx.db.read
  yield {
    path: `${folder}/attempt.json`,
    content: [json(attemptView(ctx.serverEpoch, gathered))],
  }
  yield { path: `${folder}/ops.jsonl`, content: opLines(q, gathered) }
  yield { path: `${folder}/verdicts.json`, content: verdicts(q, gathered) }
  const receipts = gathered.receipts.map((row): ReceiptFile => {
    const { lease_id, head_seq, head_hash, at, server_epoch, receipt } = row
    const time = new Date(at).toISOString()
    return {
      holdfast_receipt: 1,
      attempt_id: attempt.ref,
      lease_id,
      head_seq,
      head_hash,
      time,
      server_epoch,
      receipt,
    }
  })
  yield { path: `${folder}/receipts.jsonl`, content: [utf8(receipts.map(line).join(''))] }
  yield { path: `${folder}/quarantine.jsonl`, content: asideLines(q, gathered) }
  yield { path: `${folder}/report.json`, content: [json(gathered.report)] }
  for (const { sha256, stored_at, swept_at } of gathered.pictures) {
    if (stored_at === null || swept_at !== null) continue
    const bytes = await soundPicture(ctx, snapshotKey(attempt.ref, sha256))
    // One that is missing, or was changed, is told by its line in attempt.json and by the findings there.
    if (bytes) yield { path: `${folder}/${pictureFile(sha256)}`, isCompressed: true, content: [bytes] }
  }
}

const pictureFile = (sha256: string): string => `pictures/${sha256}.jpg`

function attemptView(
  server_epoch: number,
  { found, origins, leases, pictures, findings, is_steady }: Gathered & { is_steady: boolean },
) {
  const { attempt, drive, candidate } = found
  return {
    ref: attempt.ref,
    drive_id: drive.id,
    drive_name: drive.name,
    candidate_id: candidate.id,
    email: candidate.email,
    server_epoch,
    started_at: iso(attempt.started_at),
    deadline_at: iso(attempt.deadline_at),
    finished_at: iso(attempt.finished_at),
    finish_seq: attempt.finish_seq,
    sealed_at: iso(attempt.sealed_at),
    end_reason: attempt.end_reason,
    score: attempt.score,
    score_claimed: attempt.score_claimed,
    head_seq: attempt.head_seq,
    head_hash: attempt.head_hash,
    is_steady,
    findings,
    moved_from: origins.map(({ headSeq, receiptKey }) => ({ head_seq: headSeq, receipt_key: receiptKey })),
    leases: leases.map(leaseView),
    pictures: pictures.map((row) => ({
      sha256: row.sha256,
      bytes: row.bytes,
      taken_at: iso(row.taken_at),
      logged_at: iso(row.logged_at),
      stored_at: iso(row.stored_at),
      deleted_at: iso(row.swept_at),
      file: row.stored_at === null || row.swept_at !== null ? null : pictureFile(row.sha256),
    })),
  }
}

const leaseView = (lease: LeaseRow) => ({
  lease_id: lease.lease_id,
  epoch: lease.epoch,
  device_name: lease.device_name,
  nonce: lease.nonce,
  granted_head_seq: lease.granted_head_seq,
  granted_head_hash: lease.granted_head_hash,
  granted_at: iso(lease.granted_at),
  frozen_at: iso(lease.frozen_at),
  given_up: lease.given_up,
})

/** The log up to the head that was read: the header as the text that was hashed, the body likewise. */
async function* opLines(q: Queries, { found, origins }: Gathered): AsyncGenerator<Uint8Array> {
  const { id, ref, head_seq } = found.attempt
  for (let after = 0; after < head_seq; ) {
    const ops = (await listWholeOps(q, id, after, PART)).filter(({ seq }) => seq <= head_seq)
    const last = ops.at(-1)
    if (!last) return
    yield utf8(ops.map((op) => line(opView(op, ref, originOf(origins, op.seq)))).join(''))
    after = last.seq
    await nextTurn()
  }
}

function opView(op: WholeOp, attempt_id: string, origin: LogOrigin | undefined) {
  const { key, body } = hashedForm(origin, { ...op, body: textOf(op) }, (own) =>
    hashHolds({ ...op, body: null, type: op.type as OpType, attempt_id, key: own }),
  )
  return {
    seq: op.seq,
    prev_hash: op.prev_hash,
    header: canonicalHeader({ ...op, key, type: op.type as OpType, attempt_id }),
    hash: op.hash,
    body,
  }
}

/** Key and body as they were hashed; as they stand where they are neither, so that whoever checks the archive finds it too. */
const hashedForm = (
  origin: LogOrigin | undefined,
  op: Numbered,
  holds: (key: string) => boolean,
): Pick<Op, 'key' | 'body'> => asHashed(origin, op, holds) ?? op

/** null also for one that was spoilt: whoever checks the archive misses it, and so does the server (`findings`). */
function textOf({ body, body_deflated }: WholeOp): string | null {
  try {
    return body === null ? null : storedText(body, body_deflated === 1)
  } catch {
    return null
  }
}

/** The server's notes on each op of the log, how submissions were judged, and the decisions of staff. */
async function* verdicts(q: Queries, { found, ...made }: Gathered): AsyncGenerator<Uint8Array> {
  const { id, head_seq } = found.attempt
  yield utf8('{"ops":[')
  for (let after = 0; after < head_seq; ) {
    const rows = (await listStamps(q, id, after, STAMPS)).filter(({ seq }) => seq <= head_seq)
    const last = rows.at(-1)
    if (!last) break
    const lines = rows.map(({ made_at, announced_at, received_at, ...row }) =>
      JSON.stringify({
        ...row,
        made_at: iso(made_at),
        announced_at: iso(announced_at),
        received_at: iso(received_at),
      }),
    )
    yield utf8(`${after === 0 ? '\n' : ',\n'}${lines.join(',\n')}`)
    after = last.seq
    await nextTurn()
  }
  const submissions = made.submissions.map(({ attempt_id: _, made_at, created_at, judged_at, ...row }) => ({
    ...row,
    ...asNamedInLog(made.origins, { ...row, made_at }),
    made_at: iso(made_at),
    created_at: iso(created_at),
    judged_at: iso(judged_at),
    tests: made.tests
      .filter(({ submission_id }) => submission_id === row.id)
      .map(({ submission_id: _of, ...test }) => test),
  }))
  const decisions = made.decisions.map(({ decided_at, ...row }) => ({ ...row, decided_at: iso(decided_at) }))
  yield utf8(
    `\n],"submissions":${JSON.stringify(submissions, null, 1)},"decisions":${JSON.stringify(decisions, null, 1)}}\n`,
  )
}

/** Problem and language by the numbers that the op has which made the submission. */
function asNamedInLog(
  origins: readonly LogOrigin[],
  {
    problem_id,
    language_id,
    made_at,
  }: Pick<Gathered['submissions'][number], 'problem_id' | 'language_id'> & {
    made_at: number
  },
) {
  const origin = asideOriginOf(origins, made_at)
  return {
    problem_id: origin?.toThere('problem', problem_id) ?? problem_id,
    language_id: origin?.toThere('language', language_id) ?? language_id,
  }
}

/** The work beside the log, as its device wrote and hashed it. */
async function* asideLines(q: Queries, { found, origins }: Gathered): AsyncGenerator<Uint8Array> {
  let after: AsideRow | undefined
  for (;;) {
    const rows = await listAsideOps(q, found.attempt.id, after)
    after = rows.at(-1)
    if (!after) return
    yield utf8(rows.map((row) => line(asideView(row, asideOriginOf(origins, row.received_at)))).join(''))
    await nextTurn()
  }
}

function asideView(
  { lease_id, seq, hash, op: text, received_at, adopted_at }: AsideRow,
  origin: LogOrigin | undefined,
) {
  const at = { received_at: iso(received_at), adopted_at: iso(adopted_at) }
  try {
    const op = JSON.parse(text) as Op
    const { key, body } = hashedForm(origin, op, (own) => hashHolds({ ...op, key: own }))
    return {
      lease_id,
      seq,
      prev_hash: op.prev_hash,
      header: canonicalHeader({ ...op, key }),
      hash,
      body,
      ...at,
    }
  } catch {
    return { lease_id, seq, hash, unreadable: text, ...at }
  }
}
