import { MultipartPart } from '@remix-run/multipart-parser'
import type { Context as HonoContext } from 'hono'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { diskRoom } from '../kit/diskRoom.ts'
import { DomainError, invalidAt } from '../kit/errors.ts'
import { openSpoolFile, type SpoolFile } from '../kit/spoolFile.ts'
import { MultipartError, multipartEvents } from './multipartStream.ts'
import { chunksOf } from './readLimited.ts'
import { AROUND_BYTES, brokenUpload, MAX_PARTS, requireBoundary, unescapedName } from './readUpload.ts'

/** A file that came with a call and lies on the disk, as long as the call is worked on. */
export interface SpooledFile {
  name: string
  size: number
  /** SHA-256 of the bytes, in hex. */
  hash: string
  fd: number
  close(): Promise<void>
}

/** Files that come at once, of all and of one person: each may fill hundreds of megabytes of the disk. */
const AT_ONCE = 6
const OF_A_PERSON = 2
const RETRY_SECONDS = 30
/** Room that is left beside it for the work of candidates. */
const ROOM_BESIDE = 500_000_000

const under = new Map<number, number>()

/**
 * Keeps a place for one file.
 * @returns what gives it back
 * @throws DomainError too_many_requests, unavailable
 */
function takePlace(userId: number): () => void {
  const own = under.get(userId) ?? 0
  const wait = { retryAfterSeconds: RETRY_SECONDS }
  if (own >= OF_A_PERSON)
    throw new DomainError(
      'too_many_requests',
      'Your other files are still on their way. Wait until they are done.',
      wait,
    )
  if ([...under.values()].reduce((sum, n) => sum + n, 0) >= AT_ONCE)
    throw new DomainError('unavailable', 'Many files are being uploaded. Try again in a minute.', wait)
  under.set(userId, own + 1)
  return () => {
    const left = (under.get(userId) ?? 1) - 1
    if (left > 0) under.set(userId, left)
    else under.delete(userId)
  }
}

/**
 * Reads a multipart body as `readUpload` does, with its file on the disk of the data directory. The caller closes it.
 * @throws DomainError unsupported_media_type, too_large, malformed, invalid (no file), too_many_requests, unavailable
 */
export async function spoolUpload(
  ctx: Pick<Context, 'random'> & { config: Pick<Config, 'dataDirectory'> },
  c: HonoContext,
  { limit, userId }: { limit: number; userId: number },
): Promise<{ fields: Record<string, string>; file: SpooledFile }> {
  const boundary = requireBoundary(c)
  const folder = ctx.config.dataDirectory
  const givePlace = takePlace(userId)
  let spool: SpoolFile | null = null
  try {
    await requireRoom(folder, Math.min(limit, Number(c.req.header('content-length') ?? limit)))
    spool = openSpoolFile(folder, ctx.random(12))
    const read = await readInto(spool, c, boundary, limit)
    if (read.name === null) throw invalidAt('file', consoleTexts.chooseFile)
    const { fd, size, close } = spool
    const file = {
      name: read.name,
      size,
      hash: spool.hash(),
      fd,
      close: () => close().finally(givePlace),
    }
    return { fields: read.fields, file }
  } catch (error) {
    await spool?.close()
    givePlace()
    throw inWords(error)
  }
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { free } = await diskRoom(folder)
  if (free < bytes + ROOM_BESIDE) throw noRoom()
}

const noRoom = () =>
  new DomainError('unavailable', 'The server’s disk has no room for this file. Tell whoever runs it.', {
    retryAfterSeconds: 600,
  })

function inWords(error: unknown): unknown {
  if (error instanceof MultipartError) return brokenUpload()
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' ? noRoom() : error
}

/** The file under `file` goes into the spool, fields are kept; a file under another name is passed over. */
async function readInto(spool: SpoolFile, c: HonoContext, boundary: string, limit: number) {
  const tooLarge = `The file is larger than ${Math.floor(limit / 1_000_000)} MB.`
  const chunks = chunksOf(c, limit + AROUND_BYTES, tooLarge)
  const fields: Record<string, string> = {}
  let name: string | null = null
  let into: 'file' | 'nothing' | { field: string } = 'nothing'
  let around = 0
  for await (const event of multipartEvents(chunks, boundary, MAX_PARTS)) {
    if ('head' in event) {
      const part = headOf(event.head)
      around += event.head.length
      if (!part.isFile) {
        into = part.name === null ? 'nothing' : { field: part.name }
        if (part.name !== null) fields[part.name] = ''
      } else if (part.name === 'file' && name === null) {
        into = 'file'
        name = unescapedName(part.fileName)
      } else into = 'nothing'
      continue
    }
    if (into === 'file') {
      if (spool.size + event.piece.length > limit) throw new DomainError('too_large', tooLarge)
      await spool.write(event.piece)
      continue
    }
    around += event.piece.length
    if (around > AROUND_BYTES) throw new DomainError('too_large', tooLarge)
    if (into !== 'nothing') fields[into.field] += Buffer.from(event.piece).toString('latin1')
  }
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([key, bytes]) => [key, utf8Of(bytes)])),
    name,
  }
}

function headOf(head: Uint8Array): { name: string | null; fileName: string; isFile: boolean } {
  const part = new MultipartPart(head, [])
  try {
    return { name: part.name ?? null, fileName: part.filename ?? '', isFile: part.isFile }
  } catch {
    throw brokenUpload()
  }
}

/** Put together before it is decoded: a piece may end within a character. */
function utf8Of(latin1: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin1, 'latin1'))
  } catch {
    throw brokenUpload()
  }
}
