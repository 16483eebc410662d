import { scriptAddress } from '../http/scriptAddress.ts'
import type { KeepPages } from '../runner/protocol.ts'

const LOOK_MS = 5_000
/** The interval if no worker stays: forbidden by the browser, not to be installed, or out of reach. */
const RAREST_LOOK_MS = 120_000
/** An event of the window: the worker was gone and is there again; what it had kept besides the pages is not. */
export const WORKER_PUT_BACK = 'worker-put-back'

let outdated = false

/** A new version took over since this page began: what of this one was not loaded yet may be out of reach offline. */
export const isOutdated = (): boolean => outdated

/**
 * Registers the service worker once the page has drawn itself. A new version is not fetched while a test is open on this
 * device, and takes over only where none is: nothing is swapped under a running test.
 * @param onNewVersion told when another version has taken over from the one this page began with
 */
export function registerWorker(onNewVersion: () => void): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const { serviceWorker } = navigator
  // The first one ever has taken over from none.
  let isFirst = serviceWorker.controller === null
  serviceWorker.addEventListener('controllerchange', () => {
    outdated = !isFirst
    isFirst = false
    if (outdated) onNewVersion()
  })
  const register = async (): Promise<ServiceWorkerRegistration | undefined> => {
    const { Workbox } = await import('workbox-window')
    return new Workbox(scriptAddress('/worker.js'), { scope: '/' }).register()
  }
  const whenIdle = (): void => {
    register().catch(() => {
      // Without a worker the test still runs; the readiness check says what works less.
    })
  }
  // Who clears the browser's data removes it under this page, which needs it no less for that.
  const putBack = async (): Promise<boolean> => {
    if (document.readyState !== 'complete' || (await serviceWorker.getRegistration())) return true
    // It is no new version.
    isFirst = true
    const registration = await register()
    registration?.active?.postMessage({ type: 'keep-pages' } satisfies KeepPages)
    dispatchEvent(new Event(WORKER_PUT_BACK))
    return false
  }
  const lookAfter = (wait: number): void => {
    setTimeout(async () => {
      const isThere = await putBack().catch(() => false)
      lookAfter(isThere ? LOOK_MS : Math.min(2 * wait, RAREST_LOOK_MS))
    }, wait)
  }
  lookAfter(LOOK_MS)
  if (document.readyState === 'complete') setTimeout(whenIdle, 0)
  else addEventListener('load', whenIdle, { once: true })
}

/** A version that came while a test was open is fetched once it is over. */
export function lookForNewVersion(): void {
  navigator.serviceWorker
    ?.getRegistration()
    .then((registration) => registration?.update())
    .catch(() => {
      // Without a network the next page that is opened looks.
    })
}
