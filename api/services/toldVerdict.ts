/**
 * How the report names work that came late and that staff let count: the same at the work itself, which counts as if it
 * had come in time, and where its arrival stands, which the log tells as it was.
 */

const ACCEPTED = 'accepted_late'

interface Decided {
  op_id: string
  seq: number
  verdict: string
  decision: 'accepted' | 'rejected' | null
}

const isAccepted = ({ verdict, decision }: Pick<Decided, 'verdict' | 'decision'>): boolean =>
  decision === 'accepted' && verdict !== 'on_time'

/** The verdict of an op of the log. */
export const arrivalVerdict = (op: Pick<Decided, 'verdict' | 'decision'>): string =>
  isAccepted(op) ? ACCEPTED : op.verdict

export type ToldVerdict = (work: { verdict: string; op: string | number | null }) => string

/** The verdict of an answer, by its place in the log, or of a submission, by its op or the draft that was judged. */
export function toldVerdictOf(
  ops: readonly Decided[],
  decisions: readonly Pick<Decided, 'op_id' | 'decision'>[],
): ToldVerdict {
  const logged = new Set(ops.map(({ op_id }) => op_id))
  const beside = decisions.filter(({ op_id, decision }) => decision === 'accepted' && !logged.has(op_id))
  const accepted = new Set<string | number>([
    ...ops.filter(isAccepted).flatMap(({ op_id, seq }) => [op_id, `draft-${seq}`, seq]),
    ...beside.flatMap(({ op_id }) => [op_id, `adopted-${op_id}`]),
  ])
  return ({ verdict, op }) => (op !== null && verdict === 'on_time' && accepted.has(op) ? ACCEPTED : verdict)
}
