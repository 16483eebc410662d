import { engineLanguage, type LanguageId } from './languages.ts'

/**
 * Whatever a program must do without in these engines, in sentences for whoever writes a problem or solves one. The whole table,
 * with a program for each row, is docs/execution-differences.md.
 */
export const DIFFERENCES: Readonly<Record<LanguageId, readonly string[]>> = {
  javascript: [
    'The modules stream, zlib, http, vm and worker_threads are missing, and so are the hashes of crypto.',
    'Intl and toLocaleString know English only, and no time zone but UTC.',
    'Some error messages and all stack traces read differently than in Node.',
    'A rejected promise that nobody handles does not end the program.',
    'Timers do not really wait, but their time counts as sleep.',
  ],
  sql: [
    'SQL is that of SQLite 3.54, without extensions and without files.',
    'The database is built by the input before your program runs, and is thrown away afterwards.',
    'Each row is printed on a line, its columns separated by “ | ”, an absent value as NULL.',
    'Between the results of two statements is an empty line.',
  ],
  typescript: [
    'Types are taken out and not checked: a wrong type is no error.',
    'Decorators are not available; enums, namespaces and parameter properties are.',
    'It runs as JavaScript: the modules stream, zlib, http, vm and worker_threads are missing.',
    'Intl and toLocaleString know English only, and no time zone but UTC.',
    'Some error messages and all stack traces read differently than in Node.',
    'A rejected promise that nobody handles does not end the program.',
  ],
  python: [
    'Threads, process pools and subprocesses are not available; asyncio is.',
    'There is no network, and os.system does not exist.',
    'The module zoneinfo knows no time zones; datetime.timezone works.',
    'Only the standard library can be imported.',
  ],
}

/** The heading above a language's differences. */
const HEADINGS: Readonly<Record<LanguageId, string>> = {
  javascript: 'How this differs from Node',
  python: 'How this differs from Python 3.12',
  sql: 'How SQL is run here',
  typescript: 'How this differs from TypeScript on Node',
}

/** The heading and the differences of a language by its code; null for one that is not of these engines. */
export function engineDifferencesOf(code: string): { heading: string; sentences: readonly string[] } | null {
  const language = engineLanguage(code)
  return language ? { heading: HEADINGS[language.id], sentences: DIFFERENCES[language.id] } : null
}
