import type { Context } from '#api/context.ts'
import { sha256 } from '#api/kit/keys.ts'
import type { Queries } from '#db/connect.ts'
import { searchKey } from '#db/searchKey.ts'
import { drawn, person } from './people.ts'
import { insertRows, type Row } from './rows.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

export interface SeededDrive {
  id: number
  start_time: number
  end_time: number
  allotted_seconds: number
  total_marks: number
}

type State = 'invited' | 'opened' | 'running' | 'finished'

/** Before the start everybody waits; of a drive that began most have finished, some run while it does, some never came. */
function stateOf(drive: SeededDrive, n: number, now: number): State {
  const share = drawn(n + drive.id) % 100
  if (drive.start_time > now) return share < 30 ? 'opened' : 'invited'
  if (share < 8) return 'invited'
  if (share < 11) return 'opened'
  return share < 15 && drive.end_time > now ? 'running' : 'finished'
}

/** Invitations of candidates to drives, with what became of them. */
export async function insertAttempts(
  ctx: Context,
  tx: Queries,
  of: { organizationId: number; pairs: readonly { drive: SeededDrive; n: number; candidateId: number }[] },
  now: number,
): Promise<void> {
  const { organizationId, pairs } = of
  const rows = pairs.map(({ drive, n, candidateId }) => attemptOf(ctx, drive, n, candidateId, now))
  await insertRows(tx, 'attempts', rows)
  await insertRows(
    tx,
    'mails',
    rows.map((row, i) => ({
      organization_id: organizationId,
      kind: 'invitation',
      subject_ref: row.ref ?? '',
      recipient: person(pairs[i]?.n ?? 0).email,
      status: 'sent',
      not_before: row.invited_at ?? 0,
      sent_at: row.invited_at ?? 0,
      created_at: row.invited_at ?? 0,
    })),
  )
}

function attemptOf(ctx: Context, drive: SeededDrive, n: number, candidateId: number, now: number): Row {
  const state = stateOf(drive, n, now)
  const begun = state === 'running' || state === 'finished'
  const invited = Math.min(now, drive.start_time) - 7 * DAY
  const started = Math.min(now - 2 * 60 * MINUTE, drive.start_time + (drawn(n + 11) % 600) * MINUTE)
  const used = Math.round(drive.allotted_seconds * 1000 * (0.4 + (drawn(n + 13) % 60) / 100))
  const ref = ctx.random(16)
  const score = state === 'finished' ? drawn(n * 31 + drive.id) % (drive.total_marks + 1) : null
  return {
    ref,
    drive_id: drive.id,
    candidate_id: candidateId,
    search_key: searchKey(person(n)),
    invitation_hash: sha256(ctx.keys.invitationToken(ref, 1)),
    token_hash: sha256(ctx.keys.attemptToken(ref, 1)),
    order_seed: ref,
    invited_at: invited,
    created_at: invited,
    reminded_at: invited,
    opened_at: state === 'invited' ? null : started - 10 * MINUTE,
    profile_completed_at: state === 'invited' ? null : started - 5 * MINUTE,
    started_at: begun ? started : null,
    allotted_seconds: drive.allotted_seconds,
    deadline_at:
      state === 'running' ? drive.end_time : begun ? started + drive.allotted_seconds * 1000 : null,
    finished_at: state === 'finished' ? started + used : null,
    finish_kind: state === 'finished' ? 'candidate' : null,
    end_reason: state === 'finished' ? 'Completed' : null,
    is_fraud: state === 'finished' && drawn(n + 17) % 50 === 0 ? 1 : 0,
    is_selected: score !== null && score > drive.total_marks * 0.9 ? 1 : 0,
    score,
    score_claimed: score,
  }
}

/** Writes what the attempts of a stretch answered and submitted, made of what their drives ask. */
export async function answerAttempts(tx: Queries, from: number, to: number): Promise<void> {
  await tx.raw.run(
    `INSERT INTO answers (attempt_id, key, saved, saved_seq, saved_at, made_at, verdict)
     SELECT a.id, 'mcq:' || dq.question_id,
       '[' || (SELECT o.id FROM options o WHERE o.question_id = dq.question_id AND o.position = (a.id + dq.id) % 4) || ']',
       dq.position + 1, a.started_at + (dq.position + 1) * 60000, a.started_at + (dq.position + 1) * 60000, 'on_time'
     FROM attempts a JOIN drives_questions dq ON dq.drive_id = a.drive_id
     WHERE a.id >= ? AND a.id < ? AND a.started_at IS NOT NULL`,
    from,
    to,
  )
  const code = `'print(sum(map(int, input().split())) + ' || a.id || ')'`
  await tx.raw.run(
    `INSERT INTO answers (attempt_id, key, saved, saved_seq, saved_at, made_at, verdict)
     SELECT a.id, 'code:' || dp.problem_id || ':1', ${code}, dp.position + 20, a.started_at + 900000,
       a.started_at + 900000, 'on_time'
     FROM attempts a JOIN drives_problems dp ON dp.drive_id = a.drive_id
     WHERE a.id >= ? AND a.id < ? AND a.started_at IS NOT NULL`,
    from,
    to,
  )
  await tx.raw.run(
    `INSERT INTO submissions (attempt_id, problem_id, language_id, op_id, kind, source, status, verdict,
       total_testcases, judged_testcases, passed_testcases, marks, made_at, created_at, judged_at)
     SELECT a.id, dp.problem_id, 1, 'op' || dp.id, 'submit', ${code}, 'accepted', 'on_time', 2, 2, a.id % 3, a.id % 3 * 10,
       a.started_at + 900000, a.started_at + 900000, a.started_at + 901000
     FROM attempts a JOIN drives_problems dp ON dp.drive_id = a.drive_id
     WHERE a.id >= ? AND a.id < ? AND a.finished_at IS NOT NULL`,
    from,
    to,
  )
  await tx.raw.run(
    `INSERT INTO feedbacks (attempt_id, organization_id, rating, answer, created_at)
     SELECT a.id, d.organization_id, a.id % 5 + 1, 'The clock was easy to find. ' || a.id, a.finished_at
     FROM attempts a JOIN drives d ON d.id = a.drive_id
     WHERE a.id >= ? AND a.id < ? AND a.finished_at IS NOT NULL`,
    from,
    to,
  )
}

/**
 * Late work of one attempt in so many; of nine in ten of these everything is decided. The ops stand alone: nothing was
 * chained to them.
 */
export async function addLateWork(tx: Queries, decidedBy: number, oneIn: number): Promise<void> {
  await tx.raw.run(
    `INSERT INTO ops (attempt_id, seq, op_id, lease_id, type, key, body, body_hash, prev_hash, hash, boot_id, mono_ms,
       wall_ms, anchor_id, est_server_ms, made_at, received_at, announced_at, result, verdict)
     SELECT n.attempt_id, n.saved_seq, 'op' || n.saved_seq, 'lease' || n.attempt_id,
       CASE WHEN n.key LIKE 'mcq:%' THEN 'mcq_save' ELSE 'draft' END, n.key, CAST(n.saved AS BLOB), '', '', '', '', 0,
       0, '', n.made_at, n.made_at, n.saved_at, n.saved_at, 'applied_late', 'late'
     FROM answers n WHERE n.attempt_id % ? = 0`,
    oneIn,
  )
  await tx.raw.run(
    `INSERT INTO late_decisions (attempt_id, op_id, decision, note, decided_by, decided_at)
     SELECT attempt_id, op_id, 'accepted', '', ?, received_at FROM ops WHERE verdict <> 'on_time' AND attempt_id % ? <> 0`,
    decidedBy,
    10 * oneIn,
  )
}

/** The counters that tiles show, from the rows. */
export const countDrives = (tx: Queries, organizationId: number): Promise<number> =>
  tx.raw.run(
    `UPDATE drives SET (invitation_sent, appeared, finished) =
       (SELECT count(*), count(a.started_at), count(a.finished_at) FROM attempts a WHERE a.drive_id = drives.id)
     WHERE organization_id = ?`,
    organizationId,
  )
