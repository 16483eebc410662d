import { Semaphore } from '../semaphore.ts'
import { fetchRuntimes, type PistonEndpoint } from './client.ts'
import { type PinnedLanguage, pinLanguages } from './languages.ts'

/** How long an endpoint that could not be reached is left alone while there are others. */
const REST_MS = 10_000
const RUNTIMES_TIMEOUT_MS = 5_000

export interface PistonNode {
  endpoint: PistonEndpoint
  places: Semaphore
  restUntil: number
}

export function createNodes(endpoints: PistonEndpoint[]): PistonNode[] {
  return endpoints.map((endpoint) => ({ endpoint, places: new Semaphore(endpoint.slots), restUntil: 0 }))
}

function load({ places }: PistonNode): number {
  return (places.busy + places.waiting) / places.capacity
}

/** The least busy node, reachable ones first. */
export function leastBusy(nodes: PistonNode[], now: number): PistonNode | undefined {
  const rested = nodes.filter((node) => node.restUntil <= now)
  return (rested.length > 0 ? rested : nodes).reduce<PistonNode | undefined>(
    (best, node) => (best === undefined || load(node) < load(best) ? node : best),
    undefined,
  )
}

export function letRest(node: PistonNode, now: number): void {
  node.restUntil = now + REST_MS
}

/** What the nodes offer: versions are pinned once, and a node counts for a language only with that very version. */
export interface Offer {
  languages: PinnedLanguage[]
  nodesFor(language: PinnedLanguage): PistonNode[]
}

/** Asks every node for its runtimes. Rejects when none of them answers. */
export async function fetchOffer(nodes: PistonNode[]): Promise<Offer> {
  const asked = await Promise.allSettled(
    nodes.map((node) => fetchRuntimes(node.endpoint, AbortSignal.timeout(RUNTIMES_TIMEOUT_MS))),
  )
  const answers = asked.map((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (!asked.some((answer) => answer.status === 'fulfilled')) {
    const [first] = asked
    throw first?.status === 'rejected' ? first.reason : new Error('no endpoint is configured')
  }
  return {
    languages: pinLanguages(answers.flat()),
    nodesFor: ({ language, version }) =>
      // A node that was down at the start may have the version by now; it says so itself if not.
      nodes.filter((_, index) => {
        const offered = answers[index] ?? []
        return (
          offered.length === 0 || offered.some((one) => one.language === language && one.version === version)
        )
      }),
  }
}
