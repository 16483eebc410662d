import { scriptAddress } from '../http/scriptAddress.ts'

/**
 * Registers the service worker once the page has drawn itself. A new version is not fetched while a test is open on this
 * device, and waits until every page of the old one is closed: nothing is swapped under a running test.
 */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const register = async (): Promise<void> => {
    const { Workbox } = await import('workbox-window')
    await new Workbox(scriptAddress('/worker.js'), { scope: '/' }).register()
  }
  const whenIdle = (): void => {
    register().catch(() => {
      // Without a worker the test still runs; the readiness check says what works less.
    })
  }
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
