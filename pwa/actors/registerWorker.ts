/**
 * Registers the service worker once the page has drawn itself. A new version waits until every page of the old one is
 * closed: nothing is swapped under a running test.
 */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const register = async (): Promise<void> => {
    const { Workbox } = await import('workbox-window')
    await new Workbox('/worker.js', { scope: '/' }).register()
  }
  const whenIdle = (): void => {
    register().catch(() => {
      // Without a worker the test still runs; the readiness check says what works less.
    })
  }
  if (document.readyState === 'complete') setTimeout(whenIdle, 0)
  else addEventListener('load', whenIdle, { once: true })
}
