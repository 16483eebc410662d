import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const migrationsFolder = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

/** A folder that goes when the test ends. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-db-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
