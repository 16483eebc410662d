import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

/** The languages that programs are written in. */

export const insertLanguage = ({ orm }: Queries, row: typeof s.languages.$inferInsert) =>
  orm
    .insert(s.languages)
    .values(row)
    .onConflictDoUpdate({
      target: s.languages.code_id,
      set: { name: row.name, is_active: row.is_active ?? true, tier: row.tier ?? null },
    })

export const listLanguages = ({ orm }: Queries) => orm.select().from(s.languages)

/** At a start nobody has told yet which engine runs what: the settings may be others than before. */
export const forgetTiers = ({ orm }: Queries) => orm.update(s.languages).set({ tier: null })
