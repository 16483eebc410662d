import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { ASSESSMENT_LINK_DAYS } from '#contract/constants.ts'
import { type BackupPlan, KEEP_RULE, readKeepRule } from './backups/keep.ts'
import { placeAt } from './backups/stores/place.ts'
import { isBucketAddress, readBucketAddress, type StorageAccess } from './backups/stores/s3Address.ts'
import { MAX_SLOTS, type PistonEndpoint, readEndpoint } from './execution/piston/endpoint.ts'
import { TIERS, type Tier } from './execution/port.ts'
import { isWithin } from './kit/dataDirectory.ts'
import { readMailbox } from './mail/address.ts'
import { type CertificateFiles, ownFiles, ownFolder } from './tls/certificate.ts'

/** Everything the environment can set, parsed once at the start and passed in. */
export interface Config {
  port: number
  host: string
  dataDirectory: string
  /** Backups that the server makes by itself; null: it makes none. */
  backups: BackupPlan | null
  /** The storage that addresses such as s3://bucket/prefix lead to. */
  storage: StorageAccess
  /** The public keys that backups are encrypted to, whoever makes them; none: they lie there in clear. */
  backupRecipients: string[]
  demo: boolean
  signup: 'open' | 'closed'
  /** The credits that an organization that signs up begins with. */
  signupCredits: number
  /** How long the link of an assessment opens it, in days. */
  assessmentLinkDays: number
  /** The certificate of a server that speaks https by itself; null: it speaks http, behind a proxy or alone. */
  tls: CertificateFiles | null
  /** The installation's own authority, which signs that certificate: its folder, and names beside the machine's; null: somebody else signs. */
  ownAuthority: { folder: string; names: string[] } | null
  /** A second port that sends whoever comes by plain http to the https address; null: none. */
  redirectPort: number | null
  /** The address where candidates and staff reach the product; null: the address it listens on. */
  publicUrl: string | null
  /** The tiers that run programs, the preferred one first. */
  engines: Tier[]
  /** Servers that run programs. */
  piston: PistonEndpoint[]
  /** The engine for a program that is too large for Piston. */
  pistonFallback: 'off' | 'embedded'
  /** The server that takes mail; null: mails are written into the data directory. */
  smtpUrl: string | null
  mailFrom: string
  supportEmail: string | null
  supportPhone: string | null
  /** A chat's page, shown in a frame of the test screen; on another origin than ours. */
  supportChatUrl: string | null
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  logLevel: string
  /** The bearer token that reads /metrics; null: this machine alone reads them. */
  metricsToken: string | null
}

const url = (...protocols: string[]) =>
  z.string().refine(
    (value) => {
      try {
        return protocols.includes(new URL(value).protocol)
      } catch {
        return false
      }
    },
    `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  )

const list = (value: string) =>
  value
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean)

const pistonServer = z.string().transform((value, check) => {
  const endpoint = readEndpoint(value)
  if (endpoint) return endpoint
  const message = `must be addresses such as http://node:2000 or http://node:2000#slots=8, separated by commas, with 1 to ${MAX_SLOTS} slots`
  check.addIssue({ code: 'custom', message })
  return z.NEVER
})

const onOff = z.enum(['on', 'off'], 'must be on or off')
const email = z.email('must be an email address')
const ipOrRange = z.string().refine(isIpOrRange, 'must be IP addresses or ranges, separated by commas')

function isIpOrRange(value: string): boolean {
  const [address = '', prefix, ...more] = value.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)]
  if (!bits || address.includes('%') || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
}

/** Names of machines; one that ends in a number would be an IP address, and is none. */
const hostName =
  /^(?!.*(^|\.)\d+$)(?=.{1,253}$)[a-z\d_]([\w-]{0,61}[a-z\d_])?(\.[a-z\d_]([\w-]{0,61}[a-z\d_])?)*$/i
const host = z
  .string()
  .refine(
    (value) => isIP(value) !== 0 || hostName.test(value),
    'must be an IP address or the name of a machine',
  )

/** Links are made by writing behind it, so nothing may follow its path; a password would stand in each of them. */
const publicAddress = url('http:', 'https:').refine((value) => {
  if (!URL.canParse(value)) return true
  const { username, password } = new URL(value)
  return !/[?#\\\s]/.test(value) && !username && !password
}, 'must be an address without a query, a fragment or a password')

const DATA = 'data'

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .refine((n) => n <= 65_535, 'must be a number from 0 to 65535')

const settings = z.object({
  PORT: port.default(3000),
  HOST: host.default('localhost'),
  HOLDFAST_DATA: z.string().min(1).default(DATA),
  HOLDFAST_BACKUPS: z
    .string()
    .refine(
      (value) => !isBucketAddress(value) || readBucketAddress(value) !== null,
      'must be a folder, or an address such as s3://bucket/prefix, without any key or password in it',
    )
    .optional(),
  HOLDFAST_BACKUPS_S3_ENDPOINT: publicAddress.optional(),
  HOLDFAST_BACKUPS_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/i, 'must be the name of a region such as eu-central-1')
    .default('us-east-1'),
  HOLDFAST_BACKUPS_HOURS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number from 1 to 168')
    .transform(Number)
    .refine((n) => n >= 1 && n <= 168, 'must be a whole number from 1 to 168')
    .default(24),
  HOLDFAST_BACKUPS_RECIPIENT: z
    .string()
    .transform(list)
    .refine(
      (all) => all.every((one) => /^age1[a-z0-9]+$/.test(one)),
      'must be public keys such as age1…, separated by commas',
    )
    .default([]),
  HOLDFAST_BACKUPS_LOG: onOff.default('off'),
  HOLDFAST_BACKUPS_KEEP: z
    .string()
    .refine((value) => readKeepRule(value) !== null, KEEP_RULE)
    .default('7 daily, 4 weekly, 12 monthly'),
  HOLDFAST_DEMO: onOff.default('on'),
  HOLDFAST_SIGNUP: z.enum(['open', 'closed'], 'must be open or closed').optional(),
  HOLDFAST_SIGNUP_CREDITS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 10000')
    .transform(Number)
    .refine((n) => n <= 10_000, 'must be a whole number from 0 to 10000')
    .default(100),
  HOLDFAST_ASSESSMENT_LINK_DAYS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number from 1 to 365')
    .transform(Number)
    .refine((n) => n >= 1 && n <= 365, 'must be a whole number from 1 to 365')
    .default(ASSESSMENT_LINK_DAYS),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TLS_SELF_SIGNED: onOff.default('off'),
  TLS_NAMES: z.string().transform(list).pipe(z.array(host)).default([]),
  HTTP_REDIRECT_PORT: port.optional(),
  PUBLIC_URL: publicAddress.optional(),
  PISTON_URL: z
    .string()
    .transform(list)
    .pipe(z.array(pistonServer))
    .refine(
      (all) => new Set(all.map((one) => one.url)).size === all.length,
      'must be different addresses: one is listed twice',
    )
    .default([]),
  HOLDFAST_ENGINES: z
    .string()
    .transform(list)
    .pipe(
      z.array(
        z.enum(TIERS, `must be some of ${TIERS.join(', ')}, separated by commas, the preferred one first`),
      ),
    )
    .refine((all) => all.length > 0, 'must name at least one engine')
    .refine((all) => new Set(all).size === all.length, 'names an engine twice')
    .optional(),
  PISTON_FALLBACK: z.enum(['off', 'embedded'], 'must be off or embedded').default('off'),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => readMailbox(value) !== null, 'must be an email address, with or without a name')
    .default('Holdfast <holdfast@localhost>'),
  SUPPORT_EMAIL: email.optional(),
  SUPPORT_PHONE: z
    .string()
    .regex(/^[\d +()-]{3,30}$/, 'must be a telephone number')
    .optional(),
  SUPPORT_CHAT_URL: url('https:', 'http:').optional(),
  TRUSTED_PROXY: z.string().transform(list).pipe(z.array(ipOrRange)).default([]),
  HOLDFAST_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 letters, digits and signs, without a blank')
    .optional(),
  HOLDFAST_LOG: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug')
    .default('warn'),
})

/** Settings that do not hold, told all together. */
export class ConfigError extends Error {}

/**
 * Reads the settings; an empty one counts as not set.
 * @param directoryFault why nothing can be kept in a directory, told with the other faults; a start gives it
 * @throws ConfigError with one plain sentence a fault
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  directoryFault: (path: string) => string | null = () => null,
): Config {
  const given = Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => {
      const value = environment[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )
  const parsed = settings.safeParse(given)
  const sentences = (parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])} ${issue.message}.`)
  if ((given.TLS_CERT === undefined) !== (given.TLS_KEY === undefined))
    sentences.push('TLS_CERT and TLS_KEY belong together: the certificate and its private key.')
  const isSelfSigned = given.TLS_SELF_SIGNED === 'on'
  if (isSelfSigned && given.TLS_CERT)
    sentences.push('TLS_SELF_SIGNED and TLS_CERT exclude each other: one certificate is enough.')
  if (given.TLS_NAMES && !isSelfSigned)
    sentences.push('TLS_NAMES needs TLS_SELF_SIGNED=on: a certificate of files has names of its own.')
  if (given.HTTP_REDIRECT_PORT && !given.TLS_CERT && !isSelfSigned)
    sentences.push(
      'HTTP_REDIRECT_PORT needs TLS_CERT and TLS_KEY, or TLS_SELF_SIGNED=on: there is no https address to send anybody to.',
    )
  // On our own origin its script could reach the test beside it.
  if (isSameOrigin(given.SUPPORT_CHAT_URL, given.PUBLIC_URL))
    sentences.push('SUPPORT_CHAT_URL must be on another host or port than PUBLIC_URL.')
  const engines = list(given.HOLDFAST_ENGINES ?? '')
  if (engines.includes('piston') && !given.PISTON_URL)
    sentences.push('HOLDFAST_ENGINES names piston, and PISTON_URL no server of it.')
  if (given.PISTON_URL && engines.length > 0 && !engines.includes('piston'))
    sentences.push('PISTON_URL names servers that HOLDFAST_ENGINES leaves out: add piston to it.')
  const isBucket = isBucketAddress(given.HOLDFAST_BACKUPS ?? '')
  const backups = given.HOLDFAST_BACKUPS
  if (backups && !isBucket && isWithin(resolve(backups), resolve(given.HOLDFAST_DATA ?? DATA)))
    sentences.push('HOLDFAST_BACKUPS must lie outside of HOLDFAST_DATA: it would be lost together with it.')
  if (given.HOLDFAST_BACKUPS_LOG === 'on' && !backups)
    sentences.push('HOLDFAST_BACKUPS_LOG needs HOLDFAST_BACKUPS, the folder to which the log is shipped.')
  if (given.HOLDFAST_BACKUPS_LOG === 'on' && isBucket)
    sentences.push(
      'HOLDFAST_BACKUPS_LOG needs a folder in HOLDFAST_BACKUPS: the log cannot be shipped to S3-compatible storage yet. Turn it off, or keep the backups in a folder and copy that one there.',
    )
  const directoryError = directoryFault(resolve(given.HOLDFAST_DATA ?? DATA))
  if (directoryError) sentences.push(`HOLDFAST_DATA ${directoryError}.`)
  if (!parsed.success || sentences.length > 0) throw new ConfigError([...new Set(sentences)].join('\n'))
  const s = parsed.data
  const storage = { endpoint: s.HOLDFAST_BACKUPS_S3_ENDPOINT ?? null, region: s.HOLDFAST_BACKUPS_S3_REGION }
  return {
    port: s.PORT,
    host: s.HOST,
    dataDirectory: resolve(s.HOLDFAST_DATA),
    backups: s.HOLDFAST_BACKUPS
      ? {
          place: placeAt(s.HOLDFAST_BACKUPS, storage),
          everyHours: s.HOLDFAST_BACKUPS_HOURS,
          keep: s.HOLDFAST_BACKUPS_KEEP,
          shipsLog: s.HOLDFAST_BACKUPS_LOG === 'on',
        }
      : null,
    storage,
    backupRecipients: s.HOLDFAST_BACKUPS_RECIPIENT,
    demo: s.HOLDFAST_DEMO === 'on',
    signup: s.HOLDFAST_SIGNUP ?? (s.HOLDFAST_DEMO === 'on' ? 'open' : 'closed'),
    signupCredits: s.HOLDFAST_SIGNUP_CREDITS,
    assessmentLinkDays: s.HOLDFAST_ASSESSMENT_LINK_DAYS,
    tls: certificateFiles(s),
    ownAuthority:
      s.TLS_SELF_SIGNED === 'on' ? { folder: ownFolder(resolve(s.HOLDFAST_DATA)), names: s.TLS_NAMES } : null,
    redirectPort: s.HTTP_REDIRECT_PORT ?? null,
    publicUrl: s.PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') ?? null,
    engines: enginesOf(s.HOLDFAST_ENGINES, s.PISTON_URL.length > 0),
    piston: s.PISTON_URL,
    pistonFallback: s.PISTON_FALLBACK,
    smtpUrl: s.SMTP_URL ?? null,
    mailFrom: s.MAIL_FROM,
    supportEmail: s.SUPPORT_EMAIL ?? null,
    supportPhone: s.SUPPORT_PHONE ?? null,
    supportChatUrl: s.SUPPORT_CHAT_URL ?? null,
    trustedProxies: s.TRUSTED_PROXY,
    logLevel: s.HOLDFAST_LOG,
    metricsToken: s.HOLDFAST_METRICS_TOKEN ?? null,
  }
}

/** Servers elsewhere alone if there are such, else the best of this machine; the operator may say otherwise. */
const enginesOf = (given: Tier[] | undefined, hasPiston: boolean): Tier[] =>
  given ?? (hasPiston ? ['piston'] : ['jail', 'wasm'])

function certificateFiles(s: z.infer<typeof settings>): CertificateFiles | null {
  if (s.TLS_SELF_SIGNED === 'on') {
    const { certificate, key } = ownFiles(ownFolder(resolve(s.HOLDFAST_DATA)))
    return { certificate, key }
  }
  return s.TLS_CERT && s.TLS_KEY ? { certificate: resolve(s.TLS_CERT), key: resolve(s.TLS_KEY) } : null
}

/** Names in the environment that look like settings and are none: a misspelt one would be taken for its default in silence. */
export const unknownSettings = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(environment).filter(
    (name) => /^(?:HOLDFAST|PISTON|SMTP|TLS|SUPPORT)_/.test(name) && !(name in settings.shape),
  )

const isSameOrigin = (one = '', other = ''): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin
