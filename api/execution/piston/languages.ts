import type { PistonRuntime } from './answers.ts'

interface PistonLanguage {
  name: string
  /** The language's name at Piston, where it is not our id. */
  piston?: string
  fileName: string
  /** The runtime that is meant if Piston has several of one language. */
  runtime?: string
}

const LANGUAGES: Readonly<Record<string, PistonLanguage>> = {
  c: { name: 'C', fileName: 'main.c', runtime: 'gcc' },
  cpp: { name: 'C++', piston: 'c++', fileName: 'main.cpp', runtime: 'gcc' },
  csharp: { name: 'C#', piston: 'csharp.net', fileName: 'main.cs' },
  go: { name: 'Go', fileName: 'main.go' },
  java: { name: 'Java', fileName: 'Main.java' },
  javascript: { name: 'JavaScript', fileName: 'main.js', runtime: 'node' },
  kotlin: { name: 'Kotlin', fileName: 'main.kt' },
  lua: { name: 'Lua', fileName: 'main.lua' },
  php: { name: 'PHP', fileName: 'main.php' },
  python: { name: 'Python', fileName: 'main.py' },
  ruby: { name: 'Ruby', fileName: 'main.rb' },
  rust: { name: 'Rust', fileName: 'main.rs' },
  typescript: { name: 'TypeScript', fileName: 'main.ts' },
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
  return Object.entries(LANGUAGES).flatMap(([id, { name, piston = id, fileName, runtime }]) => {
    const offered = runtimes.filter((candidate) => candidate.language === piston)
    const meant = offered.filter(
      (candidate) => candidate.runtime === runtime || candidate.runtime === undefined,
    )
    const [newest] = (meant.length > 0 ? meant : offered).sort(newerFirst)
    return newest === undefined ? [] : [{ id, name, fileName, language: piston, version: newest.version }]
  })
}
