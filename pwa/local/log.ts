import { choiceKey, codeKey, type OpType } from '#contract/ops.ts'
import { nextOp } from '#machines/sync/ledger.ts'
import { claimedNow, deviceClocks } from './clock.ts'
import type {
  AnswerRecord,
  AttemptRecord,
  BlobRecord,
  LocalDatabase,
  OpRecord,
  SubmissionRecord,
} from './database.ts'
import { sha256 } from './hash.ts'
import { bootId, randomText } from './random.ts'

/** What is to be appended. `madeAt` overrides the claim: ops at zero carry the deadline. */
export interface NewEntry {
  type: OpType
  key: string
  body: unknown
  /** Of the op; made here where nobody had to know it before. */
  op_id?: string
  madeAt?: number
  /** The bytes that a snapshot's op names; they follow it to the server. */
  picture?: Pick<BlobRecord, 'sha256' | 'body' | 'not_before'>
}

/** What a write has put on the disk, as it stands there now. */
export interface Written {
  ops: OpRecord[]
  /** In the order of the ops: of two under one key the later one counts. */
  answers: AnswerRecord[]
  submissions: SubmissionRecord[]
  attempt: AttemptRecord
}

export class NoAttempt extends Error {}

/**
 * Appends ops on this device: one strict transaction writes ops, answers and head together. When it resolves the
 * work is on disk; only then may anything be shown as saved.
 * @throws NoAttempt; whatever aborted the transaction (a quota fault arrives here, not at the put)
 */
export async function appendEntries(
  db: LocalDatabase,
  attemptId: string,
  entries: readonly NewEntry[],
): Promise<Written> {
  const tables = [db.ops, db.answers, db.attempts, db.submissions]
  const pictured = entries.some((entry) => entry.picture)
  return db.transaction('rw', pictured ? [...tables, db.blobs] : tables, async () => {
    const attempt = await db.attempts.get(attemptId)
    if (!attempt) throw new NoAttempt('There is no test on this device')
    const written: Written = { ops: [], answers: [], submissions: [], attempt }
    let head = { seq: attempt.tail_seq, hash: attempt.tail_hash }
    const change: Partial<AttemptRecord> = {}
    for (const entry of entries) {
      const claimed = Math.round(entry.madeAt ?? claimedNow(attempt.anchor))
      const op = nextOp(sha256, { ...attempt, lease_id: attempt.lease_id }, head, entry, {
        op_id: entry.op_id ?? randomText(16),
        boot_id: bootId,
        mono_ms: Math.round(deviceClocks.mono()),
        wall_ms: deviceClocks.wall(),
        anchor_id: attempt.anchor.id,
        est_server_ms: claimed,
      })
      const record: OpRecord = { ...op, result: null, reason: null, acked_at: null }
      await db.ops.add(record)
      const { answer, submission } = await writeAnswer(db, record, entry)
      if (answer) written.answers.push(answer)
      if (submission) written.submissions.push(submission)
      if (entry.picture) await db.blobs.put({ attempt_id: attemptId, seq: op.seq, ...entry.picture })
      if (entry.type === 'finish') change.finished_at = claimed
      if (entry.type === 'mcq_submit_all') change.mcqs_submitted = true
      head = { seq: op.seq, hash: op.hash }
      written.ops.push(record)
    }
    written.attempt = { ...attempt, ...change, tail_seq: head.seq, tail_hash: head.hash }
    await db.attempts.put(written.attempt)
    return written
  })
}

/** The program of a draft or a submission. */
export function programIn({ body }: Pick<NewEntry, 'body'>): string {
  const { answer, source_code } = body as { answer?: string; source_code?: string }
  return answer ?? source_code ?? ''
}

interface AboutKey {
  answer?: AnswerRecord
  submission?: SubmissionRecord
}

/** The newest value of the key an op is about. */
async function writeAnswer(db: LocalDatabase, op: OpRecord, entry: NewEntry): Promise<AboutKey> {
  if (entry.type === 'mcq_select' || entry.type === 'mcq_save') return writeChoice(db, op, entry)
  if (entry.type === 'draft' || entry.type === 'submit') return writeCode(db, op, entry)
  return {}
}

async function writeChoice(db: LocalDatabase, op: OpRecord, entry: NewEntry): Promise<AboutKey> {
  const { question_id, selected_options } = entry.body as {
    question_id: number
    selected_options: number[]
  }
  const { attempt_id, seq } = op
  const key = choiceKey(question_id)
  const known = await db.answers.get([attempt_id, key])
  const saved = entry.type === 'mcq_save' ? selected_options : (known?.saved ?? null)
  const answer: AnswerRecord = { attempt_id, seq, key, value: selected_options, saved }
  await db.answers.put(answer)
  return { answer }
}

async function writeCode(db: LocalDatabase, op: OpRecord, entry: NewEntry): Promise<AboutKey> {
  const { problem_id, language_id } = entry.body as { problem_id: number; language_id: number }
  const { attempt_id, op_id, seq } = op
  const key = codeKey(problem_id, language_id)
  const answer: AnswerRecord = { attempt_id, seq, key, value: programIn(entry), saved: null }
  await db.answers.put(answer)
  if (entry.type === 'draft') return { answer }
  const submission: SubmissionRecord = {
    attempt_id,
    op_id,
    seq,
    problem_id,
    language_id,
    made_at: op.est_server_ms,
    submission_id: null,
    result: null,
  }
  await db.submissions.put(submission)
  return { answer, submission }
}
