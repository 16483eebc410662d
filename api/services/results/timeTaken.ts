import { consoleTexts } from '#contract/consoleTexts.ts'
import { texts } from '#contract/texts.ts'

interface Times {
  started_at: number | null
  finished_at: number | null
  /** Pauses, and what lay between an end and its reopening. */
  unused_ms: number
}

/** 'hh:mm:ss' of what was used, 'In progress' while it runs, the specification's words where nobody came. */
export function timeTaken({ started_at, finished_at, unused_ms }: Times): string {
  if (started_at === null) return texts.notAttended
  if (finished_at === null) return consoleTexts.inProgress
  const seconds = Math.max(0, Math.round((finished_at - started_at - unused_ms) / 1000))
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((n) => String(Math.floor(n)).padStart(2, '0'))
    .join(':')
}
