import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { makeDirectory } from '../kit/dataDirectory.ts'
import { writeWhole } from '../kit/wholeFile.ts'
import { type OwnFiles, ownFiles } from './certificate.ts'
import type { CertifiedNames } from './names.ts'

/**
 * A certificate for a network that no public authority serves: signed by an authority of this installation's own, which a
 * device trusts once. Both lie in the data directory and are part of a backup, so that devices trust a restored server.
 */

/** A certificate that ends within so long is made anew. */
const RENEW_BEFORE_MS = 30 * 86_400_000

/**
 * Makes what is missing, and the server's certificate anew where it ends soon or lacks a name.
 * @param now server milliseconds
 * @returns addresses of the machine that its authority may not vouch for
 * @throws Error in words where the authority's key is gone, or it may not vouch for a name of the settings
 */
export async function keepOwnCertificate(
  folder: string,
  { asked, found }: CertifiedNames,
  now: number,
): Promise<string[]> {
  const files = ownFiles(folder)
  const names = [...new Set([...asked, ...found])]
  if (isUpToDate(files, names, now)) return []
  makeDirectory(folder)
  const { issueCertificate, makeAuthority, makeKey, vouchesFor } = await import('./authority.ts')
  if (!existsSync(files.authorityKey)) {
    if (existsSync(files.authority))
      throw new Error(
        `The key of this installation's own authority, ${files.authorityKey}, is missing. Put it back from your backup, or remove ${files.authority} as well: then another authority is made, which every device has to trust anew.`,
      )
    await writeWhole(files.authorityKey, await makeKey())
  }
  const authorityKey = readFileSync(files.authorityKey, 'utf8')
  if (!existsSync(files.authority)) {
    const title = `Holdfast on ${found.find((name) => isIP(name) === 0 && name !== 'localhost') ?? 'this network'}`
    await writeWhole(
      files.authority,
      await makeAuthority(authorityKey, { names, title: title.slice(0, 64), now }),
    )
  }
  const authority = readFileSync(files.authority, 'utf8')
  if (Date.parse(new X509Certificate(authority).validTo) <= now)
    throw new Error(
      `This installation's own authority held until ${new X509Certificate(authority).validTo}. Remove ${folder} to have another one made, which every device has to trust anew.`,
    )
  const mayVouch = vouchesFor(authority)
  const refused = asked.filter((name) => !mayVouch(name))
  if (refused.length > 0)
    throw new Error(
      `This installation's own authority may not vouch for ${refused.join(', ')}: it was made for other names. Remove ${folder} to have another one made, which every device has to trust anew.`,
    )
  const vouched = names.filter(mayVouch)
  if (!isUpToDate(files, vouched, now)) {
    if (!existsSync(files.key)) await writeWhole(files.key, await makeKey())
    const key = readFileSync(files.key, 'utf8')
    const issued = await issueCertificate({ certificate: authority, key: authorityKey }, key, {
      names: vouched,
      now,
    })
    await writeWhole(files.certificate, issued + authority)
  }
  return names.filter((name) => !mayVouch(name))
}

/** Whether the certificate there is for all these names, of this authority, and holds for long enough. */
function isUpToDate(files: OwnFiles, names: readonly string[], now: number): boolean {
  if (!Object.values(files).every((file) => existsSync(file))) return false
  const certificate = new X509Certificate(readFileSync(files.certificate))
  const authority = new X509Certificate(readFileSync(files.authority))
  return (
    certificate.verify(authority.publicKey) &&
    Date.parse(authority.validTo) > now &&
    Date.parse(certificate.validTo) - now > RENEW_BEFORE_MS &&
    names.every((name) => isFor(certificate, name))
  )
}

/** The faults of the files there, a sentence each; none where the installation signs no certificate itself. */
export function ownCertificateDamage(folder: string): string[] {
  const files = ownFiles(folder)
  if (!existsSync(files.authority)) return []
  try {
    const [pem, chain] = [readFileSync(files.authority, 'utf8'), readFileSync(files.certificate, 'utf8')]
    const authority = new X509Certificate(pem)
    const certificate = new X509Certificate(chain)
    const isWhole =
      chain.endsWith(pem) &&
      authority.verify(authority.publicKey) &&
      authority.checkPrivateKey(createPrivateKey(readFileSync(files.authorityKey))) &&
      certificate.verify(authority.publicKey) &&
      certificate.checkPrivateKey(createPrivateKey(readFileSync(files.key)))
    return isWhole ? [] : [`the files in ${folder} do not belong together: put them back from a backup`]
  } catch (error) {
    return [`a file in ${folder} cannot be read: ${(error as Error).message}`]
  }
}

/** Whether a certificate is for a name or an address. */
export const isFor = (certificate: X509Certificate, name: string): boolean =>
  (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined

/** Those names that the server's certificate is for: of what was found the authority may not vouch for all. */
export function namesInCertificate(folder: string, { asked, found }: CertifiedNames): string[] {
  const certificate = new X509Certificate(readFileSync(ownFiles(folder).certificate))
  return [...new Set([...asked, ...found])].filter((name) => isFor(certificate, name))
}

export interface Authority {
  pem: string
  /** SHA-256 of the certificate, as browsers and systems show it: pairs of digits with colons. */
  fingerprint: string
  /** SHA-1 of it likewise, the only one that Windows shows. */
  thumbprint: string
}

/** The authority that a device has to trust. */
export function readAuthority(folder: string): Authority {
  const pem = readFileSync(ownFiles(folder).authority, 'utf8')
  const { fingerprint256, fingerprint } = new X509Certificate(pem)
  return { pem, fingerprint: fingerprint256, thumbprint: fingerprint }
}
