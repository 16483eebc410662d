import type { SyncState } from '#machines/sync/state.ts'
import { timerNow } from '../local/clock.ts'
import type {
  AnswerRecord,
  AttemptRecord,
  ContentRecord,
  LocalDatabase,
  SubmissionRecord,
} from '../local/database.ts'
import type { RunItem } from './testApi.ts'
import type { NoticeView } from './views.ts'

/** What the actor holds of the device's storage: rebuilt from it at every load, never the other way round. */
export interface Memory {
  attempt: AttemptRecord
  content: ContentRecord | null
  answers: Map<string, AnswerRecord>
  /** Server time each seq of an answer was taken at. */
  ackedAt: Map<number, number>
  submissions: SubmissionRecord[]
  rejected: Map<string, string>
  languageOf: Record<number, number>
  /** Where in the test the person stood; the screens' own, kept for them. */
  place: unknown
  /** What staff said, oldest first, as far as it was fetched. */
  notices: NoticeView[]
  run: RunItem | null
  sync: SyncState | null
  isHolder: boolean
  /** Something typed is not kept yet: nothing may be called saved. By key, or at all. */
  isTyping: (key?: string) => boolean
  storageFault: string | null
}

export async function readMemory(db: LocalDatabase, attemptId: string): Promise<Memory> {
  const attempt = await db.attempts.get(attemptId)
  if (!attempt) throw new Error('There is no test on this device')
  const answers = await db.answers.where('attempt_id').equals(attemptId).toArray()
  const submissions = await db.submissions.where('attempt_id').equals(attemptId).toArray()
  const ops = await db.ops.bulkGet(answers.map((row) => [attemptId, row.seq] as [string, number]))
  const submitOps = await db.ops.bulkGet(submissions.map((row) => [attemptId, row.seq] as [string, number]))
  const languages = await db.settings.get(`languages:${attemptId}`)
  const notices = await db.settings.get(`notices:${attemptId}`)
  const place = await db.settings.get(`place:${attemptId}`)
  return {
    attempt,
    content: (await db.content.get(attemptId)) ?? null,
    answers: new Map(answers.map((row) => [row.key, row])),
    ackedAt: new Map(ops.flatMap((op) => (op?.acked_at ? [[op.seq, op.acked_at] as const] : []))),
    submissions: submissions.toSorted((a, b) => a.made_at - b.made_at),
    rejected: new Map(submitOps.flatMap((op) => (op?.reason ? [[op.op_id, op.reason] as const] : []))),
    languageOf: (languages?.value as Record<number, number> | undefined) ?? {},
    place: place?.value,
    notices: (notices?.value as NoticeView[] | undefined) ?? [],
    run: null,
    sync: null,
    isHolder: true,
    isTyping: () => false,
    storageFault: null,
  }
}

/** Reads again what a write or an ack changed. */
export async function refresh(memory: Memory, db: LocalDatabase, answersToo = true): Promise<void> {
  const { attempt_id } = memory.attempt
  const attempt = await db.attempts.get(attempt_id)
  if (attempt) memory.attempt = attempt
  if (!answersToo) return
  const fresh = await readMemory(db, attempt_id)
  memory.answers = fresh.answers
  memory.ackedAt = fresh.ackedAt
  memory.submissions = fresh.submissions
  memory.rejected = fresh.rejected
}

/** Server time for timers, in milliseconds. */
export const serverNow = (memory: Memory): number => timerNow(memory.attempt.anchor)
