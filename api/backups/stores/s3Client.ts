import type { S3Client } from '@aws-sdk/client-s3'
import type { StorageAccess } from './s3Address.ts'

/** Nobody waits for storage for ever. In milliseconds. */
export interface Patience {
  /** A connection that is not there by then never will be. */
  connect: number
  /** Nothing came or went on a connection for so long: it hangs. */
  idle: number
  /** Questions with short answers take no longer, with all that is tried again. */
  short: number
}
export const PATIENCE: Patience = { connect: 5_000, idle: 30_000, short: 10_000 }

/** The client is large: whoever keeps backups in a folder does without it. */
async function load() {
  // Its own setting: otherwise it prints to everybody's terminal that newer versions of it will want a newer Node.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
  const [s3, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  return { ...s3, Upload }
}

type Sdk = Awaited<ReturnType<typeof load>>
export interface Connected {
  sdk: Sdk
  client: S3Client
  /** How far this machine's clock is ahead of the storage's by its last answer, in milliseconds; null before one. */
  aheadMs(): number | null
}

const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

/** A client that waits for nobody for ever, and says nothing by itself. */
export async function connectStorage(
  { endpoint, region }: StorageAccess,
  patience: Patience,
): Promise<Connected> {
  const sdk = await load()
  const client = new sdk.S3Client({
    region,
    // Storage of one's own has no name for each bucket, and not all of it takes the sums that Amazon's client sends by default:
    // every part is read again and held against its hash anyway.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    followRegionRedirects: endpoint === null,
    maxAttempts: 3,
    logger: silent,
    requestHandler: { connectionTimeout: patience.connect, socketTimeout: patience.idle, logger: silent },
  })
  let ahead: number | null = null
  client.middlewareStack.add(
    (next) => async (args) => {
      const done = await next(args)
      const { headers } = done.response as { headers?: Record<string, string> }
      const told = Date.parse(headers?.date ?? '')
      if (!Number.isNaN(told)) ahead = Date.now() - told
      return done
    },
    { step: 'deserialize', priority: 'low' },
  )
  return { sdk, client, aheadMs: () => ahead }
}
