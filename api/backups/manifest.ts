import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { mapAtOnce } from '../kit/atOnce.ts'
import { storeOf } from './stores/folderStore.ts'
import { type CopyPlace, type CopyStore, isMissing, textIn } from './stores/store.ts'

/** The file that makes a folder a backup: what lies in it, and how each part can be told from a damaged one. */
export const MANIFEST = 'manifest.json'

/** A file as it was written. */
export const part = z.object({
  /** Below the folder, with '/' between its parts; nothing that leads out of it. */
  path: z.string().refine((path) => path.split(/[/\\]/).every((name) => !['', '.', '..'].includes(name))),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BackedUpFile = z.infer<typeof part>

const manifest = z.object({
  holdfast_backup: z.literal(1),
  /** When the database was copied: all that was committed until then is in it. */
  made_at: z.iso.datetime(),
  server_epoch: z.int().positive(),
  /** The fingerprint of its key for receipts, by which several share a place; none in older ones, which belong to whoever asks. */
  installation: z.string().optional(),
  parts: z.array(part),
  /** The format that each part is encrypted in, which the ending of its name says as well; none: they are in clear. */
  encryption: z.literal('age').optional(),
  /** The shipped log that goes on from it; none where nothing was shipped. */
  log: z
    .object({
      generation: z.string().regex(/^[\w-]+$/),
      /** Its first piece that may have what the backup lacks. */
      next: z.int().positive(),
      /** The last piece that has something of the backup itself: without it the log cannot be laid over it. */
      covered: z.int().nonnegative(),
    })
    .optional(),
})
export type Manifest = z.infer<typeof manifest>

/** @throws Error in words where the place is no backup */
export async function readManifest(backup: CopyPlace): Promise<Manifest> {
  const store = storeOf(backup)
  const text = await textIn(store, MANIFEST)
  if (text === null)
    throw new Error(`${store.where} is no backup: there is no ${MANIFEST} in it.${await namedThere(store)}`)
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    throw new Error(`${store.within(MANIFEST).where} is damaged, or was written by a newer version.`)
  }
}

/** The newest backups in a place, in words: somebody may have named the place instead of one of them. */
async function namedThere(store: CopyStore): Promise<string> {
  const names = (await store.list().catch(() => [])).filter((name) => /^holdfast-\d{8}T\d{9}Z$/.test(name))
  const newest = names.toSorted().reverse().slice(0, 5)
  return newest.length === 0
    ? ''
    : ` These lie there: ${newest.map((name) => store.within(name).where).join(', ')}`
}

/** SHA-256 of a file, lower-case hex. */
export const hashFile = async (path: string): Promise<string> =>
  (await measured(createReadStream(path))).sha256

async function measured(stream: Readable): Promise<Omit<BackedUpFile, 'path'>> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(stream, async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}

/** The faults of the files in a place, a sentence each; empty where all of them are as they were written. */
export async function damageOf(place: CopyPlace, parts: readonly BackedUpFile[]): Promise<string[]> {
  const store = storeOf(place)
  return (await mapAtOnce(parts, store.atOnce, (one) => faultOf(store, one))).flatMap((fault) => fault ?? [])
}

async function faultOf(store: CopyStore, { path, bytes, sha256 }: BackedUpFile): Promise<string | null> {
  try {
    const found = await measured(await store.read(path))
    return found.bytes === bytes && found.sha256 === sha256 ? null : `${path} is not as it was written.`
  } catch (error) {
    if (isMissing(error)) return `${path} is missing.`
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') return `${path} is not as it was written.`
    throw error
  }
}
