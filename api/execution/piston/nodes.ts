import { Semaphore } from '../../kit/semaphore.ts'
import type { PistonRuntime } from './answers.ts'
import { fetchRuntimes } from './client.ts'
import type { PistonEndpoint } from './endpoint.ts'
import type { PinnedLanguage } from './languages.ts'

/** How long an endpoint that failed is left alone while there are others; asking it in vain begins this anew. */
const REST_MS = 15_000
const RUNTIMES_TIMEOUT_MS = 5_000

export interface PistonNode {
  endpoint: PistonEndpoint
  places: Semaphore
  restUntil: number
  /** The runtimes it offered when it last answered; null while it never did. */
  runtimes: PistonRuntime[] | null
  /** Why it refused the last job it got: mostly its own limits are lower than what is asked for. */
  refusal: string | null
}

export function createNodes(endpoints: PistonEndpoint[]): PistonNode[] {
  return endpoints.map((endpoint) => ({
    endpoint,
    places: new Semaphore(endpoint.slots),
    restUntil: 0,
    runtimes: null,
    refusal: null,
  }))
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

function runtimeOf(node: PistonNode, { language, version }: PinnedLanguage): PistonRuntime | undefined {
  return node.runtimes?.find((one) => one.language === language && one.version === version)
}

/** The nodes that have a language in its very version. */
export function nodesWith(nodes: PistonNode[], language: PinnedLanguage): PistonNode[] {
  return nodes.filter((node) => runtimeOf(node, language) !== undefined)
}

/** By how much a node says that it is slower in a language than a native engine. */
export function factorAt(node: PistonNode, language: PinnedLanguage): number {
  return runtimeOf(node, language)?.time_factor ?? 1
}

/**
 * Asks every node for its runtimes: one that answers gets work again (one that refuses jobs rests to the end), one
 * that does not is left alone for a while. Rejects when none of them answers.
 */
export async function askNodes(nodes: PistonNode[]): Promise<void> {
  const faults = await Promise.all(
    nodes.map(async (node) => {
      try {
        node.runtimes = await fetchRuntimes(node.endpoint, AbortSignal.timeout(RUNTIMES_TIMEOUT_MS))
        if (node.refusal === null) node.restUntil = 0
        return null
      } catch (error) {
        letRest(node, Date.now())
        return error
      }
    }),
  )
  if (!faults.includes(null)) throw faults[0] ?? new Error('no endpoint is configured')
}
