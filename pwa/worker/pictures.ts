import { registerRoute } from 'workbox-routing'
import { keepPicture, pictureCache } from '../attempt/pictures.ts'

/** Pictures of the questions: kept at their first load; their addresses change with their content. */
export function keepPictures(): void {
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
