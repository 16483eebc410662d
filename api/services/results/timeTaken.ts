import { consoleTexts } from '#contract/consoleTexts.ts'
import { texts } from '#contract/texts.ts'

/** 'hh:mm:ss' of what was used, 'In progress' while it runs, the specification's words where nobody came. */
export function timeTaken(attempt: { started_at: number | null; finished_at: number | null }): string {
  if (attempt.started_at === null) return texts.notAttended
  if (attempt.finished_at === null) return consoleTexts.inProgress
  const seconds = Math.max(0, Math.round((attempt.finished_at - attempt.started_at) / 1000))
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((n) => String(Math.floor(n)).padStart(2, '0'))
    .join(':')
}
