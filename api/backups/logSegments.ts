import { createHash } from 'node:crypto'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Decrypter, Encrypter } from 'age-encryption'
import { z } from 'zod'
import type { WalPart } from '#db/wal.ts'
import { writeWhole } from '../kit/wholeFile.ts'

/**
 * The shipped log: what was committed, in pieces of about a second, beside the backups. A piece has each page of the database as
 * its last commit left it, so the pieces after a backup, laid over it in their order, are the database at the end of the
 * last one. Pieces that follow each other without a gap are of one generation, a folder.
 */

/** The folder of the shipped log, beside the backups. */
export const LOG = 'log'

const salts = z.tuple([z.int(), z.int()])

const position = z.object({ salts, frame: z.int(), sums: salts })

const facts = z.object({
  holdfast_log: z.literal(1),
  seq: z.int().positive(),
  /** When it had been read: nothing in it was committed later. */
  read_at: z.iso.datetime(),
  page_size: z.int().positive(),
  database_pages: z.int().positive(),
  /** SHA-256 of the piece before; empty in the first one. */
  previous: z.string(),
  /** The format that what follows is encrypted in; none: it is in clear. */
  encryption: z.literal('age').optional(),
  /** How far it was read. */
  end: position,
})
/** The SHA-256 covers the other facts, as they are written, and what follows the header. */
const header = facts.extend({ sha256: z.string() })
export type SegmentHeader = z.infer<typeof header>

export interface Segment {
  header: SegmentHeader
  pages: Map<number, Buffer>
}

/** The file of a piece. */
export const fileOf = (seq: number): string => `${String(seq).padStart(9, '0')}.log`
const hashOf = (told: z.infer<typeof facts>, payload: Uint8Array): string =>
  createHash('sha256').update(JSON.stringify(told)).update(payload).digest('hex')

export interface SegmentPlace {
  seq: number
  /** In milliseconds. */
  at: number
  pageSize: number
  previous: string
  /** null: in clear. */
  encrypter: Encrypter | null
}

/** Writes a piece, durable when it resolves. */
export async function writeSegment(
  folder: string,
  part: WalPart,
  { seq, at, pageSize, previous, encrypter }: SegmentPlace,
): Promise<SegmentHeader> {
  const pieces: Buffer[] = []
  for (const [number, page] of part.pages) {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(number)
    pieces.push(head, page)
  }
  const packed = gzipSync(Buffer.concat(pieces), { level: 1 })
  const payload = encrypter ? await encrypter.encrypt(packed) : packed
  const told = {
    holdfast_log: 1,
    seq,
    read_at: new Date(at).toISOString(),
    page_size: pageSize,
    database_pages: part.databasePages,
    previous,
    ...(encrypter && { encryption: 'age' as const }),
    end: { ...part.end, salts: [...part.end.salts], sums: [...part.end.sums] },
  } satisfies z.input<typeof facts>
  const written = header.parse({ ...told, sha256: hashOf(facts.parse(told), payload) })
  const head = Buffer.from(`${JSON.stringify(written)}\n`)
  await writeWhole(join(folder, fileOf(seq)), Buffer.concat([head, payload]))
  return written
}

/** The numbers of a generation's pieces, rising. @throws where it cannot be read */
export async function listSegments(folder: string): Promise<number[]> {
  const names = await readdir(folder)
  return names
    .flatMap((name) => (/^\d{9}\.log$/.test(name) ? [Number(name.slice(0, 9))] : []))
    .toSorted((a, b) => a - b)
}

/**
 * The header of a piece, checked together with what follows it.
 * @throws Error in words where it is missing or not as it was written
 */
export async function readSegmentHeader(folder: string, seq: number): Promise<SegmentHeader> {
  return (await readChecked(folder, seq)).header
}

/**
 * @param decrypter of a log that is encrypted
 * @throws Error in words where it is missing, not as it was written, or encrypted to another key
 */
export async function readSegment(
  folder: string,
  seq: number,
  decrypter: Decrypter | null = null,
): Promise<Segment> {
  const { header: told, payload } = await readChecked(folder, seq)
  const content = gunzipSync(told.encryption ? await decrypted(payload, decrypter, folder) : payload)
  const pages = new Map<number, Buffer>()
  for (let at = 0; at < content.length; at += 4 + told.page_size)
    pages.set(content.readUInt32BE(at), content.subarray(at + 4, at + 4 + told.page_size))
  return { header: told, pages }
}

async function decrypted(payload: Buffer, decrypter: Decrypter | null, folder: string): Promise<Uint8Array> {
  if (!decrypter)
    throw new Error(`The log in ${folder} is encrypted: --identity names the file with its key.`)
  return decrypter.decrypt(payload).catch((error: unknown) => {
    throw new Error(`The log in ${folder} cannot be decrypted with this key: ${(error as Error).message}.`)
  })
}

async function readChecked(folder: string, seq: number): Promise<{ header: SegmentHeader; payload: Buffer }> {
  const path = join(folder, fileOf(seq))
  const bytes = await readFile(path).catch(() => null)
  if (!bytes) throw new Error(`${path} is missing.`)
  const told = readHead(bytes)
  if (!told || told.seq !== seq) throw new Error(`${path} is damaged.`)
  const payload = bytes.subarray(bytes.indexOf('\n') + 1)
  const { sha256, ...rest } = told
  if (hashOf(rest, payload) !== sha256) throw new Error(`${path} is damaged.`)
  return { header: told, payload }
}

/** @returns null where it is no header of ours */
function readHead(bytes: Buffer): SegmentHeader | null {
  try {
    return header.parse(JSON.parse(bytes.subarray(0, Math.max(0, bytes.indexOf('\n'))).toString()))
  } catch {
    return null
  }
}

/** How a server's shipping stands, in its data directory: a backup says by it where the log goes on from it. */
const standing = z.object({
  generation: z.string().regex(/^[\w-]+$/),
  /** The number of its last piece; 0 where there is none. */
  last: z.int().nonnegative(),
  /** All that was committed until then has been shipped. */
  checked_at: z.iso.datetime(),
  /** The database's own log may have begun anew since its last piece, with nothing missed. */
  may_be_new: z.boolean(),
  /** How far that log was read; null: it had not begun. */
  position: position.nullable(),
})
export type Standing = z.infer<typeof standing>

/** The file with it. No part of a backup: restored, it would speak of another server's log. */
export const STANDING = 'shipping.json'

/** Written so often that it is not made durable: after a crash it is old, and says so. */
export async function writeStanding(dataDirectory: string, stands: Standing): Promise<void> {
  const path = join(dataDirectory, STANDING)
  await writeFile(`${path}.partial`, JSON.stringify(stands), { mode: 0o600 })
  await rename(`${path}.partial`, path)
}

/** @returns null where nothing is shipped from there */
export async function readStanding(dataDirectory: string): Promise<Standing | null> {
  try {
    return standing.parse(JSON.parse(await readFile(join(dataDirectory, STANDING), 'utf8')))
  } catch {
    return null
  }
}

/** A standing older than this is of a server that has ended. */
const STANDS_MS = 10_000
const WAIT_MS = 15_000
const LOOK_EVERY_MS = 100

/** The place from which the log goes on from a backup that is about to be made; null where nothing is shipped just now. */
export async function logBefore(dataDirectory: string): Promise<Standing | null> {
  const stands = await readStanding(dataDirectory)
  return stands && Date.now() - Date.parse(stands.checked_at) < STANDS_MS ? stands : null
}

/**
 * Waits until all that a backup has is shipped as well.
 * @param since when its database had been copied, in milliseconds
 * @returns the number of the last piece then; null where the shipping ended meanwhile, or began anew
 */
export async function coveredBy(
  { generation }: Standing,
  dataDirectory: string,
  since: number,
): Promise<number | null> {
  const patience = Date.now() + WAIT_MS
  while (Date.now() < patience) {
    const stands = await readStanding(dataDirectory)
    if (stands && stands.generation !== generation) return null
    if (stands && Date.parse(stands.checked_at) > since) return stands.last
    await setTimeout(LOOK_EVERY_MS)
  }
  return null
}
