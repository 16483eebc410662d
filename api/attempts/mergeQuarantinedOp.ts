import { parseOp } from '#contract/opSchemas.ts'
import { isWorkOp, type Op, type OpType, type WorkOp } from '#contract/ops.ts'
import type { Queries } from '#db/connect.ts'
import { insertJob } from '#db/queries/jobs.ts'
import { insertSubmission } from '#db/queries/judging.ts'
import * as log from '#db/queries/log.ts'
import { setAdopted } from '#db/queries/quarantine.ts'
import { refusalOf } from '#machines/attempt/rules.ts'
import type { DriveContent } from './content.ts'
import { loadFacts } from './facts.ts'

/** The content of an op of work; undefined for any other op, or for a body or key that does not fit. */
export function workOf({
  type,
  key,
  body,
}: {
  type: string
  key: string
  body: string | null
}): WorkOp | undefined {
  const op = body === null ? undefined : parseOp({ type: type as OpType, key, body })
  return op && isWorkOp(op) ? op : undefined
}

/** The value of a key that work sets, as an answer holds it. */
export function valueIn(body: WorkOp['body']): string {
  if ('selected_options' in body) return JSON.stringify(body.selected_options)
  return 'answer' in body ? body.answer : body.source_code
}

/**
 * How work beside the log comes to count: by itself, and then a choice that was only selected stays one that is not saved;
 * or because staff accepts it, and then it is the answer of its key or counts beside the one that is.
 */
type Standing = 'adopted' | 'accepted' | 'accepted as the answer'

/**
 * Lets an op that stands beside the log count. The log and its head stay as they are.
 * @returns whether it does; not where the rules of the test refuse it
 */
export async function mergeQuarantinedOp(
  tx: Queries,
  head: log.HeadRow,
  content: DriveContent,
  op: Pick<Op, 'op_id' | 'seq' | 'type' | 'key' | 'body' | 'body_hash'>,
  made: number,
  at: number,
  standing: Standing,
): Promise<boolean> {
  const said = workOf(op)
  if (!said) return false
  const { body } = said
  const facts = {
    ...(await loadFacts(tx, head, content, new Set([op.type]))),
    finished: false,
    mcqsSubmitted: false,
  }
  const refusal = refusalOf(facts, said, at)
  // Work that staff accepts counts even if all submissions are used up by then.
  if (refusal !== null && (standing === 'adopted' || refusal !== 'no_submissions_left')) return false
  const write = op.type === 'mcq_select' && standing === 'adopted' ? log.upsertSelected : log.upsertSaved
  if (standing !== 'accepted')
    await write(tx, {
      attempt_id: head.id,
      key: op.key,
      saved: valueIn(body),
      // No place in the log: what is judged of it is told apart from the log's by its sign.
      seq: -op.seq,
      at,
      made_at: made,
      verdict: 'on_time',
      from: op.op_id,
    })
  await setAdopted(tx, head.id, op, at)
  if (!('source_code' in body)) return true
  const id = await insertSubmission(tx, {
    attempt_id: head.id,
    problem_id: body.problem_id,
    language_id: body.language_id,
    op_id: op.op_id,
    kind: 'submit',
    source: body.source_code,
    status: 'processing',
    verdict: 'on_time',
    total_testcases:
      content.problems.find(({ id: problem }) => problem === body.problem_id)?.tests.length ?? 0,
    made_at: made,
    created_at: at,
  })
  if (id !== null) await insertJob(tx, { kind: 'judge', subject_id: id, attempt_id: head.id, created_at: at })
  return true
}
