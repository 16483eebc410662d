import { resolve } from 'node:path'
import { readBucketAddress, type StorageAccess } from './s3Address.ts'
import { s3Store } from './s3Store.ts'
import type { CopyPlace } from './store.ts'

/**
 * The place that settings and commands name.
 * @param text a folder, or an address that `readBucketAddress` takes
 */
export function placeAt(text: string, access: StorageAccess): CopyPlace {
  const address = readBucketAddress(text)
  return address ? s3Store({ ...address, ...access }) : resolve(text)
}
