import type { Page } from 'playwright'

declare global {
  interface Window {
    /** When the test could be used, in milliseconds since the page began to load. */
    usableAt: number | null
  }
}

/**
 * Runs in the page: notes when the test screen is there as a whole. The statement is drawn, the editor holds the
 * program and can be typed in; a test that is opened again asks for full screen in front of it, and can be answered.
 */
export function watchUsable(): void {
  window.usableAt = null
  const isThere = (): boolean => {
    const editor = document.querySelector('.cm-content[contenteditable="true"]')
    const statement = document.querySelector('.statement .markdown')
    return (editor?.textContent ?? '').length > 1 && (statement?.textContent ?? '').length > 20
  }
  const look = (): void => {
    if (!isThere()) requestAnimationFrame(look)
    // Behind the frame that drew it.
    else setTimeout(() => (window.usableAt = performance.now()), 0)
  }
  requestAnimationFrame(look)
}

/** @throws where the test screen does not come */
export async function untilUsable(page: Page): Promise<number> {
  const at = await page.waitForFunction(() => window.usableAt, null, { timeout: 30_000 })
  return Number(await at.jsonValue())
}
