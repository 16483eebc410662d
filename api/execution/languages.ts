import type { Queries } from '#db/connect.ts'
import { insertLanguage, listLanguages } from '#db/queries/languages.ts'
import { starterOf } from './catalogue.ts'
import type { LanguageInfo, Tier } from './port.ts'

/** Offers exactly the languages the engine has; one it no longer has is kept for its rows and switched off. */
export async function syncLanguages(
  tx: Queries,
  available: readonly (Pick<LanguageInfo, 'id' | 'name' | 'version'> & { tier: Tier | null })[],
): Promise<void> {
  for (const { id, name, version, tier } of available)
    await insertLanguage(tx, {
      code_id: id,
      // Without a version where no engine has told one yet.
      name: `${name} ${version}`.trim(),
      code: starterOf(id),
      is_active: true,
      tier,
    })
  const ids = new Set(available.map((l) => l.id))
  for (const row of await listLanguages(tx))
    if (!ids.has(row.code_id) && row.is_active) await insertLanguage(tx, { ...row, is_active: false })
}
