/** How a program is handed to the engine. */
export type SourceForm = 'function' | 'script' | 'module'

/** Removes what the engine's parser does not expect at the start: a byte order mark and a #! line. */
export function cleanSource(source: string): string {
  return source.replace(/^\uFEFF/, '').replace(/^#!/, '//')
}

/**
 * The forms to try, best first. Inside a function, top-level variables are locals: twice as fast, and `return`
 * works as in Node. As a script, the value of the last expression is known: the promise of an async main(), whose
 * rejection would else go unseen. Import and export need a module.
 */
export function formsToTry(source: string): SourceForm[] {
  if (/^\s*(import\b(?!\s*\()|export\b)/m.test(source)) return ['module', 'function']
  if (/\bawait\b/.test(source)) return ['script', 'module', 'function']
  if (/\basync\b|\bPromise\b/.test(source)) return ['script', 'function']
  return ['function']
}

const WRAPPER = '(function (exports, require, module, __filename, __dirname) {'

/** By how many columns the wrapper of a function shifts the first line. */
export const WRAPPER_COLUMNS = WRAPPER.length

/** The text for a form; line numbers stay those of the candidate's file. */
export function wrapSource(source: string, form: SourceForm): string {
  if (form !== 'function') return source
  return `${WRAPPER}${source}\n})`
}
