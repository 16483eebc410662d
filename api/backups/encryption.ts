import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Decrypter, Encrypter } from 'age-encryption'
import type { Pass } from './copyFile.ts'

/** Backups that only the holder of a key can read, in the format of age (https://age-encryption.org/v1): its tools open them too. */

/** The ending of an encrypted file's name. */
export const ENCRYPTED = '.age'

/** The name that a file has once it is opened. */
export const inClear = (name: string): string =>
  name.endsWith(ENCRYPTED) ? name.slice(0, -ENCRYPTED.length) : name

/** A server without encryption does without the library: it takes 8 MB of memory, and a tenth of a second of each start. */
const age = () => import('age-encryption')

/**
 * @returns null where there is nobody to encrypt to: everything stays in clear
 * @throws Error in words where one of them is no public key
 */
export async function encrypterFor(recipients: readonly string[]): Promise<Encrypter | null> {
  if (recipients.length === 0) return null
  const encrypter = new (await age()).Encrypter()
  for (const one of recipients)
    try {
      encrypter.addRecipient(one)
    } catch {
      throw new Error(`Backups cannot be encrypted to ${one}: it is no public key such as age1….`)
    }
  return encrypter
}

/**
 * The keys in a file as age-keygen writes it: one a line, with comments.
 * @throws Error in words where it has none
 */
export async function readIdentity(path: string): Promise<Decrypter> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) throw new Error(`The key in ${path} cannot be read.`)
  const keys = text.split('\n').filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  const decrypter = new (await age()).Decrypter()
  try {
    if (keys.length === 0) throw new Error('No line is one')
    for (const key of keys) decrypter.addIdentity(key.trim())
  } catch {
    throw new Error(`There is no key in ${path}: it is a line such as AGE-SECRET-KEY-1….`)
  }
  return decrypter
}

export const encrypting =
  (encrypter: Encrypter): Pass =>
  async (bytes) =>
    nodeStream(await encrypter.encrypt(webStream(bytes)))

/** It throws where the key is another one; the stream fails where the file was changed. */
export const decrypting =
  (decrypter: Decrypter): Pass =>
  async (bytes) =>
    nodeStream(await decrypter.decrypt(webStream(bytes)))

const webStream = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>
const nodeStream = (stream: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
