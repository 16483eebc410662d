import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { carryOn } from '../sync/carryOn.ts'
import { keepEngines } from './engines.ts'
import { keepPictures } from './pictures.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/**
 * The service worker: everything an attempt needs opens without a network. It takes control of the first page at
 * once, and never replaces a running version: a new one waits until no page of the old one is open.
 */
const manifest = self.__WB_MANIFEST
precacheAndRoute(manifest)
cleanupOutdatedCaches()
if (manifest.length > 0)
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('/candidate.html'), { allowlist: [/^\/candidate(\/|$)/] }),
  )
keepPictures()
keepEngines()

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** Background Sync is one more wake-up: the page may be gone while its tail is still here. */
self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as unknown as { tag: string; waitUntil(done: Promise<unknown>): void }
  if (tag === 'holdfast')
    waitUntil.call(
      event,
      carryOn(() => true),
    )
})
