import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'
import { type ObjectStorage, startObjectStorage } from '../../factories/objectStorage.ts'

/** S3-compatible storage for the tests of a file, with its keys in the environment. */
export function storageForFile(): ObjectStorage {
  // It is there once the first test begins.
  const storage = {} as ObjectStorage
  beforeAll(async () => {
    Object.assign(storage, await startObjectStorage())
    for (const [name, value] of Object.entries(storage.settings)) vi.stubEnv(name, value)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await storage.end()
  })
  return storage
}

/** A folder that goes when the test ends, with a copy of a data directory in it. */
export function folderWithCopy(original: string): { folder: string; data: string } {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  cpSync(original, data, { recursive: true })
  return { folder, data }
}
