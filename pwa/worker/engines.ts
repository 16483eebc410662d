import { registerRoute } from 'workbox-routing'
import type { EnginesKept, KeepEngines } from '../runner/protocol.ts'

declare const self: ServiceWorkerGlobalScope

/** Apart from the pages' own files: an engine is large, wanted by some tests only, and the same for many versions. */
const CACHE = 'holdfast-engines'
const isEngine = (path: string): boolean => /^\/assets\/candidate\/[^/]+\.wasm$/.test(path)

const onTheWay = new Map<string, Promise<void>>()

/** The file of an engine, from the cache where it lies there; where the cache takes nothing, from the network. */
async function engine(url: string): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(url)
  if (kept) return kept
  await keptEngine(cache, url).catch(() => undefined)
  return (await cache.match(url)) ?? fetch(url)
}

/** Brings an engine into the cache; one that is on its way is not asked for twice. */
function keptEngine(cache: Cache, url: string, init: RequestInit = {}): Promise<void> {
  const coming = onTheWay.get(url) ?? bring(cache, url, init).finally(() => onTheWay.delete(url))
  onTheWay.set(url, coming)
  return coming
}

/**
 * The answer goes into the cache as it comes. Nobody else gets a copy of it: what one reader of a copied body has not
 * read stays in memory, tens of megabytes for as long as the worker lives.
 */
async function bring(cache: Cache, url: string, init: RequestInit): Promise<void> {
  const answer = await fetch(url, init)
  // A network that asks to sign in answers everything with a page of its own.
  if (!answer.ok || answer.headers.get('content-type') !== 'application/wasm')
    throw new TypeError('This is no engine')
  await cache.put(url, answer)
}

/** Fetches what is wanted, one after the other and after whatever is more urgent. */
async function keep({ wanted, current }: KeepEngines): Promise<boolean> {
  const cache = await caches.open(CACHE)
  const names = current.map((file) => new URL(file, self.location.href).href)
  for (const { url } of await cache.keys()) if (!names.includes(url)) await cache.delete(url)
  for (const file of wanted) {
    const url = new URL(file, self.location.href)
    if (url.origin !== self.location.origin || !isEngine(url.pathname)) return false
    try {
      if (!(await cache.match(url.href)))
        await keptEngine(cache, url.href, { priority: 'low' } as RequestInit)
    } catch {
      return false
    }
  }
  return true
}

/** Engines of languages: fetched ahead when a page asks for it, and found here when the network is gone. */
export function keepEngines(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isEngine(url.pathname),
    ({ url }) => engine(url.href),
  )
  self.addEventListener('message', (event) => {
    const asked = event.data as KeepEngines | undefined
    if (asked?.type !== 'keep-engines') return
    const answer = keep(asked).then((kept) => event.ports[0]?.postMessage({ kept } satisfies EnginesKept))
    event.waitUntil(answer)
  })
}
