import { texts } from '#contract/texts.ts'
import type { LeaveFacts } from '#machines/attempt/proctoring.ts'
import type { TestSnapshot } from '#pwa/attempt/api.ts'

const words: Record<string, string> = {
  [texts.switchedWindow]:
    'You left the test window or full screen, and the rules of this drive end the test for that.',
  [texts.connectionLost]:
    'The device it was taken on had not been in touch for a while before the end, so the server closed the test.',
  [texts.timeOver]: 'Your time was over.',
}
const ordinary: readonly string[] = [texts.timeOver, texts.finishedByCandidate]

/**
 * Whether the clock ended it: as the server says, or as the device wrote it at zero, to the millisecond, which the server
 * may not know yet.
 */
export const endedByTime = ({
  endReason,
  finishedAt,
  deadlineAt,
}: Pick<TestSnapshot, 'endReason' | 'finishedAt' | 'deadlineAt'>): boolean =>
  endReason === null ? finishedAt === deadlineAt : endReason === texts.timeOver

/** The meaning of the end of the time for the work, in words. The server alone knows how much of it counts. */
export const timeOverMessage = `${texts.timeOver}: your answers are kept. Your last code and your choices stand as they were at the end.`

/** The same where this device could not keep all of it. */
export const savedOverMessage = `${texts.timeOver}. What is saved is kept as it stood at the end.`

/** The specification gives both one name: what was left is known only in the tab where it happened. */
const causes: Record<LeaveFacts['kind'], { title: string; words: string }> = {
  away: {
    title: texts.switchedWindow,
    words: 'You left the test window, and the rules of this drive end the test for that.',
  },
  fullscreen: {
    title: 'Left full screen',
    words:
      'You left full screen more often than the rules of this drive allow, and they end the test for that.',
  },
}

/**
 * Why the test ended. This tab notes its own forced end, which the server may not know yet; whatever the server says of the
 * end is newer: the test may have been opened again since, and ended in another way.
 */
export const endReasonOf = (noted: string | null, { endReason }: Pick<TestSnapshot, 'endReason'>) =>
  endReason ?? noted

/** Why the test ended by force, in words; null for an end like any other. */
export function forcedEnd(
  reason: string | null,
  cause: LeaveFacts['kind'] | null,
): { title: string; words: string } | null {
  if (reason === null || reason === '' || ordinary.includes(reason)) return null
  if (reason === texts.switchedWindow && cause !== null) return causes[cause]
  return { title: reason, words: words[reason] ?? 'The people who run this drive ended the test.' }
}
