import { plural } from '#contract/plural.ts'
import { texts } from '#contract/texts.ts'
import { formatClock } from '../format.ts'
import { timeOverWords } from './reasons.ts'

/** When it was finished, and how long before the end; where nobody finished it, that its time was over. */
export function finishedWords(finishedAt: number | null, deadlineAt: number, reason: string | null): string {
  if (finishedAt === null) return reason === texts.timeOver ? ` ${timeOverWords}` : ''
  const early = Math.round((deadlineAt - finishedAt) / 1000)
  const at = ` Finished at ${formatClock(finishedAt)}`
  if (early < 1) return `${at}, at the end of your time.`
  return `${at}, ${plural(Math.floor(early / 60), 'minute')} and ${plural(early % 60, 'second')} before the end.`
}
