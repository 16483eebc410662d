import { asc, eq } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

/** Names that differ only in case, or in how their accents are written, are one name. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase()

/**
 * How an organization spells the names of its difficulties and tags already.
 * @returns look-ups: the spelling that stands, or for a new name the one it was given in first
 */
export async function spellingsOf({ orm }: Queries, organizationId: number) {
  const read = async (table: typeof s.difficulties | typeof s.tags) => {
    const rows = await orm
      .select({ name: table.name })
      .from(table)
      .where(eq(table.organization_id, organizationId))
      .orderBy(asc(table.id))
    const known = new Map<string, string>()
    const spell = (name: string): string => {
      const key = folded(name)
      const stands = known.get(key)
      if (stands !== undefined) return stands
      known.set(key, name.normalize('NFC'))
      return name.normalize('NFC')
    }
    for (const { name } of rows) spell(name)
    return spell
  }
  return { difficulty: await read(s.difficulties), tag: await read(s.tags) }
}
