import { texts } from '#contract/texts.ts'

const words: Record<string, string> = {
  [texts.switchedWindow]: 'You left the window of the test, and the rules of this drive end it then.',
  [texts.connectionLost]:
    'Nothing was heard from this device for a while before the end, so the server closed the test.',
  [texts.timeOver]: 'Your time was over.',
}
const ordinary: readonly string[] = [texts.timeOver, texts.finishedByCandidate]

/** Why the test ended by force, in words; null for an end like any other. */
export function forcedEnd(reason: string | null): { title: string; words: string } | null {
  if (reason === null || reason === '' || ordinary.includes(reason)) return null
  return { title: reason, words: words[reason] ?? 'The people who run this drive ended the test.' }
}
