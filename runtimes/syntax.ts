/** Python's words about a program that it cannot read; one that began has a trace back before its last words. */
const PYTHON_REFUSES = /^(?:SyntaxError|IndentationError|TabError)\b/
const PYTHON_BEGAN = /^Traceback /m

/** The first word of what Node says, and the places behind it: of a program that began, one is in its file. */
const NODE_REFUSES = /^SyntaxError\b/m
const NODE_PLACE = /^ +at .*$/gm

/**
 * Whether a program of an interpreted language never began because it could not be read, told by what stands on its standard
 * error: such a program counts as one that does not compile, whichever engine had it.
 */
export function isUnreadable(languageId: string, stderr: string): boolean {
  if (languageId === 'python') {
    const last = stderr.trimEnd().split('\n').at(-1) ?? ''
    return PYTHON_REFUSES.test(last) && !PYTHON_BEGAN.test(stderr)
  }
  if (languageId !== 'javascript' && languageId !== 'typescript') return false
  const at = stderr.search(NODE_REFUSES)
  const places = at === -1 ? [] : (stderr.slice(at).match(NODE_PLACE) ?? [])
  return places.length > 0 && places.every((place) => place.includes('node:internal/'))
}
