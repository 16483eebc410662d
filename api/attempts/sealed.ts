import { createHash, webcrypto } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Logger } from 'pino'
import type { PackageKey } from '#contract/sync.ts'
import { type PackageContent, packageContent } from '#contract/views/candidate.ts'
import type { Database } from '#db/open.ts'
import { formatErrorLine } from '../kit/formatError.ts'
import type { Keys } from '../kit/keys.ts'
import { imageUrl } from '../storage/links.ts'
import { pictureFormat } from '../storage/pictureFormat.ts'
import { soundPicture } from '../storage/pictures.ts'
import type { Storage } from '../storage/storage.ts'
import { pictureKeysIn } from '../storage/textPictures.ts'
import type { DriveContent } from './content.ts'
import { toLanguage, toProblem, toQuestion } from './itemViews.ts'

/**
 * The sealed question package: what a drive asks, encrypted, the same bytes for every candidate. Devices fetch it while
 * they wait for the start, and the start answers its key: at the bell a few hundred bytes are enough (decision 0020).
 *
 * Sealed bytes: 12 bytes nonce, then AES-256-GCM over: 4 bytes length (big-endian) of the gzipped JSON of
 * `packageContent`, that JSON, the pictures' bytes one after the other.
 */

/** Pictures over this are left to their addresses: a package must come over a poor line too. */
const PICTURES_MAX_BYTES = 6_000_000
/** Packages kept in memory for the devices that ask for them; others are made again when they are asked for. */
const KEPT_BYTES = 24_000_000
const NONCE_BYTES = 12

const gzipped = promisify(gzip)

interface Ports {
  db: Database
  keys: Keys
  storage: Storage
  log: Logger
}

interface Sealed extends PackageKey {
  bytes: number
}

export class SealedPackages {
  readonly #ctx: Ports
  /** A content never changes, so neither does its package. */
  readonly #sealed = new WeakMap<DriveContent, Promise<Sealed | null>>()
  /** By hash, newest last. */
  readonly #bodies = new Map<string, Uint8Array<ArrayBuffer>>()

  constructor(ctx: Ports) {
    this.#ctx = ctx
  }

  /** The package of a content: its name and its key. null where it cannot be made now: no test waits for it. */
  of(content: DriveContent): Promise<Sealed | null> {
    const known = this.#sealed.get(content)
    if (known) return known
    const sealed = this.#seal(content).then(
      ({ name }) => name,
      (error: unknown) => {
        // A disk may fail once: tried again when it is asked for again.
        this.#sealed.delete(content)
        this.#ctx.log.warn({ error: formatErrorLine(error) }, 'a question package could not be made')
        return null
      },
    )
    this.#sealed.set(content, sealed)
    return sealed
  }

  /** The sealed bytes, or null where the content's package is another one. */
  async body(content: DriveContent, hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const own = await this.of(content)
    if (own?.hash !== hash) return null
    return this.#bodies.get(hash) ?? (await this.#seal(content)).body
  }

  async #seal(content: DriveContent): Promise<{ name: Sealed; body: Uint8Array<ArrayBuffer> }> {
    const plain = await plainBytes(this.#ctx, content)
    // Two drives may ask the same, one of them begun: its key opens nothing of the other one.
    const digest = createHash('sha256').update(`${content.driveId}|`).update(plain).digest('hex')
    const { key, nonce } = this.#ctx.keys.packageKey(digest)
    // Off the event loop: a package may have some megabytes.
    const { subtle } = webcrypto
    const cipher = await subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
    const sealed = await subtle.encrypt({ name: 'AES-GCM', iv: nonce }, cipher, plain)
    const body = new Uint8Array(NONCE_BYTES + sealed.byteLength)
    body.set(nonce)
    body.set(new Uint8Array(sealed), NONCE_BYTES)
    const hash = Buffer.from(await subtle.digest('SHA-256', body)).toString('hex')
    this.#keep(hash, body)
    return { name: { hash, key: key.toString('base64'), bytes: body.length }, body }
  }

  #keep(hash: string, body: Uint8Array<ArrayBuffer>): void {
    this.#bodies.delete(hash)
    this.#bodies.set(hash, body)
    let kept = [...this.#bodies.values()].reduce((sum, { length }) => sum + length, 0)
    for (const [oldest, { length }] of this.#bodies) {
      if (kept <= KEPT_BYTES) break
      this.#bodies.delete(oldest)
      kept -= length
    }
  }
}

async function plainBytes(ctx: Ports, content: DriveContent): Promise<Buffer<ArrayBuffer>> {
  const { told, bodies } = await picturesOf(ctx, content)
  // Through the view, as whatever leaves the server.
  const view: PackageContent = packageContent.parse({
    problems: content.problems.map((problem) => toProblem(ctx, problem, problem.submission_count)),
    questions: content.questions.map((question) => toQuestion(ctx, question)),
    languages: content.languages.map((row) => toLanguage(row, content.engines)),
    templates: Object.fromEntries(content.problems.map(({ id, templates }) => [id, templates])),
    pictures: told,
  })
  const json = await gzipped(JSON.stringify(view))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  return Buffer.concat([length, json, ...bodies])
}

/** The pictures in the order they are asked in, as far as they fit; one that is missing is told nowhere. */
async function picturesOf(ctx: Ports, content: DriveContent) {
  const asked = [
    ...content.problems.flatMap((problem) => [problem.image_key, ...pictureKeysIn(problem.description)]),
    ...content.questions.flatMap((row) => [row.image_key, ...row.options.map((option) => option.image_key)]),
  ]
  const told: PackageContent['pictures'] = []
  const bodies: Buffer[] = []
  let room = PICTURES_MAX_BYTES
  for (const key of new Set(asked)) {
    const url = imageUrl(ctx, key)
    const body = key === null ? null : await soundPicture(ctx, key)
    if (url === null || body === null || body.length > room) continue
    const format = pictureFormat(body)
    if (format === null) continue
    room -= body.length
    told.push({ url, type: `image/${format}`, bytes: body.length })
    bodies.push(body)
  }
  return { told, bodies }
}
