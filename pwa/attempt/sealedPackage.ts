import { candidateUrl } from '#contract/candidatePaths.ts'
import type { LeaseGrant, PackageKey } from '#contract/sync.ts'
import type { DriveView, PackageContent } from '#contract/views/candidate.ts'
import { shuffled } from '#machines/attempt/shuffle.ts'
import { bytesOfBase64 } from '../http/base64.ts'
import type { ContentRecord } from './db/schema.ts'
import { keepPicture } from './pictures.ts'

/**
 * The sealed question package on this device (decision 0020): fetched while a person waits for the start, opened with
 * the start's key. Without it the questions come by plain calls, so nothing here ever stands in the way of a test.
 */

const CACHE = 'holdfast-packages'
const NONCE_BYTES = 12
/** A black-holed line ends by itself; a package of some megabytes on a poor one does not. */
const TIMEOUT_MS = 300_000

/** Plain http has neither a cache nor encryption. */
export const canOpenPackages = (): boolean =>
  'caches' in globalThis && globalThis.crypto?.subtle !== undefined && 'DecompressionStream' in globalThis

const addressOf = (hash: string): string => candidateUrl('getPackage', { hash })

let coming: { hash: string; here: Promise<boolean> } | null = null

/**
 * Brings a drive's package to this device, once however often it is asked for.
 * @param waitMs waits up to so long first: many open their links at the same moment
 * @returns whether it is here
 */
export function packageAhead(token: string, hash: string, waitMs: number): Promise<boolean> {
  if (coming?.hash === hash) return coming.here
  const here = bring(token, hash, Math.random() * waitMs).catch(() => false)
  coming = { hash, here }
  // A package that failed is tried again when it is asked for again.
  void here.then((done) => {
    if (!done && coming?.hash === hash) coming = null
  })
  return here
}

async function bring(token: string, hash: string, delayMs: number): Promise<boolean> {
  if (!canOpenPackages()) return false
  const cache = await caches.open(CACHE)
  if (await cache.match(addressOf(hash))) return true
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  const answer = await fetch(addressOf(hash), {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    credentials: 'omit',
    priority: 'low',
  } as RequestInit)
  if (!answer.ok) return false
  const body = await answer.arrayBuffer()
  // A network that asks to sign in answers everything with a page of its own.
  if ((await sha256Of(body)) !== hash) return false
  // One test at a time is waited for: what another link left here is old.
  for (const { url } of await cache.keys()) if (!url.endsWith(hash)) await cache.delete(url)
  await cache.put(addressOf(hash), new Response(body))
  return true
}

/** Takes the package off the device: the test it was for is kept here, and its key is not. */
export async function dropPackage(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE).catch(() => false)
}

/**
 * Opens the package that the start's key fits. It stays here: a device that cannot keep the test yet starts it again.
 * @returns the test's content, or null where the package is not here or is no longer what is asked
 */
export async function openPackage(lease: LeaseGrant, view: DriveView): Promise<ContentRecord | null> {
  if (!canOpenPackages() || !lease.package) return null
  try {
    const body = await (await caches.match(addressOf(lease.package.hash)))?.arrayBuffer()
    if (!body) return null
    const { content, rest } = await unsealed(body, lease.package)
    // A picture that finds no room here is asked for by its address.
    await keepPictures(content.pictures, rest).catch(() => undefined)
    const { allow_coding, allow_mcq } = view.drive
    return {
      attempt_id: lease.attempt_id,
      problems: allow_coding ? shuffled(content.problems, lease.order_seed) : [],
      questions: allow_mcq ? shuffled(content.questions, lease.order_seed) : [],
      languages: content.languages,
      templates: content.templates,
    }
  } catch {
    return null
  }
}

/** @throws where the bytes are not those of the hash, or the key does not fit */
async function unsealed(body: ArrayBuffer, { hash, key }: PackageKey) {
  if ((await sha256Of(body)) !== hash) throw new Error('The package is damaged')
  const { subtle } = crypto
  const cipher = await subtle.importKey('raw', bytesOfBase64(key), 'AES-GCM', false, ['decrypt'])
  const iv = body.slice(0, NONCE_BYTES)
  const plain = await subtle.decrypt({ name: 'AES-GCM', iv }, cipher, body.slice(NONCE_BYTES))
  const end = 4 + new DataView(plain).getUint32(0)
  const json = new Blob([plain.slice(4, end)]).stream().pipeThrough(new DecompressionStream('gzip'))
  const content = (await new Response(json).json()) as PackageContent
  return { content, rest: plain.slice(end) }
}

async function keepPictures(told: PackageContent['pictures'], bodies: ArrayBuffer): Promise<void> {
  let at = 0
  for (const { url, type, bytes } of told) {
    const picture = bodies.slice(at, at + bytes)
    at += bytes
    await keepPicture(url, new Response(picture, { headers: { 'content-type': type } }))
  }
}

const sha256Of = async (bytes: ArrayBuffer): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
