import type { Queries } from '#db/connect.ts'
import type { Database } from '#db/open.ts'
import {
  findPicture,
  listNamedPictures,
  listNamedUnnoted,
  listPictures,
  listUnnoted,
  noteFoundPictures,
  notePictures,
  type StoredPicture,
  unnotePictures,
} from '#db/queries/pictures.ts'
import { nextTurn } from '#db/turn.ts'
import { sha256 } from '../kit/keys.ts'
import { type Storage, storedBytes } from './storage.ts'

/** The bank's pictures: each is noted by its hash, and one that the disk has altered is shown to nobody. */

interface Ports {
  db: Database
  storage: Storage
}

/** Durable when it resolves, with what lies there. One that was cut off in between is noted by `noteUnnoted`. */
export async function storePictures(
  { db, storage }: Ports,
  given: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [key, bytes] of given) await storage.put(key, bytes)
  await db.write((tx) =>
    notePictures(
      tx,
      [...given].map(([key, bytes]) => ({ key, sha256: sha256(bytes) })),
    ),
  )
}

/** Its note goes first: none is left that names nothing. */
export async function removePictures({ db, storage }: Ports, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db.write((tx) => unnotePictures(tx, keys))
  for (const key of keys) await storage.remove(key)
}

/**
 * The picture under a key, of the bank or of a camera, which is named by its hash; null where nothing lies there, or something
 * else than was stored.
 */
export async function soundPicture({ db, storage }: Ports, key: string): Promise<Buffer<ArrayBuffer> | null> {
  const bytes = await storedBytes(storage, key)
  if (bytes === null) return null
  const [part, , name] = key.split('/')
  const stored = part === 'snapshots' ? name : (await findPicture(db.read, key))?.sha256
  return stored !== undefined && stored !== sha256(bytes) ? null : bytes
}

/** Whether these bytes are what was stored under a key of the bank, whatever lies there by now. */
export const isAsStored = async (
  { db }: Pick<Ports, 'db'>,
  key: string,
  bytes: Uint8Array,
): Promise<boolean> => (await findPicture(db.read, key))?.sha256 === sha256(bytes)

/** So many are looked up, and read, at once. */
const CHUNK = 50

/**
 * Notes these pictures of the bank as they lie there, where that was never done: those of before it was, and one whose storing
 * was cut off.
 */
export async function noteUnnoted({ db, storage }: Ports, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += CHUNK) {
    const found: StoredPicture[] = []
    for (const key of await listUnnoted(db.read, keys.slice(from, from + CHUNK))) {
      const bytes = await storedBytes(storage, key)
      if (bytes) found.push({ key, sha256: sha256(bytes) })
    }
    if (found.length > 0) await db.write((tx) => noteFoundPictures(tx, found))
  }
}

/**
 * Every picture that was noted or is named, and what is wrong with it: null for one that is as it was stored, that nothing names
 * any more, or that is yet to be noted.
 */
export async function* walkPictures({
  db,
  storage,
}: Ports): AsyncGenerator<{ key: string; what: string | null }> {
  let after = ''
  for (;;) {
    const part = await listPictures(db.read, after, CHUNK)
    for (const { key, sha256: noted } of part) {
      const bytes = await storedBytes(storage, key)
      const isSound = bytes !== null && sha256(bytes) === noted
      yield { key, what: isSound || !(await isStill(db.read, key, noted)) ? null : faultOf(bytes) }
      after = key
      await nextTurn()
    }
    if (part.length < CHUNK) break
  }
  // One that was gone before anybody noted it.
  const seen = new Set<string>()
  for await (const keys of listNamedUnnoted(db.read)) {
    for (const key of keys) {
      if (seen.has(key)) continue
      seen.add(key)
      const isMissing = (await storedBytes(storage, key)) === null
      const isNamed = isMissing && (await listNamedPictures(db.read, [key])).has(key)
      yield { key, what: isNamed ? faultOf(null) : null }
    }
    await nextTurn()
  }
}

const faultOf = (bytes: Buffer | null): string => (bytes === null ? 'it is missing' : 'it was changed')

/** Whether it was neither removed nor stored anew while it was read. */
async function isStill(q: Queries, key: string, noted: string): Promise<boolean> {
  return (await findPicture(q, key))?.sha256 === noted && (await listNamedPictures(q, [key])).has(key)
}
