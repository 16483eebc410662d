import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import * as asn1 from 'asn1js'
import * as pki from 'pkijs'

/**
 * Certificates of an installation's own authority. The authority's says itself for which names it may vouch: a device that
 * trusts it trusts nobody with a bank's page.
 */

const DAY = 86_400_000
const AUTHORITY_DAYS = 3_650
/** Apple's systems refuse one for longer than 825 days, whoever has signed it. */
export const SERVER_DAYS = 90

/** Names that never exist on the internet, with all below them. */
const LOCAL_DOMAINS = ['localhost', 'local', 'lan', 'internal', 'home.arpa']
/** Addresses that never exist on the internet (RFC 1918, 3927, 4193, 6598). */
const LOCAL_RANGES = [
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10', '127.0.0.0/8'],
  ...['fc00::/7', '::1/128'],
]

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const
const { subtle } = webcrypto

const DNS = 2
const IP = 7
const OID = {
  commonName: '2.5.4.3',
  subjectKey: '2.5.29.14',
  usage: '2.5.29.15',
  alternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  authorityKey: '2.5.29.35',
  extendedUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
}
/** Bits of the key's usage, the first in the highest. */
const SIGNS_CERTIFICATES = 0b0000_0110
const SIGNS_HANDSHAKES = 0b1000_0000

/** @returns PEM of a new private key (P-256, PKCS #8) */
export async function makeKey(): Promise<string> {
  const { privateKey } = await subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const der = Buffer.from(await subtle.exportKey('pkcs8', privateKey))
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString()
}

/**
 * @param key PEM of the authority's private key
 * @param names it may vouch for, beside all that exist only in a local network
 * @returns PEM
 */
export async function makeAuthority(
  key: string,
  { names, title, now }: { names: readonly string[]; title: string; now: number },
): Promise<string> {
  const permitted = [...LOCAL_DOMAINS, ...LOCAL_RANGES, ...names].map(
    (name) => new pki.GeneralSubtree({ base: subtreeOf(name) }),
  )
  const pair = await keysOf(key)
  const certificate = await begun(title, pair, { from: now, days: AUTHORITY_DAYS })
  certificate.issuer = certificate.subject
  certificate.extensions = [
    extension(OID.basicConstraints, true, new pki.BasicConstraints({ cA: true, pathLenConstraint: 0 })),
    extension(OID.usage, true, bits(SIGNS_CERTIFICATES, 1)),
    // A store that trusts it trusts it with servers alone: no mail, no program, no person.
    extension(OID.extendedUsage, false, serverUsage()),
    extension(OID.nameConstraints, true, new pki.NameConstraints({ permittedSubtrees: permitted })),
    extension(OID.subjectKey, false, octets(await keyIdentifier(certificate))),
  ]
  return signed(certificate, pair.privateKey)
}

/**
 * @param authority PEM of its certificate and its private key
 * @param key PEM of the server's own private key
 * @param names that people call it by; at least one
 * @returns PEM of the server's certificate
 */
export async function issueCertificate(
  authority: { certificate: string; key: string },
  key: string,
  { names, now }: { names: readonly string[]; now: number },
): Promise<string> {
  const above = parsed(authority.certificate)
  // Nobody reads the name: what counts stands among the alternative ones.
  const certificate = await begun('Holdfast', await keysOf(key), { from: now, days: SERVER_DAYS })
  certificate.issuer = above.subject
  const aboveKey = new pki.AuthorityKeyIdentifier({ keyIdentifier: octets(await keyIdentifier(above)) })
  certificate.extensions = [
    extension(OID.basicConstraints, true, new pki.BasicConstraints({ cA: false })),
    extension(OID.usage, true, bits(SIGNS_HANDSHAKES, 7)),
    extension(OID.extendedUsage, false, serverUsage()),
    extension(OID.alternativeName, false, new pki.GeneralNames({ names: names.map(nameOf) })),
    extension(OID.subjectKey, false, octets(await keyIdentifier(certificate))),
    extension(OID.authorityKey, false, aboveKey),
  ]
  return signed(certificate, (await keysOf(authority.key)).privateKey)
}

/** Whether an authority may vouch for a name, by what its certificate (PEM) says. */
export function vouchesFor(authority: string): (name: string) => boolean {
  const found = parsed(authority).extensions?.find(({ extnID }) => extnID === OID.nameConstraints)
  const { permittedSubtrees = [] } = (found?.parsedValue ?? {}) as pki.NameConstraints
  const domains = permittedSubtrees.flatMap(({ base }) => (base.type === DNS ? [String(base.value)] : []))
  const ranges = new BlockList()
  for (const { base } of permittedSubtrees) if (base.type === IP) addRange(ranges, base.value)
  return (name) =>
    isIP(name) === 0
      ? domains.some((domain) => name === domain || name.endsWith(`.${domain}`))
      : ranges.check(name, isIP(name) === 6 ? 'ipv6' : 'ipv4')
}

/** @param value the octets of an address and those of its mask */
function addRange(ranges: BlockList, value: asn1.OctetString): void {
  const octetsOf = [...value.valueBlock.valueHexView]
  const half = octetsOf.length / 2
  const prefix = octetsOf
    .slice(half)
    .reduce((sum, octet) => sum + octet.toString(2).replaceAll('0', '').length, 0)
  const address = octetsOf.slice(0, half)
  if (half === 4) {
    ranges.addSubnet(address.join('.'), prefix, 'ipv4')
    return
  }
  const groups = Array.from({ length: 8 }, (_, n) =>
    ((address[2 * n] ?? 0) * 256 + (address[2 * n + 1] ?? 0)).toString(16),
  )
  ranges.addSubnet(groups.join(':'), prefix, 'ipv6')
}

async function keysOf(pem: string) {
  const der = createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' })
  const privateKey = await subtle.importKey('pkcs8', new Uint8Array(der), ALGORITHM, true, ['sign'])
  const { d: _, key_ops: __, ...publicJwk } = await subtle.exportKey('jwk', privateKey)
  const publicKey = await subtle.importKey('jwk', publicJwk, ALGORITHM, true, ['verify'])
  return { privateKey, publicKey }
}

async function begun(
  title: string,
  { publicKey }: { publicKey: webcrypto.CryptoKey },
  { from, days }: { from: number; days: number },
): Promise<pki.Certificate> {
  const certificate = new pki.Certificate()
  certificate.version = 2
  // Positive, and in its shortest form.
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) % 64) | 64
  certificate.serialNumber = new asn1.Integer({ valueHex: new Uint8Array(serial).buffer })
  certificate.subject.typesAndValues.push(
    new pki.AttributeTypeAndValue({ type: OID.commonName, value: new asn1.Utf8String({ value: title }) }),
  )
  // A device whose clock is behind takes it as well.
  certificate.notBefore.value = new Date(from - DAY)
  certificate.notAfter.value = new Date(from + days * DAY)
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  return certificate
}

async function signed(certificate: pki.Certificate, key: webcrypto.CryptoKey): Promise<string> {
  await certificate.sign(key, 'SHA-256')
  return new X509Certificate(Buffer.from(certificate.toSchema(true).toBER(false))).toString()
}

const parsed = (pem: string): pki.Certificate =>
  pki.Certificate.fromBER(new Uint8Array(new X509Certificate(pem).raw))

const keyIdentifier = (certificate: pki.Certificate): Promise<ArrayBuffer> =>
  subtle.digest('SHA-1', certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView.slice())

const serverUsage = (): pki.ExtKeyUsage => new pki.ExtKeyUsage({ keyPurposes: [OID.serverAuthentication] })

const octets = (valueHex: ArrayBuffer): asn1.OctetString => new asn1.OctetString({ valueHex })

const bits = (value: number, unusedBits: number): asn1.BitString =>
  new asn1.BitString({ valueHex: new Uint8Array([value]).buffer, unusedBits })

function extension(
  extnID: string,
  critical: boolean,
  value: { toSchema(): asn1.BaseBlock } | asn1.OctetString | asn1.BitString,
): pki.Extension {
  const schema = 'toSchema' in value ? value.toSchema() : value
  return new pki.Extension({ extnID, critical, extnValue: schema.toBER(false) })
}

const nameOf = (name: string): pki.GeneralName =>
  isIP(name) === 0
    ? new pki.GeneralName({ type: DNS, value: name })
    : new pki.GeneralName({ type: IP, value: octets(new Uint8Array(octetsOfAddress(name)).buffer) })

/** A name with all below it, or a range such as 10.0.0.0/8; an address stands for itself alone. */
function subtreeOf(name: string): pki.GeneralName {
  const [address = '', prefix] = name.split('/')
  if (isIP(address) === 0) return nameOf(name)
  const value = octetsOfAddress(address)
  const length = prefix === undefined ? value.length * 8 : Number(prefix)
  const mask = value.map((_, n) => (0xff00 >> Math.max(0, Math.min(8, length - 8 * n))) & 0xff)
  return new pki.GeneralName({ type: IP, value: octets(new Uint8Array([...value, ...mask]).buffer) })
}

function octetsOfAddress(address: string): number[] {
  if (isIP(address) === 4) return address.split('.').map(Number)
  // In its short form, whose groups are hexadecimal throughout.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groupsOf = (part: string | undefined): string[] => (part ? part.split(':') : [])
  const [head, tail] = [groupsOf(before), groupsOf(after)]
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}
