/** The events of the page around the test. */
export interface PageLifecycle {
  /** A try to reach the server is worth it now, whichever way it goes. */
  wake(): void
  /** The page may be gone the next moment, or another window may take the test over. */
  leave(): void
}

export function listenToPage(life: PageLifecycle): void {
  addEventListener('online', () => life.wake())
  // Nothing may be under way by which it would show: what the browser suspects is tried.
  addEventListener('offline', () => life.wake())
  addEventListener('pagehide', () => life.leave())
  addEventListener('blur', () => life.leave())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') life.wake()
    else life.leave()
  })
}

interface WithSync {
  sync?: { register(tag: string): Promise<void> }
}

/** Asks the browser to wake the service worker once there is a network, where it can. */
export function registerBackgroundSync(): void {
  navigator.serviceWorker?.ready
    .then((registration) => (registration as unknown as WithSync).sync?.register('holdfast'))
    .catch(() => {})
}
