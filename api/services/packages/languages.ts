import { ENGINES } from '#runtimes/languages.ts'

/** Which language a submission of a package is in, by the end of its name, among those that are offered. */

/** Beside those of our own engines, which go before these. */
const others: Record<string, readonly string[]> = {
  py: ['python3', 'pypy'],
  js: ['node'],
  ts: ['typescript'],
  rb: ['ruby'],
  java: ['java'],
  c: ['c'],
  cpp: ['c++', 'cpp'],
  cc: ['c++', 'cpp'],
  cxx: ['c++', 'cpp'],
  go: ['go', 'golang'],
  rs: ['rust'],
  kt: ['kotlin'],
  cs: ['csharp', 'csharp.net', 'mono'],
  php: ['php'],
  swift: ['swift'],
  scala: ['scala'],
  hs: ['haskell'],
}

const byEnding = new Map(Object.entries(others))
for (const [id, { extension }] of Object.entries(ENGINES))
  byEnding.set(extension, [id, ...(byEnding.get(extension) ?? [])])

/** The offered language of a file; undefined where none is. */
export function languageOf(path: string, offered: readonly string[]): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return byEnding.get(ending)?.find((one) => offered.includes(one))
}

/** The end of a file's name in a language. */
export const endingOf = (language: string): string =>
  [...byEnding].find(([, languages]) => languages.includes(language))?.[0] ?? 'txt'
