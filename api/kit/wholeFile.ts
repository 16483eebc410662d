import { randomBytes } from 'node:crypto'
import { chmod, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file whole or not at all, for this account alone unless told otherwise. A reader in the meantime, or after a
 * crash, finds the old file or the new one. Durable when it resolves.
 */
export async function writeWhole(
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  mode = 0o600,
): Promise<void> {
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`
  try {
    await writeFile(partial, content, { mode: 0o600, flag: 'wx', flush: true })
    if (mode !== 0o600) await chmod(partial, mode)
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  await flushFolder(dirname(path))
}

/** Makes the names in a folder durable: without this a file that was written whole could be gone after a power cut. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
