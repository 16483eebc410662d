import { isMissing } from './store.ts'

/** Faults of S3-compatible storage in words for whoever runs the server: neither keys nor signatures are among them. */

/** A fault of the storage: what is wrong, and what to do about it. */
export class StorageFault extends Error {
  readonly says: string
  readonly todo: string
  /** ENOENT where there is no such object. */
  readonly code: string | undefined

  constructor(says: string, todo: string, options: ErrorOptions & { code?: string } = {}) {
    super(todo ? `${says} ${todo}` : says, options)
    this.says = says
    this.todo = todo
    this.code = options.code
  }
}

interface Answer extends Error {
  /** The errno of a connection, or the name that an answer gives to its fault. */
  code?: string
  Code?: string
  $metadata?: { httpStatusCode?: number }
}

export interface Asked {
  bucket: string
  /** null: Amazon's own. */
  endpoint: string | null
}

const ENDPOINT = 'HOLDFAST_BACKUPS_S3_ENDPOINT'
const CREDENTIALS = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'

/** By the name of the fault that an answer bears. */
const ANSWERED: Record<string, (asked: Asked) => [says: string, todo: string]> = {
  NoSuchBucket: ({ bucket }) => [
    `There is no bucket ${bucket}.`,
    `Create it, or correct its name in HOLDFAST_BACKUPS; check ${ENDPOINT} too.`,
  ],
  InvalidAccessKeyId: () => ['The storage does not know the access key.', `Check ${CREDENTIALS}.`],
  SignatureDoesNotMatch: () => [
    'The secret key does not belong to the access key.',
    `Check ${CREDENTIALS}; a proxy in between must not change addresses or headers.`,
  ],
  ExpiredToken: () => ['The credentials have expired.', 'Give the server keys that last, or new ones.'],
  InvalidToken: () => ['The session token is not valid.', 'Check AWS_SESSION_TOKEN, or leave it out.'],
  AccessDenied: ({ bucket }) => [
    `The user of these keys may not do this in the bucket ${bucket}.`,
    'Give them the policy in docs/operator/backups.md.',
  ],
  RequestTimeTooSkewed: () => [
    'The clocks of this machine and of the storage are more than 15 minutes apart.',
    'Have the clock set by NTP.',
  ],
  AuthorizationHeaderMalformed: ({ bucket }) => [
    `The bucket ${bucket} is in another region.`,
    'Set HOLDFAST_BACKUPS_S3_REGION to the region of the bucket.',
  ],
  SlowDown: () => ['The storage is asked for too much at once.', 'It is tried again later.'],
  QuotaExceeded: ({ bucket }) => [
    `There is no room left in the bucket ${bucket}.`,
    'Raise its quota, or keep fewer backups (HOLDFAST_BACKUPS_KEEP).',
  ],
}
const ALIASES: Record<string, string> = {
  RequestExpired: 'RequestTimeTooSkewed',
  PermanentRedirect: 'AuthorizationHeaderMalformed',
  AllAccessDisabled: 'AccessDenied',
  AccountProblem: 'AccessDenied',
  XMinioStorageFull: 'QuotaExceeded',
  InsufficientCapacity: 'QuotaExceeded',
}

/** By the name of a connection's fault. */
const UNREACHED: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no machine of that name',
  EAI_AGAIN: 'its name cannot be looked up',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no network',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'it does not answer',
  TimeoutError: 'it does not answer',
  AbortError: 'it does not answer',
}

/** Puts a fault of the client into words. One that already is in words stays so. */
export function inWords(error: unknown, asked: Asked): StorageFault {
  if (error instanceof StorageFault) return error
  const { name, code, Code, message, $metadata } = error as Answer
  const status = $metadata?.httpStatusCode
  const said = [name, Code, code].flatMap((one) => (one ? [ALIASES[one] ?? one] : []))
  const answered = said.find((one) => Object.hasOwn(ANSWERED, one))
  const options = { cause: error }
  const words = ANSWERED[answered ?? (status === 403 ? 'AccessDenied' : status === 503 ? 'SlowDown' : '')]
  if (words) return new StorageFault(...words(asked), options)
  if (isMissing(error) || said.includes('NoSuchKey') || status === 404)
    return new StorageFault('There is no such object.', '', { ...options, code: 'ENOENT' })
  if (name === 'CredentialsProviderError')
    return new StorageFault('There are no keys for the storage.', `Set ${CREDENTIALS}.`, options)
  const where = asked.endpoint ?? 'Amazon S3'
  const way = said.find((one) => Object.hasOwn(UNREACHED, one))
  if (way || message === 'aborted')
    return new StorageFault(
      `${where} cannot be reached: ${UNREACHED[way ?? 'ECONNRESET']}.`,
      `Check ${ENDPOINT} and the network in between.`,
      options,
    )
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS)/.test(code ?? ''))
    return new StorageFault(
      `The certificate of ${where} is not trusted (${code}).`,
      'NODE_EXTRA_CA_CERTS names a file with the authority that signed it.',
      options,
    )
  if (code === 'EPROTO')
    return new StorageFault(`${where} does not speak https.`, `Check ${ENDPOINT}.`, options)
  if (!$metadata) return new StorageFault(`${message}.`, '', options)
  return new StorageFault(`The storage answered with a fault (${name}: ${message}).`, '', options)
}
