/** The browser's word on the network; outside of the test there is no better witness. */

export const isOnline = (): boolean => navigator.onLine

export function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
