import { createToaster } from '@chakra-ui/react'
import { consoleTexts } from '#contract/consoleTexts.ts'

/**
 * Beside the right edge of a wide window: the column with what can be done for a row stands there. On a phone the words
 * take the width.
 */
const RIGHT = 'clamp(1rem, (100vw - 48rem) * 999, 5rem)'

/** Below a dialog, which leaves the foot of the window free: its buttons stand where a page has none. */
const BOTTOM = 'var(--toasts-bottom, 5.5rem)'

/**
 * At the foot, above a form's buttons and a phone's bar, one over the other: nothing that is said in passing lies over a
 * title, its buttons, the fields of a dialog or the menu of a row.
 */
export const toaster = createToaster({
  placement: 'bottom-end',
  offsets: { top: '1rem', left: '1rem', right: RIGHT, bottom: BOTTOM },
  pauseOnPageIdle: true,
  overlap: true,
  gap: 10,
})

/** How long what may be missed stands. */
const DONE_MS = 5_000
/** Longer: it says what is left to do. */
const PART_MS = 12_000

/** More faults than this at once are read by nobody, and would keep what is said after them from being shown. */
const MAX_STANDING = 5

/** Faults that stand, by their words, the oldest first. */
const standing = new Map<string, string>()

/**
 * Says a fault until somebody closes it. Said again it comes to the front, and still stands once.
 * @param description why, below the words
 */
export function toastError(title: string, description?: string): void {
  const words = [title, description].join(' ')
  const before = standing.get(words)
  if (before !== undefined) toaster.remove(before)
  standing.delete(words)
  const [oldest] = standing.size < MAX_STANDING ? [] : standing
  if (oldest) {
    toaster.remove(oldest[1])
    standing.delete(oldest[0])
  }
  standing.set(
    words,
    toaster.create({ title, description, type: 'error', closable: true, duration: Number.POSITIVE_INFINITY }),
  )
}

/** Whether the words tell of something done but for a part of it: no mail has left. */
export const isDoneInPart = (words: string): boolean => words.includes(consoleTexts.notMailed)

/**
 * Says that something was done, in the words of the server or of the specification; without a tick where a part was not.
 * @param description of whom, where the words do not tell
 */
export function toastDone(title: string, description?: string): void {
  const isPart = isDoneInPart(title)
  toaster.create({
    title,
    description,
    type: isPart ? 'warning' : 'success',
    closable: true,
    duration: isPart ? PART_MS : DONE_MS,
  })
}
