import { registerRoute } from 'workbox-routing'

const CACHE = 'holdfast-pictures'

/** Pictures of the questions: kept at their first load; their addresses change with their content. */
export function keepPictures(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/files/images/'),
    async ({ request }) => {
      const cache = await caches.open(CACHE)
      const kept = await cache.match(request)
      if (kept) return kept
      const answer = await fetch(request)
      if (answer.ok && answer.headers.get('content-type')?.startsWith('image/'))
        await cache.put(request, answer.clone())
      return answer
    },
  )
}
