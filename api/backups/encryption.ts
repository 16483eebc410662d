import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'
import type { Pass } from './copyFile.ts'

/** Backups that only the holder of a key can read, in the format of age (https://age-encryption.org/v1): its tools open them too. */

/** The ending of an encrypted file's name. */
export const ENCRYPTED = '.age'

/** Whether something can be encrypted to a text such as age1…, the public half of a key. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/** @returns null where there is nobody to encrypt to: everything stays in clear */
export function encrypterFor(recipients: readonly string[]): Encrypter | null {
  if (recipients.length === 0) return null
  const encrypter = new Encrypter()
  for (const one of recipients) encrypter.addRecipient(one)
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
  const decrypter = new Decrypter()
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
