import type { Queries } from '../connect.ts'
import type * as s from '../schema/index.ts'

type Verdict = (typeof s.answers.$inferSelect)['verdict']

export interface SavedChoice {
  key: string
  seq: number
  body: Buffer
  body_deflated: number
  made_at: number
  verdict: Verdict
}

/** All choices that were saved, the newest first; what staff decided about them counts as their verdict. */
export const listSavedChoices = ({ raw }: Queries, attemptId: number) =>
  raw.all<SavedChoice>(
    `SELECT o.key, o.seq, o.body, o.body_deflated, o.made_at,
       CASE WHEN d.decision = 'accepted' THEN 'on_time' ELSE o.verdict END AS verdict
     FROM ops o LEFT JOIN late_decisions d ON d.attempt_id = o.attempt_id AND d.op_id = o.op_id
     WHERE o.attempt_id = ? AND o.type = 'mcq_save' AND o.result <> 'rejected' AND o.body IS NOT NULL
     ORDER BY o.seq DESC`,
    attemptId,
  )

/** Writes how a question is answered as things stand. */
export const setChoice = (
  { raw }: Queries,
  attemptId: number,
  key: string,
  to: Pick<
    typeof s.answers.$inferSelect,
    'saved' | 'saved_seq' | 'made_at' | 'verdict' | 'verified' | 'selected'
  >,
) =>
  raw.run(
    `UPDATE answers SET saved = ?, saved_seq = ?, made_at = ?, verdict = ?, verified = ?, selected = ?
     WHERE attempt_id = ? AND key = ?`,
    to.saved,
    to.saved_seq,
    to.made_at,
    to.verdict,
    to.verified,
    to.selected,
    attemptId,
    key,
  )
