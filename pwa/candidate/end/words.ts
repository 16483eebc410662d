import { formatClock, plural } from '../format.ts'

/** When it was finished, and how long before the end; nothing where nobody finished it. */
export function finishedWords(finishedAt: number | null, deadlineAt: number): string {
  if (finishedAt === null) return ''
  const early = Math.round((deadlineAt - finishedAt) / 1000)
  const at = ` Finished at ${formatClock(finishedAt)}`
  if (early < 1) return `${at}, at the end of your time.`
  return `${at}, ${plural(Math.floor(early / 60), 'minute')} and ${plural(early % 60, 'second')} before the end.`
}
