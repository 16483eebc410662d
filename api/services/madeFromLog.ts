import { parseOp } from '#contract/opSchemas.ts'
import { choiceKey, codeKey, type FinishBody, type Op, type OpType, type TypedOp } from '#contract/ops.ts'
import type { Queries } from '#db/connect.ts'
import { type AnswerRow, listAnswers } from '#db/queries/answers.ts'
import {
  type AsideRow,
  findEnd,
  listDecisions,
  listMadeSubmissions,
  listPictureNames,
  type MadeSubmission,
} from '#db/queries/evidence.ts'
import type { WholeOp } from '#db/queries/receipts.ts'
import { setsItsKey } from '#machines/attempt/rules.ts'
import { finishKind } from '../attempts/ending.ts'
import { storedText } from '../attempts/storedBody.ts'
import { sha256 } from '../kit/keys.ts'

/**
 * The records made from an attempt's log and from the work beside it, held against both: answers, submissions,
 * pictures, the end.
 */

/** An op that sets an answer, with the hash of its value: programs are long and there may be thousands. */
interface Setting {
  op_id: string
  seq: number
  type: OpType
  value: string
  verdict: AnswerRow['verdict']
  made_at: number
  received_at: number
  /** A submission beyond the limit: it sets nothing in what was kept before that was so. */
  isRefused: boolean
}

interface Submitted {
  source: string
  key: string
  /** The stamps of the log; work beside it is stamped as it is adopted. */
  stamps: { made_at: number; verdict: string } | null
}

interface Finish {
  reason: FinishBody['reason']
  verdict: string
  made_at: number
}

export class MadeFromLog {
  readonly #settings = new Map<string, Setting[]>()
  /** The answers that came from work beside the log. */
  readonly #adopted: { op_id: string; key: string; seq: number; value: string; at: number }[] = []
  readonly #submitted = new Map<string, Submitted>()
  readonly #pictures = new Map<string, number>()
  readonly #finishes = new Map<number, Finish>()

  /** Takes an op of the log that holds. */
  take(op: WholeOp): void {
    const isRefused = op.result === 'rejected'
    if (op.body === null || (isRefused && !setsItsKey(op.type, op.reason))) return
    const said = parseOp({ type: op.type as OpType, key: op.key, body: textOf(op) })
    if (!said) return
    if (said.type === 'snapshot_taken') this.#pictures.set(said.body.sha256, op.seq)
    if (said.type === 'finish')
      this.#finishes.set(op.seq, { reason: said.body.reason, verdict: op.verdict, made_at: op.made_at })
    const set = settingOf(said)
    if (!set) return
    const { seq, op_id, made_at, received_at } = op
    const verdict = op.verdict as AnswerRow['verdict']
    const value = sha256(set.value)
    const of = this.#settings.get(set.key) ?? []
    of.push({ seq, op_id, type: said.type, value, verdict, made_at, received_at, isRefused })
    this.#settings.set(set.key, of)
    if (said.type === 'submit' && !isRefused)
      this.#submitted.set(op_id, { source: value, key: set.key, stamps: { made_at, verdict } })
  }

  /** Takes an op beside the log that holds. */
  takeAside(row: AsideRow, op: Op): void {
    const said = op.body === null ? undefined : parseOp({ ...op, body: op.body })
    const set = said && settingOf(said)
    if (!set || row.adopted_at === null) return
    const value = sha256(set.value)
    this.#adopted.push({ op_id: row.op_id, key: set.key, seq: row.seq, value, at: row.adopted_at })
    if (op.type === 'submit' && !this.#submitted.has(op.op_id))
      this.#submitted.set(op.op_id, { source: value, key: set.key, stamps: null })
  }

  /** @returns what does not follow from what was taken, in words */
  async check(q: Queries, attemptId: number): Promise<string[]> {
    const decided = new Map((await listDecisions(q, attemptId)).map((d) => [d.op_id, d.decision]))
    const answers = await listAnswers(q, attemptId)
    const rows = await listMadeSubmissions(q, attemptId)
    const there = new Set(answers.map(({ key }) => key))
    const pictures = new Map((await listPictureNames(q, attemptId)).map((p) => [p.sha256, p.logged_at]))
    const submits = new Set(rows.filter(({ kind }) => kind === 'submit').map(({ op_id }) => op_id))
    const not = 'is not what the log says'
    return [
      ...answers.filter((answer) => !this.#answerFollows(answer, decided)).map(({ key }) => `${key} ${not}`),
      ...[...this.#settings]
        .filter(([key, ops]) => !there.has(key) && ops.some(({ isRefused }) => !isRefused))
        .map(([key]) => `the answer ${key} is gone`),
      ...rows
        .filter((row) => !this.#submissionFollows(row, decided))
        .map(({ id }) => `submission ${id} ${not}`),
      ...[...this.#submitted.keys()]
        .filter((id) => !submits.has(id))
        .map((id) => `the submission ${id} is gone`),
      ...[...this.#pictures]
        .filter(([name]) => (pictures.get(name) ?? null) === null)
        .map(([, seq]) => `the picture that change ${seq} names is gone`),
      ...((await this.#endFollows(q, attemptId)) ? [] : ['its end is not the one of the log']),
    ]
  }

  #answerFollows(answer: AnswerRow, decided: ReadonlyMap<string, string>): boolean {
    const ops = this.#settings.get(answer.key) ?? []
    const adopted = this.#adopted.filter(({ key }) => key === answer.key)
    const hashed = {
      saved: hashOf(answer.saved),
      verified: hashOf(answer.verified),
      selected: hashOf(answer.selected),
    }
    if (!this.#savedFollows(answer, hashed.saved, ops, decided)) return false
    const isDropped =
      answer.key.startsWith('mcq:') &&
      ops.some(({ verdict }) => verdict !== 'on_time') &&
      [...this.#finishes.values()].some(({ reason }) => reason !== 'timeout')
    if (adopted.length === 0 && !isDropped && !ops.some(({ op_id }) => decided.has(op_id)))
      return [ops, ops.filter(({ isRefused }) => !isRefused)].some((of) => followsExactly(answer, hashed, of))
    const values = new Set([null, ...[...ops, ...adopted].map(({ value }) => value)])
    const times = new Set([null, ...ops.map((op) => op.received_at), ...adopted.map(({ at }) => at)])
    const { selected_from, verified_from } = answer
    const isFrom = (from: string | null, hash: string | null): boolean =>
      from === null || adopted.some(({ op_id, value }) => op_id === from && value === hash)
    return (
      values.has(hashed.verified) &&
      values.has(hashed.selected) &&
      times.has(answer.saved_at) &&
      times.has(answer.selected_at) &&
      isFrom(selected_from, hashed.selected) &&
      isFrom(verified_from, hashed.verified)
    )
  }

  /** Whether the saved value, its verdict and its time are those of the op it names. */
  #savedFollows(
    { key, saved_seq, saved_from, verdict, made_at }: AnswerRow,
    saved: string | null,
    ops: readonly Setting[],
    decided: ReadonlyMap<string, string>,
  ): boolean {
    if (saved_from !== null) {
      const isFrom = this.#adopted.some(
        (op) => op.op_id === saved_from && op.key === key && op.value === saved && -op.seq === saved_seq,
      )
      return isFrom && verdict === 'on_time'
    }
    if (saved === null) return saved_seq === null && verdict === 'on_time'
    const op = ops.find(({ seq }) => seq === saved_seq)
    if (op?.value !== saved || op.made_at !== made_at) return false
    return verdictFollows(verdict, op.verdict, decided.get(op.op_id))
  }

  #submissionFollows(row: MadeSubmission, decided: ReadonlyMap<string, string>): boolean {
    const source = sha256(row.source)
    const key = codeKey(row.problem_id, row.language_id)
    if (row.kind === 'final') {
      const seq = Number(/^draft-(\d+)$/.exec(row.op_id)?.[1] ?? 0)
      return seq === 0 || this.#settings.get(key)?.find((op) => op.seq === seq)?.value === source
    }
    const op = this.#submitted.get(row.op_id)
    if (op?.source !== source || op.key !== key) return false
    if (op.stamps === null) return true
    return (
      op.stamps.made_at === row.made_at &&
      verdictFollows(row.verdict, op.stamps.verdict, decided.get(row.op_id))
    )
  }

  async #endFollows(q: Queries, attemptId: number): Promise<boolean> {
    const end = await findEnd(q, attemptId)
    if (!end) return true
    const finish = end.finish_seq === null ? undefined : this.#finishes.get(end.finish_seq)
    if (end.finish_seq === null)
      return end.finish_kind === null && (end.finished_at !== null) === (end.sealed_at !== null)
    if (!finish || end.finished_at === null) return false
    // One that came after the server's own seal may move nothing.
    if (end.sealed_at !== null) return true
    // Tests that were ended before late finishes counted as the time's end have their own reason.
    const kinds: readonly (string | null)[] = [finishKind(finish.reason, finish.verdict), finish.reason]
    return kinds.includes(end.finish_kind) && end.finished_at <= finish.made_at
  }
}

const hashOf = (value: string | null): string | null => (value === null ? null : sha256(value))

/** Work that staff rejects may count as late, whatever it was before. */
const verdictFollows = (verdict: string, own: string, decision: string | undefined): boolean =>
  decision === 'accepted'
    ? verdict === 'on_time'
    : verdict === own || (decision === 'rejected' && verdict === 'late')

interface Hashed {
  saved: string | null
  verified: string | null
  selected: string | null
}

/** If nothing but the log has set a key, its ops tell one after the other what it comes to (see upsertSaved). */
function followsExactly(answer: AnswerRow, hashed: Hashed, ops: readonly Setting[]): boolean {
  let saved: Setting | null = null
  let selected: Setting | null = null
  let verified: string | null = null
  for (const op of ops) {
    if (op.type === 'mcq_select' && op.verdict === 'on_time') {
      selected = op
      continue
    }
    if (op.verdict === 'late' && saved?.verdict === 'on_time_claimed') continue
    if (op.verdict === 'on_time') verified = null
    else if (selected) verified = selected.value
    else if (saved?.verdict === 'on_time') verified = saved.value
    saved = op
    selected = null
  }
  // A batch writes its newest selection alone: an older one it held may have been passed over.
  const older = ops.filter(({ seq, verdict }) => verdict === 'on_time' && seq < (saved?.seq ?? 0))
  const isVerified =
    hashed.verified === verified ||
    (verified !== null &&
      answer.key.startsWith('mcq:') &&
      older.some(({ value }) => value === hashed.verified))
  return (
    isVerified &&
    answer.saved_seq === (saved?.seq ?? null) &&
    answer.saved_at === (saved?.received_at ?? null) &&
    ops.some((op) => op.made_at === answer.made_at) &&
    hashed.selected === (selected?.value ?? null) &&
    answer.selected_at === (selected?.received_at ?? null) &&
    answer.selected_from === null &&
    answer.verified_from === null
  )
}

/** The key an op sets, and to what; undefined where it sets none. */
function settingOf(said: TypedOp): { key: string; value: string } | undefined {
  switch (said.type) {
    case 'mcq_select':
    case 'mcq_save': {
      const { question_id, selected_options } = said.body
      return { key: choiceKey(question_id), value: JSON.stringify(selected_options) }
    }
    case 'draft':
      return { key: codeKey(said.body.problem_id, said.body.language_id), value: said.body.answer }
    case 'submit':
      return { key: codeKey(said.body.problem_id, said.body.language_id), value: said.body.source_code }
    default:
      return undefined
  }
}

const textOf = ({ body, body_deflated }: WholeOp): string =>
  body === null ? '' : storedText(body, body_deflated === 1)
