import {
  type ChoiceBody,
  choiceKey,
  codeKey,
  type DraftBody,
  type FinishBody,
  type Op,
  type OpType,
  type SpanBody,
  type SubmitBody,
  type TypedOp,
} from '#contract/ops.ts'
import { isScreenExit, isStrike } from '#machines/attempt/proctoring.ts'
import { nextOp, type SealedBody, sealBody } from '#machines/sync/ledger.ts'
import { claimedNow, deviceClocks } from '../clock.ts'
import { sha256OfText } from '../hash.ts'
import { bootId, randomText } from '../random.ts'
import type {
  AnswerRecord,
  AttemptRecord,
  BlobRecord,
  LocalDatabase,
  OpRecord,
  SaidOnce,
  SubmissionRecord,
} from './schema.ts'

/** An entry to be appended. `madeAt` overrides the claim: ops at zero carry the deadline. */
export interface NewEntry {
  type: OpType
  key: string
  body: unknown
  /** The op's id; made here unless somebody had to know it before. */
  op_id?: string
  madeAt?: number
  /** The server's time that was known when it was made, where that was before this lease. */
  anchor_id?: string
  /** The bytes that a snapshot's op names; they follow it to the server. */
  picture?: Pick<BlobRecord, 'sha256' | 'body' | 'not_before'>
}

/** A draft as the log takes it. */
export const draftEntry = (
  problemId: number,
  languageId: number,
  text: string,
): NewEntry & TypedOp<'draft'> => ({
  type: 'draft',
  key: codeKey(problemId, languageId),
  body: { problem_id: problemId, language_id: languageId, answer: text },
})

/** The rows that a write has put on the disk, as they stand there now. */
export interface WrittenOps {
  ops: OpRecord[]
  /** In the order of the ops: of two under one key the later one counts. */
  answers: AnswerRecord[]
  submissions: SubmissionRecord[]
  attempt: AttemptRecord
}

export class NoAttempt extends Error {}

/** In words, for whoever is asked for help. */
export const NO_TEST = 'There is no test on this device'

/**
 * Appends ops on this device: one strict transaction writes ops, answers and head together. When it resolves the
 * work is on disk; only then may anything be shown as saved.
 * @throws NoAttempt; whatever aborted the transaction (a quota fault arrives here, not at the put)
 */
export async function appendEntries(
  db: LocalDatabase,
  attemptId: string,
  entries: readonly NewEntry[],
): Promise<WrittenOps> {
  const tables = [db.ops, db.answers, db.attempts, db.submissions]
  const pictured = entries.some((entry) => entry.picture)
  return db.transaction('rw', pictured ? [...tables, db.blobs] : tables, async () => {
    const reading = db.attempts.get(attemptId)
    // While the storage looks for the log's end.
    const bodies = entries.map(({ body }) => sealBody(sha256OfText, body))
    const attempt = await reading
    if (!attempt) throw new NoAttempt(NO_TEST)
    const written: WrittenOps = { ops: [], answers: [], submissions: [], attempt }
    const pictures: BlobRecord[] = []
    let head = { seq: attempt.tail_seq, hash: attempt.tail_hash }
    const change: Partial<AttemptRecord> = {}
    for (const [index, entry] of entries.entries()) {
      const claimed = Math.round(entry.madeAt ?? claimedNow(attempt.anchor))
      const op = nextOp(sha256OfText, attempt, head, entry, bodies[index] as SealedBody, {
        op_id: entry.op_id ?? randomText(16),
        boot_id: bootId,
        mono_ms: Math.round(deviceClocks.mono()),
        wall_ms: deviceClocks.wall(),
        anchor_id: entry.anchor_id ?? attempt.anchor.id,
        est_server_ms: claimed,
      })
      written.ops.push({ ...op, result: null, reason: null, acked_at: null })
      const answer = await answerOf(db, op, entry, written.answers)
      if (answer) written.answers.push(answer)
      if (entry.type === 'submit') written.submissions.push(submissionOf(op, entry))
      if (entry.picture) pictures.push({ attempt_id: attemptId, seq: op.seq, ...entry.picture })
      Object.assign(change, departureOf({ ...attempt, ...change }, entry))
      if (entry.type === 'offline' || entry.type === 'online') change.connection = entry.type
      if (entry.type === 'offline') change.offline_since = claimed
      if (entry.type === 'finish') {
        change.finished_at = claimed
        change.finish_kind = (entry.body as FinishBody).reason
        change.finish_seq = op.seq
        // Nobody has said anything about this end yet.
        change.feedback_given = false
      }
      if (entry.type === 'feedback') change.feedback_given = true
      if (entry.type === 'fraud_report') change.fraud_reported = true
      if (entry.type === 'feedback' || entry.type === 'fraud_report') {
        const others = (change.said_once ?? attempt.said_once ?? []).filter(({ type }) => type !== entry.type)
        const { type, body } = entry
        change.said_once = [...others, { type, body, seq: op.seq, made_at: claimed } as SaidOnce]
      }
      if (entry.picture) change.pictures_named = (change.pictures_named ?? attempt.pictures_named ?? 0) + 1
      if (entry.type === 'mcq_submit_all') change.mcqs_submitted = true
      head = { seq: op.seq, hash: op.hash }
    }
    written.attempt = { ...attempt, ...change, tail_seq: head.seq, tail_hash: head.hash }
    // Together: the page is asked once whether they are written, not after each. The later of two under one key stays.
    await Promise.all([
      db.ops.bulkAdd(written.ops),
      db.answers.bulkPut(written.answers),
      db.submissions.bulkPut(written.submissions),
      db.attempts.put(written.attempt),
      ...(pictures.length > 0 ? [db.blobs.bulkPut(pictures)] : []),
    ])
    return written
  })
}

/** The program of a draft or a submission. */
export function programIn({ body }: Pick<NewEntry, 'body'>): string {
  const { answer, source_code } = body as { answer?: string; source_code?: string }
  return answer ?? source_code ?? ''
}

/**
 * The newest value of the key an op is about; null where it is about none.
 * @param before what the same write has for other keys, and for this one
 */
async function answerOf(
  db: LocalDatabase,
  { attempt_id, seq, est_server_ms: made_at }: Op,
  entry: NewEntry,
  before: readonly AnswerRecord[],
): Promise<AnswerRecord | null> {
  if (entry.type === 'draft' || entry.type === 'submit') {
    const { problem_id, language_id } = entry.body as DraftBody | SubmitBody
    const key = codeKey(problem_id, language_id)
    return { attempt_id, seq, made_at, key, value: programIn(entry), saved: null }
  }
  if (entry.type !== 'mcq_select' && entry.type !== 'mcq_save') return null
  const { question_id, selected_options: value } = entry.body as ChoiceBody
  const key = choiceKey(question_id)
  if (entry.type === 'mcq_save') return { attempt_id, seq, made_at, key, value, saved: value }
  const known = before.findLast((answer) => answer.key === key) ?? (await db.answers.get([attempt_id, key]))
  return { attempt_id, seq, made_at, key, value, saved: known?.saved ?? null }
}

/** The change to the record's counts by an entry that says how the test was left. */
function departureOf(
  { strikes = 0, strikes_seq, screen_exits = 0 }: AttemptRecord,
  { type, body }: NewEntry,
): Partial<AttemptRecord> {
  const said = body as SpanBody
  return {
    // A test that an earlier version of the pages began has them counted from the log.
    ...(strikes_seq === undefined && isStrike(type, said) && { strikes: strikes + 1 }),
    ...(isScreenExit(type, said) && { screen_exits: screen_exits + 1 }),
  }
}

function submissionOf({ attempt_id, op_id, seq, est_server_ms }: Op, { body }: NewEntry): SubmissionRecord {
  const { problem_id, language_id, source_code: source } = body as SubmitBody
  return {
    attempt_id,
    op_id,
    seq,
    problem_id,
    language_id,
    made_at: est_server_ms,
    source,
    submission_id: null,
    result: null,
  }
}
