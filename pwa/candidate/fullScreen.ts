/** Full screen, where the browser has it. Enter it in the click itself: after an await the browser refuses. */

interface KeyboardLock {
  lock?: (keys: string[]) => Promise<void>
  unlock?: () => void
}
const keyboard = (): KeyboardLock | undefined =>
  'keyboard' in navigator ? (navigator.keyboard as KeyboardLock) : undefined

export const hasFullScreen = (): boolean => document.fullscreenEnabled === true
export const inFullScreen = (): boolean => document.fullscreenElement !== null

/** Longer than any browser takes to fill the screen: one that says nothing for so long must not keep a test from going on. */
const ANSWERS_WITHIN_MS = 3_000

/**
 * Answers whether full screen is on; a browser that has not answered in time has refused it. If the browser can, Escape
 * is kept for the editor: it then leaves full screen only when held.
 */
export function enterFullScreen(): Promise<boolean> {
  if (inFullScreen()) return Promise.resolve(true)
  if (!hasFullScreen()) return Promise.resolve(false)
  const asked = document.documentElement.requestFullscreen({ navigationUI: 'hide' }).then(
    () => {
      keyboard()
        ?.lock?.(['Escape'])
        .catch(() => undefined)
      return true
    },
    () => false,
  )
  const late = new Promise<boolean>((answer) => setTimeout(() => answer(inFullScreen()), ANSWERS_WITHIN_MS))
  return Promise.race([asked, late])
}

export async function leaveFullScreen(): Promise<void> {
  keyboard()?.unlock?.()
  if (inFullScreen()) await document.exitFullscreen().catch(() => undefined)
}
