import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillLarge } from './fill.ts'
import { LARGE } from './sizes.ts'

/** The future of the data lies two months ahead when it is made; half of that may pass. */
const KEPT_MS = 30 * 86_400_000

/**
 * The directory with the large data: the one that is named, or one below the system's temporary folder that the next
 * run finds again. It is built where it is missing, made for another schema, or old.
 */
export async function largeData(
  migrations: string,
  named: string | undefined,
  told: (line: string) => void,
): Promise<string> {
  const data = named ?? join(tmpdir(), `holdfast-lists-${keyOf(migrations)}`)
  const file = join(data, 'holdfast.db')
  const isThere = existsSync(file)
  if (named !== undefined) {
    if (!isThere) await fillLarge(data, migrations, LARGE, told)
    return data
  }
  if (isThere && Date.now() - statSync(join(data, 'keys.json')).mtimeMs < KEPT_MS) return data
  // Under its own name only when it is whole.
  const fresh = mkdtempSync(join(tmpdir(), 'holdfast-lists-new-'))
  try {
    await fillLarge(fresh, migrations, LARGE, told)
    rmSync(data, { recursive: true, force: true })
    renameSync(fresh, data)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return data
}

function keyOf(migrations: string): string {
  const hash = createHash('sha256').update(JSON.stringify(LARGE))
  for (const name of readdirSync(migrations).toSorted())
    if (name.endsWith('.sql')) hash.update(readFileSync(join(migrations, name)))
  return hash.digest('hex').slice(0, 12)
}
