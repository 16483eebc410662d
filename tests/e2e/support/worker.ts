import type { Page } from 'playwright'
import { see } from './see.ts'

/** Waits until the worker keeps the page, so that it opens without a network. */
export const workerKeeps = (page: Page): Promise<void> =>
  see.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

/** Lets the browser look for a new version, as it does by itself at most once a page. */
export const lookForUpdate = (page: Page): Promise<{ isRefused: boolean; waits: boolean }> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const told = await registration.update().then(
      () => 'taken',
      () => 'refused',
    )
    // A worker that is being installed has not been decided about yet.
    const coming = registration.installing
    if (coming)
      await new Promise<void>((resolve) => {
        const look = () => coming.state !== 'installing' && resolve()
        coming.addEventListener('statechange', look)
        look()
      })
    const isRefused = told === 'refused' || coming?.state === 'redundant'
    return { isRefused, waits: registration.waiting !== null }
  })
