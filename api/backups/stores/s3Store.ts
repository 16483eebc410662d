import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { mapAtOnce } from '../../kit/atOnce.ts'
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
    const below = this.#at.prefix ? `${this.#at.prefix}/` : ''
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

  /** An object cannot be added to: each line is one of its own, so that nobody takes away what somebody else adds. */
  async linesOf(name: string): Promise<string[]> {
    const lines = this.within(name)
    const texts = await mapAtOnce(await lines.list(), AT_ONCE, (line) => textIn(lines, line))
    return texts.flatMap((text) => text?.split('\n').filter(Boolean) ?? [])
  }

  async addLines(name: string, lines: readonly string[]): Promise<void> {
    await mapAtOnce(lines, AT_ONCE, (line) => {
      const hash = createHash('sha256').update(line).digest('hex').slice(0, 32)
      return this.#put(`${name}/${hash}`, `${line}\n`, this.#inShort())
    })
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
    return [this.#at.prefix, name].filter(Boolean).join('/')
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
