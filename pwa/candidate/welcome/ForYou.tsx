import { formatDuration } from '#contract/duration.ts'
import { liftedRules, liftedRuleTexts } from '#contract/liftedRules.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import './for-you.css'

type Facts = Pick<DriveView, 'allotted_seconds' | 'extra_seconds' | 'lifted_rules'>

/**
 * The arrangements of staff for this candidate alone: more time, and rules that do not count.
 * @param isCut the drive ends before the whole time is over, so that it is not promised
 */
export function arrangedFor(
  { allotted_seconds, extra_seconds, lifted_rules }: Facts,
  isCut = false,
): string[] {
  const lifted = liftedRules
    .filter((rule) => lifted_rules.includes(rule))
    .map((rule) => liftedRuleTexts[rule])
  if (!(extra_seconds > 0)) return lifted
  return [
    `You have ${formatDuration(extra_seconds)} more${isCut ? '' : `: ${formatDuration(allotted_seconds)} in all`}.`,
    ...lifted,
  ]
}

/** Stands before rules that say otherwise to everybody; nothing where nothing was arranged. */
export function ForYou({ view, isCut }: { view: Facts; isCut: boolean }) {
  const arranged = arrangedFor(view, isCut)
  if (arranged.length === 0) return null
  return (
    <section className="for-you" aria-labelledby="for-you">
      <h2 id="for-you">Arranged for you</h2>
      <p>This overrides whatever the rules say.</p>
      <ul>
        {arranged.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  )
}
