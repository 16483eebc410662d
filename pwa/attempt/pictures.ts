/** Pictures of the questions: in the browser's cache, where the service worker answers for their addresses. */

const CACHE = 'holdfast-pictures'

/** Plain http gives no cache: pictures are then asked of the server as they are looked at. */
export const pictureCache = async (): Promise<Cache | null> =>
  'caches' in globalThis ? caches.open(CACHE) : null

export async function keepPicture(url: string, picture: Response): Promise<void> {
  await (await pictureCache())?.put(url, picture)
}

export async function forgetPictures(urls: readonly string[]): Promise<void> {
  const cache = await pictureCache()
  if (cache) await Promise.all(urls.map((url) => cache.delete(url)))
}

interface Pictured {
  problems: readonly { image_url: string | null; pictures?: readonly string[] | undefined }[]
  questions: readonly { image_url: string | null; options: readonly { image_url: string | null }[] }[]
}

/** The addresses of all pictures of a test, each once. */
export function picturesOf({ problems, questions }: Pictured): string[] {
  const all = [
    ...problems.flatMap((problem) => [problem.image_url, ...(problem.pictures ?? [])]),
    ...questions.flatMap((row) => [row.image_url, ...row.options.map((option) => option.image_url)]),
  ]
  return [...new Set(all.filter((url) => url !== null))]
}
