import type { Queries } from '#db/connect.ts'
import { insertLanguage, listLanguages } from '#db/queries/languages.ts'
import type { LanguageInfo, Tier } from './port.ts'

const ABOUT = 'Read the input from standard input and print the output to standard output.'
const withSlashes = (code = ''): string => `// ${ABOUT}\n${code}`
const withHash = (code = ''): string => `# ${ABOUT}\n${code}`

/** Starter code: a comment in the language's own form, about reading input and printing output, and its frame. */
const starters: Record<string, string> = {
  javascript: withSlashes("const input = require('fs').readFileSync(0, 'utf8')\n"),
  python: withHash('import sys\n'),
  ruby: withHash(),
  bash: withHash(),
  lua: `-- ${ABOUT}\n`,
  php: `<?php\n// ${ABOUT}\n`,
  c: withSlashes('#include <stdio.h>\n\nint main(void) {\n    return 0;\n}\n'),
  cpp: withSlashes('#include <iostream>\nusing namespace std;\n\nint main() {\n    return 0;\n}\n'),
  java: withSlashes(
    'import java.util.*;\n\npublic class Main {\n    public static void main(String[] args) {\n        Scanner in = new Scanner(System.in);\n    }\n}\n',
  ),
  go: withSlashes('package main\n\nfunc main() {\n}\n'),
  rust: withSlashes('use std::io;\n\nfn main() {\n}\n'),
  csharp: withSlashes('using System;\n\nclass Program {\n    static void Main() {\n    }\n}\n'),
  kotlin: withSlashes('fun main() {\n}\n'),
}

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
      code: starters[id] ?? withSlashes(),
      is_active: true,
      tier,
    })
  const ids = new Set(available.map((l) => l.id))
  for (const row of await listLanguages(tx))
    if (!ids.has(row.code_id) && row.is_active) await insertLanguage(tx, { ...row, is_active: false })
}
