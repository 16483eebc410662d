import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

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

/** @throws Error in words where the folder is no backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null)
  if (text === null) throw new Error(`${folder} is no backup: there is no ${MANIFEST} in it.`)
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    throw new Error(`${join(folder, MANIFEST)} is damaged, or was written by a newer version.`)
  }
}

/** SHA-256 of a file, lower-case hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** The faults of a folder's files, a sentence each; empty where all of them are as they were written. */
export async function damageOf(folder: string, parts: readonly BackedUpFile[]): Promise<string[]> {
  const damage: string[] = []
  for (const { path, bytes, sha256 } of parts) {
    const file = join(folder, path)
    const size = await stat(file).then(
      (found) => found.size,
      () => null,
    )
    if (size === null) damage.push(`${path} is missing.`)
    else if (size !== bytes || (await hashFile(file)) !== sha256)
      damage.push(`${path} is not as it was written.`)
  }
  return damage
}
