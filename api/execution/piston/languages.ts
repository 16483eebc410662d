import { type CatalogueId, knownLanguage } from '../catalogue.ts'
import type { PistonRuntime } from './answers.ts'

interface PistonLanguage {
  /** The language's name at Piston, where it is not our id. */
  piston?: string
  fileName: string
  /** The runtime that is meant if Piston has several of one language. */
  runtime?: string
}

const LANGUAGES: Readonly<Partial<Record<CatalogueId, PistonLanguage>>> = {
  bash: { fileName: 'main.sh' },
  c: { fileName: 'main.c', runtime: 'gcc' },
  cpp: { piston: 'c++', fileName: 'main.cpp', runtime: 'gcc' },
  csharp: { piston: 'csharp.net', fileName: 'main.cs' },
  go: { fileName: 'main.go' },
  java: { fileName: 'Main.java' },
  javascript: { fileName: 'main.js', runtime: 'node' },
  kotlin: { fileName: 'main.kt' },
  lua: { fileName: 'main.lua' },
  php: { fileName: 'main.php' },
  python: { fileName: 'main.py' },
  ruby: { fileName: 'main.rb' },
  rust: { fileName: 'main.rs' },
  // Piston's own SQL takes no database from its input: this one is our service's.
  sql: { fileName: 'main.sql' },
  typescript: { fileName: 'main.ts' },
}

export interface PinnedLanguage {
  id: string
  name: string
  fileName: string
  language: string
  version: string
}

function newerFirst(a: PistonRuntime, b: PistonRuntime): number {
  const left = a.version.split(/[.-]/).map(Number)
  const right = b.version.split(/[.-]/).map(Number)
  for (let part = 0; part < Math.max(left.length, right.length); part++) {
    const difference = (right[part] || 0) - (left[part] || 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Picks for each language we know the newest runtime offered, compared number by number, and pins its version. */
export function pinLanguages(runtimes: PistonRuntime[]): PinnedLanguage[] {
  return Object.entries(LANGUAGES).flatMap(([id, { piston = id, fileName, runtime }]) => {
    // Engines of our own go by our ids.
    const offered = runtimes.filter(({ language }) => language === piston || language === id)
    const meant = offered.filter(
      (candidate) => candidate.runtime === runtime || candidate.runtime === undefined,
    )
    const [newest] = (meant.length > 0 ? meant : offered).sort(newerFirst)
    return newest === undefined
      ? []
      : [
          {
            id,
            name: knownLanguage(id)?.name ?? id,
            fileName,
            language: newest.language,
            version: newest.version,
          },
        ]
  })
}
