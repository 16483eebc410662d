import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { testIsOpen } from '../attempt/db/testIsOpen.ts'
import { keepPicture, pictureCache } from '../attempt/pictures.ts'
import { sendInBackground } from '../attempt/sync/background.ts'
import type { KeepPages } from '../runner/protocol.ts'
import { keepEngines } from './engines.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/**
 * The service worker: everything an attempt needs opens without a network. It takes control of the first page at
 * once. A new version is not even fetched while a test is open on this device; where none is open it takes over at
 * once. One that waited would come when the browser of a running test is opened again.
 */
const manifest = self.__WB_MANIFEST
const pages = new PrecacheController()
pages.addToCacheList(manifest)
registerRoute(new PrecacheRoute(pages))
cleanupOutdatedCaches()
if (manifest.length > 0)
  registerRoute(
    new NavigationRoute(pages.createHandlerBoundToURL('/candidate.html'), {
      allowlist: [/^\/candidate(\/|$)/],
    }),
  )
keepPictures()
keepEngines()

async function install(event: ExtendableEvent): Promise<void> {
  // The browser asks for the new version again at each page that is opened.
  if (self.registration.active && (await testIsOpen())) throw new Error('A test is open on this device')
  await pages.install(event)
  // Fetching takes a while: a test may have begun.
  if (self.registration.active && !(await testIsOpen())) await self.skipWaiting()
}

self.addEventListener('install', (event) => event.waitUntil(install(event)))
self.addEventListener('activate', (event) => {
  event.waitUntil(pages.activate(event))
  event.waitUntil(self.clients.claim())
})

/**
 * A page has registered this worker again, after its registration was removed under the page and, where the browser's data
 * were cleared, its files as well. The browser installs nothing anew then: what the installation does is done here.
 */
self.addEventListener('message', (event) => {
  if ((event.data as KeepPages | undefined)?.type !== 'keep-pages') return
  const again = { type: 'install', waitUntil: (done: Promise<unknown>) => event.waitUntil(done) }
  event.waitUntil(pages.install(again as ExtendableEvent))
})

/** Background Sync is one more wake-up: the page may be gone while its tail is still here. */
self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as unknown as { tag: string; waitUntil(done: Promise<unknown>): void }
  if (tag === 'holdfast')
    waitUntil.call(
      event,
      sendInBackground(() => true),
    )
})

/** Pictures of the questions: kept at their first load; their addresses change with their content. */
function keepPictures(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/files/images/'),
    async ({ request }) => {
      const kept = await (await pictureCache())?.match(request)
      if (kept) return kept
      const answer = await fetch(request)
      if (answer.ok && answer.headers.get('content-type')?.startsWith('image/'))
        await keepPicture(request.url, answer.clone())
      return answer
    },
  )
}
