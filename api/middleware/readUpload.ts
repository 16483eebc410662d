import { createHash } from 'node:crypto'
import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser'
import type { Context as HonoContext } from 'hono'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { nextTurn } from '#db/turn.ts'
import { DomainError } from '../kit/errors.ts'
import { chunksOf } from './readLimited.ts'

/** A file that came with a call. Its name is what the browser says and nothing is stored under it. */
export interface UploadedFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  /** SHA-256 of the bytes, in hex. */
  hash: string
}

/** The bytes that multipart adds around a file: boundaries, headers, small fields. */
export const AROUND_BYTES = 16_384
/** The file and the fields beside it. */
export const MAX_PARTS = 16
/** RFC 2046, 5.1.1. */
const BOUNDARY_MAX_LENGTH = 70
/** So much is put together and hashed before other calls have their turn, */
const TURN_BYTES = 4_000_000
/** in so many pieces: a line may cut a body into pieces of a few bytes. */
const TURN_PIECES = 4_000

/**
 * Reads a multipart body with one file under `file` and text fields beside it. The body is parsed as it comes, so that a
 * large one keeps nobody waiting.
 * @throws DomainError unsupported_media_type, too_large, malformed, invalid (no file)
 */
export async function readUpload(
  c: HonoContext,
  limit: number,
): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  const boundary = requireBoundary(c)
  const tooLarge = `The file is larger than ${Math.floor(limit / 1_000_000)} MB.`
  const parser = new MultipartParser(boundary, {
    maxFileSize: limit,
    maxTotalSize: limit + AROUND_BYTES,
    maxParts: MAX_PARTS,
  })
  const parts: MultipartPart[] = []
  for await (const chunk of chunksOf(c, limit + AROUND_BYTES, tooLarge)) {
    // The bytes behind the last boundary say nothing.
    if (isDone(parser)) continue
    try {
      parts.push(...parser.write(chunk))
    } catch (error) {
      throw error instanceof MaxFileSizeExceededError
        ? new DomainError('too_large', tooLarge)
        : brokenUpload()
    }
  }
  if (!isDone(parser)) throw brokenUpload()
  return filed(parts)
}

/** The boundary of a body that holds files. @throws DomainError unsupported_media_type, malformed */
export function requireBoundary(c: HonoContext): string {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data;/i.test(type))
    throw new DomainError('unsupported_media_type', 'Send the file as multipart/form-data.')
  const boundary = getMultipartBoundary(type) ?? ''
  if (boundary.length === 0 || boundary.length > BOUNDARY_MAX_LENGTH) throw brokenUpload()
  return boundary
}

export const brokenUpload = () => new DomainError('malformed', 'The upload was damaged. Send the file again.')

function isDone(parser: MultipartParser): boolean {
  try {
    parser.finish()
    return true
  } catch {
    return false
  }
}

async function filed(
  parts: readonly MultipartPart[],
): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  const fields: Record<string, string> = {}
  let file: MultipartPart | null = null
  for (const part of parts) {
    const name = nameOf(part)
    if (part.isFile) file = name === 'file' ? part : file
    else if (name !== null) fields[name] = textOf(part)
  }
  if (!file)
    throw new DomainError('invalid', consoleTexts.chooseFile, { errors: { file: [consoleTexts.chooseFile] } })
  return { fields, file: { name: unescapedName(file.filename ?? ''), ...(await joined(file)) } }
}

/** Names and fields that are no UTF-8 make the upload a broken one. */
function nameOf(part: MultipartPart): string | null {
  try {
    return part.name ?? null
  } catch {
    throw brokenUpload()
  }
}
function textOf(part: MultipartPart): string {
  try {
    return part.text
  } catch {
    throw brokenUpload()
  }
}

/** Undoes a browser's escapes in a file's name. Source: HTML, 'multipart/form-data encoding algorithm'. */
export const unescapedName = (name: string): string =>
  name.replace(/%(22|0A|0D)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

async function joined({ content, size }: MultipartPart): Promise<Omit<UploadedFile, 'name'>> {
  const bytes = new Uint8Array(size)
  const hash = createHash('sha256')
  let at = 0
  let since = { bytes: 0, pieces: 0 }
  for (const piece of content) {
    bytes.set(piece, at)
    hash.update(piece)
    at += piece.length
    since = { bytes: since.bytes + piece.length, pieces: since.pieces + 1 }
    if (since.bytes < TURN_BYTES && since.pieces < TURN_PIECES) continue
    since = { bytes: 0, pieces: 0 }
    await nextTurn()
  }
  return { bytes, hash: hash.digest('hex') }
}
