import { UNSENT_PREFIX } from '#pwa/attempt/storageKeys.ts'
import { readText, writeText } from '../stored.ts'

/**
 * Text that may be put into the editor because it came out of it: what was cut or copied there, and what the page
 * itself gave as a copy of the work. Kept with the tab, so that a reload in between loses nothing; it goes with the
 * test.
 */

const MOVED = `${UNSENT_PREFIX}moved`
const GIVEN = `${UNSENT_PREFIX}given`

/** Another system's clipboard may have changed the line ends. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim()

/** The text that the editor's own keys move; null where the system's clipboard has the newer one. */
export const movedText = (): string | null => readText(MOVED, 'session')
export const keepMoved = (text: string): void => writeText(MOVED, text, 'session')

/** The page gave this to the system's clipboard, or as a file. */
export function noteGiven(text: string): void {
  writeText(GIVEN, text, 'session')
  writeText(MOVED, null, 'session')
}

/** Whether a text was given by the page, whole or a part of it. */
export function isGiven(text: string): boolean {
  const own = plain(text)
  return own !== '' && plain(readText(GIVEN, 'session') ?? '').includes(own)
}
