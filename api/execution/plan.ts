import { beforeOther, isCandidatesRun, type WaitingJob } from '#db/queries/jobs.ts'

/** The facts that the queue's next steps hang on, beside the rows that wait. */
export interface SlotsNow {
  slots: number
  /** The jobs under way, the oldest first. */
  running: readonly Pick<WaitingJob, 'kind' | 'attempt_id'>[]
  /** How many jobs were taken so far. */
  taken: number
}

/**
 * Whether the next slot is a Run's where a candidate's waits: a quarter of the slots is, with one slot every fourth
 * job. A Run of staff has no share of it.
 */
export function isRunsTurn({ slots, running, taken }: SlotsNow): boolean {
  if (slots === 1) return taken % 4 === 3
  return running.filter(isCandidatesRun).length < Math.ceil(slots / 4)
}

/**
 * How many jobs will be taken before each one that waits, by its id: as if every job took as long as the others and
 * no other came.
 * @param judges submissions in the order of their turns
 * @param runs Runs and checks in the order of theirs
 */
export function planOf(
  judges: readonly WaitingJob[],
  runs: readonly WaitingJob[],
  now: SlotsNow,
): Map<number, number> {
  const places = new Map<number, number>()
  let { taken } = now
  let running = [...now.running]
  for (let j = 0, r = 0; ; taken++) {
    // A full engine frees its oldest slot first.
    if (running.length >= now.slots) running = running.slice(running.length - now.slots + 1)
    const [judge, run] = [judges[j], runs[r]]
    if (!judge && !run) return places
    const isShare = run && isCandidatesRun(run) && isRunsTurn({ ...now, running, taken })
    const isRun = !judge || (run && (isShare || beforeOther(run, judge) < 0))
    const next = isRun ? run : judge
    if (!next) return places
    if (isRun) r++
    else j++
    places.set(next.id, places.size)
    running.push(next)
  }
}
