import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { damageOf, MANIFEST, part } from '../backups/manifest.ts'
import { PROGRAM } from '../kit/dataDirectory.ts'
import { root } from './installation.ts'

/** The program that a single executable unpacked into the data directory, and runs from there. */

/** One that is being unpacked takes less. */
const CUT_OFF_MS = 3_600_000

const isUnpacked = (dataDirectory: string): boolean => dirname(root) === join(dataDirectory, PROGRAM)

/**
 * Removes the programs of other versions: their pages' files were taken along. The caller has the data directory, so no
 * server runs from one of them.
 * @param now in milliseconds
 * @returns their names
 */
export function dropOtherPrograms(dataDirectory: string, now: number): string[] {
  if (!isUnpacked(dataDirectory)) return []
  const programs = dirname(root)
  const others = readdirSync(programs).filter((name) => {
    if (name === basename(root)) return false
    return !name.startsWith('.') || statSync(join(programs, name)).mtimeMs < now - CUT_OFF_MS
  })
  for (const name of others) rmSync(join(programs, name), { recursive: true, force: true })
  return others
}

/** The faults of its files, a sentence each; none where it runs from a checkout. */
export async function programDamage(): Promise<string[]> {
  const list = join(root, MANIFEST)
  if (!existsSync(list)) return []
  const parts = partsIn(list)
  return parts
    ? damageOf(root, parts)
    : [`${list} cannot be read. Remove ${root}: the next start unpacks it anew`]
}

function partsIn(list: string) {
  try {
    return z.object({ parts: z.array(part) }).parse(JSON.parse(readFileSync(list, 'utf8'))).parts
  } catch {
    return null
  }
}
