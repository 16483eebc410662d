import type { Page } from 'playwright'
import { see } from './see.ts'

/** Waits until the worker keeps the page, so that it opens without a network. */
export const workerKeeps = (page: Page): Promise<void> =>
  see
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 20_000 })
    .toBe(true)
