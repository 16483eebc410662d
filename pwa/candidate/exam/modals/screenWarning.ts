import { plural } from '#contract/plural.ts'
import { freeScreenExits, nextScreenExit } from '#machines/attempt/proctoring.ts'

/** The consequence of leaving full screen once more, said before it happens. */
export function screenWarning(context: Parameters<typeof nextScreenExit>[0]): string {
  const free = freeScreenExits(context)
  if (free > 0)
    return `Full screen may be left ${plural(free, 'more time', 'more times')} without consequence.`
  const { consequence } = nextScreenExit(context)
  if (consequence === 'end') return 'If you leave full screen once more, the test ends.'
  if (consequence === 'none')
    return 'From now on it is recorded as leaving the test if you leave full screen.'
  return `If you leave full screen once more, that is warning ${context.strikes + 1} of ${context.warningsAllowed}.`
}
