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
  if (/^[^\S\n\r\u2028\u2029]*(?:import\b(?!\s*\()|export\b)/m.test(source)) return ['module', 'function']
  if (/\bawait\b/.test(source)) return ['script', 'module', 'function']
  if (/\basync\b|\bPromise\b/.test(source)) return ['script', 'function']
  return ['function']
}

const WRAPPER = '(function (exports, require, module, __filename, __dirname) {'
/** The first import of every module: an engine that asks for it has read the whole module. */
export const FIRST_IMPORT = 'holdfast:begin'
const MODULE_WRAPPER = `import '${FIRST_IMPORT}';`

/** By how many columns what stands before a form shifts the first line. */
export function shiftOf(form: SourceForm | undefined): number {
  if (form === 'function') return WRAPPER.length
  return form === 'module' ? MODULE_WRAPPER.length : 0
}

/** The text for a form; line numbers stay those of the candidate's file. */
export function wrapSource(source: string, form: SourceForm): string {
  if (form === 'script') return source
  return form === 'module' ? MODULE_WRAPPER + source : `${WRAPPER}${source}\n})`
}
