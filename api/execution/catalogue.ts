import { ENGINES } from '#runtimes/languages.ts'

/** Every language that some engine may have, one row a language; each engine has a row of its own beside it for how it runs it. */

interface KnownLanguage {
  name: string
  /** Other names that clients of Piston's API ask for. */
  aliases?: readonly string[]
  /** Starter code: a comment in the language's own form, about reading input and printing output, and its frame. */
  starter: string
}

const ABOUT = 'Read the input from standard input and print the output to standard output.'
const withSlashes = (code = ''): string => `// ${ABOUT}\n${code}`
const withHash = (code = ''): string => `# ${ABOUT}\n${code}`

export const CATALOGUE = {
  bash: { name: 'Bash', aliases: ['sh'], starter: withHash() },
  c: {
    name: 'C',
    aliases: ['gcc'],
    starter: withSlashes('#include <stdio.h>\n\nint main(void) {\n    return 0;\n}\n'),
  },
  cpp: {
    name: 'C++',
    aliases: ['c++', 'g++'],
    starter: withSlashes('#include <iostream>\nusing namespace std;\n\nint main() {\n    return 0;\n}\n'),
  },
  csharp: {
    name: 'C#',
    starter: withSlashes('using System;\n\nclass Program {\n    static void Main() {\n    }\n}\n'),
  },
  go: { name: 'Go', aliases: ['golang'], starter: withSlashes('package main\n\nfunc main() {\n}\n') },
  java: {
    name: 'Java',
    starter: withSlashes(
      'import java.util.*;\n\npublic class Main {\n    public static void main(String[] args) {\n        Scanner in = new Scanner(System.in);\n    }\n}\n',
    ),
  },
  javascript: {
    name: 'JavaScript',
    aliases: ENGINES.javascript.aliases,
    starter: withSlashes("const input = require('fs').readFileSync(0, 'utf8')\n"),
  },
  kotlin: { name: 'Kotlin', starter: withSlashes('fun main() {\n}\n') },
  lua: { name: 'Lua', starter: `-- ${ABOUT}\n` },
  php: { name: 'PHP', starter: `<?php\n// ${ABOUT}\n` },
  python: { name: 'Python', aliases: ENGINES.python.aliases, starter: withHash('import sys\n') },
  ruby: { name: 'Ruby', aliases: ['rb'], starter: withHash() },
  rust: { name: 'Rust', aliases: ['rs'], starter: withSlashes('use std::io;\n\nfn main() {\n}\n') },
  sql: {
    name: 'SQL',
    aliases: ENGINES.sql.aliases,
    starter: '-- The tables are there. Whatever your statements return is the output.\n',
  },
  typescript: {
    name: 'TypeScript',
    aliases: ENGINES.typescript.aliases,
    starter: withSlashes(
      "import { readFileSync } from 'node:fs'\n\nconst input: string = readFileSync(0, 'utf8')\n",
    ),
  },
} as const satisfies Readonly<Record<string, KnownLanguage>>

export type CatalogueId = keyof typeof CATALOGUE

/** The row of a language id; undefined for one that is no row. */
export const knownLanguage = (id: string): KnownLanguage | undefined =>
  Object.hasOwn(CATALOGUE, id) ? CATALOGUE[id as CatalogueId] : undefined

/** Starter code of a language that an engine offers, in the catalogue or not. */
export const starterOf = (id: string): string => knownLanguage(id)?.starter ?? withSlashes()
