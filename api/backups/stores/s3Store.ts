import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { mapAtOnce } from '../../kit/atOnce.ts'
import { linesIn, moreOf } from './lines.ts'
import type { BucketAddress, StorageAccess } from './s3Address.ts'
import { type Connected, connectStorage, PATIENCE, type Patience } from './s3Client.ts'
import { inWords } from './s3Words.ts'
import { type CopyStore, type DraftBackup, isMissing, textIn } from './store.ts'

/** A picture is a request of its own, and most of its time is the way there and back. */
const AT_ONCE = 8
/** Large files go in parts of so many bytes. There may be 10,000 of them: 160 GB. */
const PART_BYTES = 16_000_000
/** So many parts of one file wait in memory. */
const PARTS_AT_ONCE = 2
/** So many lines of a list are read before they are handed on. */
const LINES_AT_ONCE = 100

const hashOf = (line: string): string => createHash('sha256').update(line).digest('hex').slice(0, 32)

type Where = BucketAddress & StorageAccess & { patience: Patience }

/** Copies in a bucket of S3-compatible storage, below a prefix. */
export function s3Store(address: BucketAddress & StorageAccess, patience: Patience = PATIENCE): CopyStore {
  let connected: Promise<Connected> | undefined
  return new Bucket({ ...address, patience }, () => {
    connected ??= connectStorage(address, patience)
    return connected
  })
}

class Bucket implements CopyStore {
  readonly folder = null
  readonly atOnce = AT_ONCE
  readonly where: string
  readonly #at: Where
  readonly #connect: () => Promise<Connected>

  constructor(at: Where, connect: () => Promise<Connected>) {
    this.#at = at
    this.#connect = connect
    this.where = `s3://${[at.bucket, at.prefix].filter(Boolean).join('/')}`
  }

  within(name: string): Bucket {
    return new Bucket({ ...this.#at, prefix: this.#key(name) }, this.#connect)
  }

  above(): Bucket {
    return new Bucket(
      { ...this.#at, prefix: this.#at.prefix.split('/').slice(0, -1).join('/') },
      this.#connect,
    )
  }

  async list(): Promise<string[]> {
    const below = this.#key('')
    return (await this.#keys(below, '/')).map((key) => key.slice(below.length).replace(/\/$/, ''))
  }

  async has(name: string): Promise<boolean> {
    try {
      await this.#do(({ sdk, client }) =>
        client.send(new sdk.HeadObjectCommand(this.#object(name)), this.#inShort()),
      )
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  async read(name: string): Promise<Readable> {
    const { Body } = await this.#do(({ sdk, client }) =>
      client.send(new sdk.GetObjectCommand(this.#object(name))),
    )
    const told = (error: unknown) => inWords(error, this.#at)
    async function* bytes() {
      try {
        yield* Body as Readable
      } catch (error) {
        throw told(error)
      }
    }
    return Readable.from(bytes(), { objectMode: false })
  }

  async write(name: string, bytes: Readable): Promise<void> {
    try {
      await this.#do(async ({ sdk, client }) => {
        const params = { ...this.#object(name), Body: bytes }
        await new sdk.Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done()
      })
    } catch (error) {
      bytes.destroy(error as Error)
      throw error
    }
  }

  put(name: string, content: string): Promise<void> {
    return this.#put(name, content, {})
  }

  /** Objects go one by one: asked for all together, some storage wants a sum in the request and other storage another one. */
  async remove(name: string): Promise<void> {
    const key = this.#key(name)
    const keys = [key, ...(await this.#keys(`${key}/`))]
    await mapAtOnce(keys, AT_ONCE, (Key) =>
      this.#do(({ sdk, client }) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket: this.#at.bucket, Key }), this.#inShort()),
      ),
    )
  }

  async discard(name: string, manifest: string): Promise<void> {
    await this.within(name).remove(manifest)
    await this.remove(name)
  }

  /** An object cannot be added to: each line is one of its own, so that nobody takes away what somebody else adds. */
  async *linesOf(name: string): AsyncGenerator<string[]> {
    const objects = await this.#objectsOf(name)
    for (let from = 0; from < objects.length; from += LINES_AT_ONCE) {
      const some = objects.slice(from, from + LINES_AT_ONCE)
      const texts = await mapAtOnce(some, AT_ONCE, (object) => textIn(this, object))
      yield texts.flatMap((text) => linesIn(text ?? ''))
    }
  }

  /** Only names are asked for, and each line's is by its hash: a long list is not read, and not written again. */
  async addLines(name: string, lines: readonly string[]): Promise<void> {
    const there = new Set(await this.#objectsOf(name))
    const whole = new Set(there.has(name) ? linesIn((await textIn(this, name)) ?? '') : [])
    const folder = there.has(name) ? moreOf(name) : name
    const more = new Map(lines.map((line) => [`${folder}/${hashOf(line)}`, line]))
    await mapAtOnce(
      [...more].filter(([object, line]) => !there.has(object) && !whole.has(line)),
      AT_ONCE,
      ([object, line]) => this.#put(object, `${line}\n`, this.#inShort()),
    )
  }

  /** The names of a list's objects, below this place: of each line, and of a whole list that was put here from a folder. */
  async #objectsOf(name: string): Promise<string[]> {
    const below = this.#key('').length
    const objects = (await this.#keys(this.#key(name))).map((key) => key.slice(below))
    return objects.filter(
      (object) => object === name || [name, moreOf(name)].some((one) => object.startsWith(`${one}/`)),
    )
  }

  async begin(name: string): Promise<DraftBackup> {
    const store = this.within(name)
    if ((await store.list()).length > 0) throw new Error(`${store.where} is there already.`)
    return {
      store,
      finish: (manifest) => store.put(manifest.name, manifest.content),
      // The fault that it is abandoned for is the one to be told; what stays has no manifest, and goes a day later.
      abandon: () => this.remove(name).catch(() => {}),
    }
  }

  async trial() {
    const name = `holdfast-trial-${randomBytes(8).toString('hex')}`
    const aheadMs = async () => (await this.#connect()).aheadMs()
    try {
      await this.list()
      await this.put(name, name)
      const read = await textIn(this, name).finally(() => this.remove(name))
      if (read !== name) throw new Error('Another content was read than was written')
      return { fault: null, aheadMs: await aheadMs() }
    } catch (error) {
      const { says, todo } = inWords(error, this.#at)
      return { fault: says, todo, aheadMs: await aheadMs() }
    }
  }

  async #put(name: string, Body: string, options: { abortSignal?: AbortSignal }): Promise<void> {
    await this.#do(({ sdk, client }) =>
      client.send(new sdk.PutObjectCommand({ ...this.#object(name), Body }), options),
    )
  }

  #inShort(): { abortSignal: AbortSignal } {
    return { abortSignal: AbortSignal.timeout(this.#at.patience.short) }
  }

  #key(name: string): string {
    return this.#at.prefix ? `${this.#at.prefix}/${name}` : name
  }

  #object(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#at.bucket, Key: this.#key(name) }
  }

  async #do<T>(work: (connected: Connected) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#connect())
    } catch (error) {
      throw inWords(error, this.#at)
    }
  }

  /** @param delimiter names that have it are told together, up to it; without it all are told */
  #keys(Prefix: string, delimiter?: string): Promise<string[]> {
    return this.#do(async ({ sdk, client }) => {
      const keys: string[] = []
      let ContinuationToken: string | undefined
      do {
        const asked = { Bucket: this.#at.bucket, Prefix, ContinuationToken, Delimiter: delimiter }
        const page = await client.send(new sdk.ListObjectsV2Command(asked), this.#inShort())
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []))
        keys.push(...(page.CommonPrefixes ?? []).flatMap((one) => one.Prefix ?? []))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
      return keys
    })
  }
}
