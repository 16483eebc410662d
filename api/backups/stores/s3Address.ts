/** Addresses of S3-compatible storage, such as s3://bucket/prefix. */

/** The storage behind addresses of buckets. Its credentials are in none of our settings: the client finds them by itself. */
export interface StorageAccess {
  /** null: Amazon's own. */
  endpoint: string | null
  region: string
}

export interface BucketAddress {
  bucket: string
  /** The folder in it, without a '/' at its ends; empty: the bucket itself. */
  prefix: string
}

export const isBucketAddress = (text: string): boolean => /^s3:/i.test(text)

/** @returns null where it names no bucket, or has more in it than bucket and prefix */
export function readBucketAddress(text: string): BucketAddress | null {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.=+/-]*))?$/.exec(text) ?? []
  const parts = prefix.split('/')
  if (parts.at(-1) === '') parts.pop()
  const isPlain = parts.every((part) => !['', '.', '..'].includes(part))
  return bucket && isPlain ? { bucket, prefix: parts.join('/') } : null
}
