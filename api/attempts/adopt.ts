import { opBodies } from '#contract/opSchemas.ts'
import {
  type ChoiceBody,
  type DraftBody,
  hasItsKey,
  isWork,
  type Op,
  type OpType,
  type SubmitBody,
} from '#contract/ops.ts'
import type { Queries } from '#db/connect.ts'
import { insertJob } from '#db/queries/jobs.ts'
import { insertSubmission } from '#db/queries/judging.ts'
import * as log from '#db/queries/log.ts'
import { setAdopted } from '#db/queries/quarantine.ts'
import { refusalOf } from '#machines/attempt/rules.ts'
import type { DriveContent } from './content.ts'
import { loadFacts } from './facts.ts'

/** What an op of work says, read by its schema; undefined for any other op, or a body or key that does not fit. */
export function workOf(op: {
  type: string
  key: string
  body: string | null
}): ChoiceBody | DraftBody | SubmitBody | undefined {
  const { key, body } = op
  if (body === null || !isWork(op.type)) return undefined
  const type = op.type as OpType
  try {
    const parsed = opBodies[type].safeParse(JSON.parse(body))
    const fits = parsed.success && hasItsKey({ type, key }, parsed.data)
    return fits ? (parsed.data as ChoiceBody | DraftBody | SubmitBody) : undefined
  } catch {
    return undefined
  }
}

/**
 * Makes an op that stands beside the log the answer of its key. The log and its head stay as they are.
 * @param isDecided staff takes it: then a choice counts that was only selected. Otherwise it stays one that is not saved.
 * @returns whether work was queued; null where the rules of the test refuse it
 */
export async function adopt(
  tx: Queries,
  head: log.HeadRow,
  content: DriveContent,
  op: Pick<Op, 'op_id' | 'seq' | 'type' | 'key' | 'body'>,
  made: number,
  at: number,
  isDecided: boolean,
): Promise<{ queued: boolean } | null> {
  const body = workOf(op)
  if (!body) return null
  const facts = {
    ...(await loadFacts(tx, head, content, new Set([op.type]))),
    finished: false,
    mcqsSubmitted: false,
  }
  if (refusalOf(facts, op.type, body, at) !== null) return null
  const text =
    'selected_options' in body
      ? JSON.stringify(body.selected_options)
      : 'answer' in body
        ? body.answer
        : body.source_code
  const write = op.type === 'mcq_select' && !isDecided ? log.upsertSelected : log.upsertSaved
  await write(tx, {
    attempt_id: head.id,
    key: op.key,
    saved: text,
    // No place in the log: what is judged of it is told apart from the log's by its sign.
    seq: -op.seq,
    at,
    made_at: made,
    verdict: 'on_time',
    from: op.op_id,
  })
  await setAdopted(tx, head.id, op.op_id, at)
  if (!('source_code' in body)) return { queued: false }
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
  if (id === null) return { queued: false }
  await insertJob(tx, { kind: 'judge', subject_id: id, attempt_id: head.id, created_at: at })
  return { queued: true }
}
