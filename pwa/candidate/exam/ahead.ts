import { openTest } from '#pwa/attempt/session/session.ts'
import { readSession } from '#pwa/attempt/session/store.ts'
import { isOutdated } from '#pwa/candidate/registerWorker.ts'
import { retryableImport } from '../ui/lazyPart.tsx'
import { flowPart } from '../way/way.ts'
import { codeEditor } from './editor/ahead.ts'

/** As long as an empty page is nothing to wonder at. A slow device has its test by then; where the line is slow, a page says so. */
const MOMENT_MS = 1_000

/** A test begins with the newest version that is here, and whole: its page is loaded anew where this one is older. */
export const testPage = retryableImport(() => (isOutdated() ? pageAnew() : import('./TestPage.tsx')))

function pageAnew(): Promise<never> {
  location.reload()
  return new Promise(() => {})
}

/**
 * Asks for the parts of the test screen together, and reads the device meanwhile, because one after the other each
 * would wait for the one before. A screen that needs a part asks for it again, and says what went wrong.
 * @returns once the screen can be drawn as a whole, or after a moment
 */
export async function waitForTest(): Promise<void> {
  const parts: Promise<unknown>[] = [
    testPage.ask(),
    flowPart.ask(),
    codeEditor.ask(),
    import('#pwa/markdown/render.ts'),
  ]
  if (readSession()) parts.push(openTest())
  const moment = new Promise((resolve) => setTimeout(resolve, MOMENT_MS))
  await Promise.race([Promise.allSettled(parts), moment])
}
