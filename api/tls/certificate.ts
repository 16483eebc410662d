import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Server } from 'node:https'
import { join } from 'node:path'

/** The certificate of a server that speaks https by itself, in files that are renewed meanwhile. */

export interface CertificateFiles {
  /** PEM: the server's own certificate first, then those above it. */
  certificate: string
  /** PEM. */
  key: string
}

/** The same with the installation's own authority, which signs it. */
export interface OwnFiles extends CertificateFiles {
  authority: string
  authorityKey: string
}

/** The folder of an installation that signs its certificate itself. */
export const ownFolder = (dataDirectory: string): string => join(dataDirectory, 'tls')

export const ownFiles = (folder: string): OwnFiles => ({
  certificate: join(folder, 'server.crt'),
  key: join(folder, 'server.key'),
  authority: join(folder, 'authority.crt'),
  authorityKey: join(folder, 'authority.key'),
})

export interface Certificate {
  cert: Buffer
  key: Buffer
}

/** Renewed files are seen after so long at the latest. */
const LOOK_EVERY_MS = 60_000

/** @throws Error in words where a file cannot be read, or the two do not belong together */
export function readCertificate({ certificate, key }: CertificateFiles): Certificate {
  const own = parsed(certificate, 'certificate', (pem) => new X509Certificate(pem))
  const secret = parsed(key, 'private key', createPrivateKey)
  if (!own.value.checkPrivateKey(secret.value))
    throw new Error(`The private key in ${key} is not that of the certificate in ${certificate}.`)
  return { cert: own.bytes, key: secret.bytes }
}

function parsed<T>(path: string, what: string, parse: (pem: Buffer) => T): { bytes: Buffer; value: T } {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    throw new Error(`The ${what} in ${path} cannot be read: ${(error as Error).message}.`)
  }
  try {
    return { bytes, value: parse(bytes) }
  } catch {
    throw new Error(`There is no ${what} in ${path} that can be used: it is a PEM file without a password.`)
  }
}

interface Renewal {
  log: { error(facts: object, text: string): void; info(facts: object, text: string): void }
  everyMs?: number
}

/**
 * Takes renewed files without a restart: connections that are open keep the certificate they began with. Files that do
 * not hold are told, and the server goes on with those it has.
 * @returns ends it
 */
export function takeRenewals(server: Server, files: CertificateFiles, { log, everyMs }: Renewal): () => void {
  let seen = stampOf(files)
  const look = (): void => {
    const stamp = stampOf(files)
    if (stamp === seen) return
    try {
      server.setSecureContext(readCertificate(files))
      log.info({ certificate: files.certificate }, 'the renewed certificate is in use')
      seen = stamp
    } catch (error) {
      // The two files come one after the other: the next look sees both.
      if (stamp !== '')
        log.error({ fault: (error as Error).message }, 'the renewed certificate cannot be used')
    }
  }
  const timer = setInterval(look, everyMs ?? LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Another text once one of the files is another one; empty where one of them is gone. */
function stampOf({ certificate, key }: CertificateFiles): string {
  const of = (path: string) => statSync(path, { throwIfNoEntry: false })
  const [one, two] = [of(certificate), of(key)]
  return one && two ? [one, two].map(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`).join(' ') : ''
}
