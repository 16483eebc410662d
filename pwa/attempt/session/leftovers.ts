import { dropForgotten } from './store.ts'

/** The page's own work comes first. */
const AFTER_MS = 3_000
const AGAIN_MS = 60_000

/**
 * Sends what tests that are over left on this device, whatever page is open, because their own may never be opened
 * again. Work that cannot be sent now is tried again while the page is here.
 */
export function sendLeftovers(): void {
  let timer: ReturnType<typeof setTimeout>
  const later = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), ms)
  }
  const send = async (): Promise<void> => {
    try {
      const [{ sendInBackground }, { isOverHere: isEnded }] = await Promise.all([
        import('../sync/background.ts'),
        import('../pending.ts'),
      ])
      await sendInBackground(isEnded)
      await dropForgotten()
    } catch {
      later(AGAIN_MS)
    }
  }
  later(AFTER_MS)
  addEventListener('online', () => later(AFTER_MS))
}
