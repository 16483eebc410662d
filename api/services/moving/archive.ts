import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { AUDIT_TABLE, LANGUAGE_TABLE, ORGANIZATION_TABLES } from '#db/movedTables.ts'
import { diskRoom, roomInWords } from '../../kit/diskRoom.ts'
import { fingerprintOf } from '../../kit/keys.ts'
import { type OpenZip, openZip, ZipError } from '../../kit/zipRead.ts'
import { otherArchive } from '../packages/otherArchives.ts'
import { fileSource } from '../packages/source.ts'
import { unpack } from '../packages/unpack.ts'
import {
  FILE,
  FORMAT,
  formatOf,
  KEY,
  MANIFEST_FILE,
  manifestSchema,
  type OrganizationManifest,
  refused,
  rowsFile,
  SIGNATURE,
} from './format.ts'

/**
 * An archive as it is taken in: nothing of it is believed before its signature and the hash of every file hold. Its rows then
 * lie in a folder of their own, because a transaction waits for no stream.
 */

const MANIFEST_MAX = 200_000_000
const SMALL_MAX = 10_000
/** A picture is held as a whole; those that servers take are far smaller. */
const PICTURE_MAX = 20_000_000

export interface OpenedArchive {
  manifest: OrganizationManifest
  /** PEM of the key that signed it, and all receipts of the source. */
  receiptKey: string
  /** Folder with the files of rows. */
  folder: string
  /** A picture's bytes, held against the manifest once more. */
  picture(path: string): Promise<Buffer>
  close(): Promise<void>
}

/**
 * @param folder is made, and removed with all that is in it when the archive is closed
 * @param trusted the only key that may have signed it, where one was given
 * @param moreRoom bytes that whoever takes it in needs beside what lies in it
 * @throws Error in words where the archive is not whole, not signed, or none that this version reads
 */
export async function openArchive(
  file: string,
  { folder, trusted, moreRoom }: { folder: string; trusted: string | null; moreRoom: number },
): Promise<OpenedArchive> {
  const other = await otherArchiveAt(file)
  if (other !== null) throw new Error(`${other} Nothing was written.`)
  let zip: OpenZip
  try {
    zip = await openZip(file)
  } catch (error) {
    throw inWords(error, file)
  }
  const close = async () => {
    await zip.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const { manifest, receiptKey } = await readManifest(zip, trusted)
    requireListed(zip, manifest)
    const room = await diskRoom(dirname(folder))
    const needed = moreRoom + 3 * manifest.files.reduce((sum, one) => sum + one.bytes, 0)
    if (room.free < needed)
      throw new Error(
        `There is no room for this archive: it needs ${Math.ceil(needed / 1_000_000)} MB, and the disk has ${roomInWords(room)}. Nothing was written.`,
      )
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const one of manifest.files) await checkFile(zip, one, folder)
    const listed = new Map(manifest.files.map((one) => [one.path, one]))
    return {
      manifest,
      receiptKey,
      folder,
      close,
      async picture(path) {
        const one = listed.get(path)
        if (!one) throw new Error(`${path} is not in the archive`)
        return buffer(checked(zip, one))
      },
    }
  } catch (error) {
    await close()
    throw inWords(error, file)
  }
}

/** Another archive by mistake, in words; null for one of an organization, and for what is no zip at all. */
async function otherArchiveAt(file: string): Promise<string | null> {
  const handle = await open(file).catch(() => null)
  try {
    if (handle === null) return null
    const { size } = await handle.stat()
    return otherArchive(unpack(fileSource(handle.fd, size)).keys(), 'the archive of an organization')
  } catch {
    return null
  } finally {
    await handle?.close()
  }
}

const inWords = (error: unknown, file: string): unknown => {
  if (error instanceof ZipError) return refused(error.message)
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES'
    ? new Error(`${file} cannot be read.`)
    : error
}

async function readManifest(zip: OpenZip, trusted: string | null) {
  const [signed, signature, pem] = [
    await buffer(zip.read(MANIFEST_FILE, MANIFEST_MAX)),
    await buffer(zip.read(SIGNATURE, SMALL_MAX)),
    (await buffer(zip.read(KEY, SMALL_MAX))).toString(),
  ]
  const key = readKey(pem)
  if (!key || !verify(null, signed, key, signature))
    throw refused('its signature is not that of the server it says to come from')
  const fingerprint = fingerprintOf(key)
  if (trusted !== null && trusted !== fingerprint)
    throw new Error(
      `This archive is refused: it was signed with the key ${fingerprint}, which is not the one you gave. Nothing was written.`,
    )
  let said: unknown
  try {
    said = JSON.parse(signed.toString())
  } catch {
    throw refused('its manifest cannot be read')
  }
  const format = formatOf.safeParse(said)
  if (!format.success) throw refused('it is no archive of an organization')
  if (format.data.holdfast_organization !== FORMAT)
    throw refused(
      `it is of format ${format.data.holdfast_organization}, and this version reads format ${FORMAT}: use the version of Holdfast that made it, or the same one on both servers`,
    )
  const read = manifestSchema.safeParse(said)
  if (!read.success || read.data.source !== fingerprint) throw refused('its manifest does not hold together')
  return { manifest: read.data, receiptKey: key.export({ type: 'spki', format: 'pem' }).toString() }
}

function readKey(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/** Every file is listed, by a name that leads nowhere else, and every listed file is there. */
function requireListed(zip: OpenZip, { files }: OrganizationManifest): void {
  const listed = new Set(files.map(({ path }) => path))
  for (const path of zip.paths)
    if (!listed.has(path) && path !== MANIFEST_FILE && path !== SIGNATURE)
      throw refused(`${JSON.stringify(path.slice(0, 100))} is in it and not in its manifest`)
  for (const { path, bytes } of files) {
    if (!FILE.test(path)) throw refused(`it has a file by the name ${JSON.stringify(path.slice(0, 100))}`)
    if (/^(?:images|snapshots)\//.test(path) && bytes > PICTURE_MAX)
      throw refused(`${path} is larger than any picture`)
    if (!zip.paths.has(path)) throw refused(`${path} is missing in it`)
    if (zip.bytesOf(path) !== bytes) throw refused(`${path} is not the file that was signed`)
  }
  if (listed.size !== files.length) throw refused('its manifest lists a file twice')
  for (const { name } of [LANGUAGE_TABLE, ...ORGANIZATION_TABLES, AUDIT_TABLE])
    if (!listed.has(rowsFile(name))) throw refused(`${rowsFile(name)} is missing in it`)
}

type Listed = OrganizationManifest['files'][number]

/** A file's content; the last chunk comes only if all of it is what was signed. */
async function* checked(zip: OpenZip, { path, bytes, sha256 }: Listed): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let count = 0
  for await (const chunk of zip.read(path, bytes)) {
    hash.update(chunk)
    count += chunk.length
    yield chunk
  }
  if (count !== bytes || hash.digest('hex') !== sha256)
    throw refused(`${path} is not the file that was signed`)
}

/** Files of rows are laid out as they are checked; pictures are checked alone. */
async function checkFile(zip: OpenZip, one: Listed, folder: string): Promise<void> {
  if (!/^(?:rows|attempts)\//.test(one.path)) {
    for await (const _ of checked(zip, one));
    return
  }
  const path = join(folder, one.path)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(checked(zip, one), createWriteStream(path, { mode: 0o600 }))
}
