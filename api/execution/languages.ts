import type { Queries } from '#db/connect.ts'
import { insertLanguage, listLanguages } from '#db/queries/languages.ts'
import type { LanguageInfo } from './port.ts'

/** Starter code: a comment in the language's own form, about reading input and printing output. */
const starters: Record<string, string> = {
  javascript:
    "// Read the input from standard input and print the output to standard output.\nconst input = require('fs').readFileSync(0, 'utf8')\n",
  python: '# Read the input from standard input and print the output to standard output.\nimport sys\n',
  ruby: '# Read the input from standard input and print the output to standard output.\n',
}
const plainStarter = '// Read the input from standard input and print the output to standard output.\n'

/** Offers exactly the languages the engine has; one it no longer has is kept for its rows and switched off. */
export async function syncLanguages(
  tx: Queries,
  available: readonly Pick<LanguageInfo, 'id' | 'name' | 'version'>[],
): Promise<void> {
  for (const { id, name, version } of available)
    await insertLanguage(tx, {
      code_id: id,
      // Without a version where no engine has told one yet.
      name: `${name} ${version}`.trim(),
      code: starters[id] ?? plainStarter,
      is_active: true,
    })
  const ids = new Set(available.map((l) => l.id))
  for (const row of await listLanguages(tx))
    if (!ids.has(row.code_id) && row.is_active)
      await insertLanguage(tx, { code_id: row.code_id, name: row.name, code: row.code, is_active: false })
}
