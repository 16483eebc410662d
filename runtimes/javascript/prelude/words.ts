/** Prelude part, loaded on demand: the order of words in English, as localeCompare and Intl.Collator tell it. */
export const WORDS_PART = String.raw`(({ localeOf }) => {
/** Characters that are no letters, in their order: space, punctuation, signs, digits. */
const FIRST = '\t\n\v\f\r _-,;:!?.\'"()[]{}@*/\\&#%\x60^+<=>|~$0123456789'
const ORDER = new Map(Array.from(FIRST, (character, i) => [character, i + 1]))
const MARKS = /[\u0300-\u036f]/
const SPELLED = { 'ß': 'ss', 'æ': 'ae', 'œ': 'oe', 'ø': 'o', 'đ': 'd', 'ł': 'l' }
const isPlain = (text) => /^[\x00-\x7f]*$/.test(text)
const lettersOf = (text) => {
  if (isPlain(text)) return Array.from(text.toLowerCase(), (letter) => ({ letter, marks: '' }))
  const letters = []
  for (const character of text.normalize('NFD').toLowerCase()) {
    if (MARKS.test(character) && letters.length > 0) letters.at(-1).marks += character
    else for (const letter of SPELLED[character] || character) letters.push({ letter, marks: SPELLED[character] ? character : '' })
  }
  return letters
}
const weight = (letter) => ORDER.get(letter) ?? 1000 + letter.codePointAt(0)
const isDigit = (entry) => entry !== undefined && entry.letter >= '0' && entry.letter <= '9'
const numberAt = (letters, from) => {
  let end = from
  while (isDigit(letters[end])) end++
  return { end, value: BigInt(letters.slice(from, end).map((entry) => entry.letter).join('')) }
}
const byLetters = (a, b, numeric, skips) => {
  let i = 0
  let j = 0
  for (;;) {
    while (skips && i < a.length && weight(a[i].letter) <= 42 && !isDigit(a[i])) i++
    while (skips && j < b.length && weight(b[j].letter) <= 42 && !isDigit(b[j])) j++
    if (i >= a.length || j >= b.length) return i < a.length ? 1 : j < b.length ? -1 : 0
    if (numeric && isDigit(a[i]) && isDigit(b[j])) {
      const [x, y] = [numberAt(a, i), numberAt(b, j)]
      if (x.value !== y.value) return x.value < y.value ? -1 : 1
      i = x.end
      j = y.end
      continue
    }
    const apart = weight(a[i++].letter) - weight(b[j++].letter)
    if (apart !== 0) return Math.sign(apart)
  }
}
const byMarks = (a, b) => {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i].marks !== b[i].marks) return a[i].marks < b[i].marks ? -1 : 1
  return 0
}
const isUpper = (character) => character !== undefined && character !== character.toLowerCase()
const byCase = (a, b, upperFirst) => {
  const [x, y] = [Array.from(a), Array.from(b)]
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    if (isUpper(x[i]) !== isUpper(y[i])) return isUpper(x[i]) === Boolean(upperFirst) ? -1 : 1
  }
  return 0
}
const compare = (first, second, { numeric = false, sensitivity = 'variant', caseFirst, ignorePunctuation = false } = {}) => {
  if (first === second) return 0
  const [a, b] = [lettersOf(first), lettersOf(second)]
  const letters = byLetters(a, b, numeric, ignorePunctuation)
  if (letters !== 0 || sensitivity === 'base') return letters
  const marks = sensitivity === 'case' ? 0 : byMarks(a, b)
  if (marks !== 0 || sensitivity === 'accent') return marks
  return byCase(first, second, caseFirst === 'upper')
}
const optionsOf = (locales, options) => {
  const locale = localeOf(locales)
  return { locale, ...(/-u-kn\b/.test(locale) && { numeric: true }), ...options }
}
class Collator {
  #options
  constructor(locales, options) {
    this.#options = optionsOf(locales, options)
    this.compare = (a, b) => compare(String(a), String(b), this.#options)
  }
  resolvedOptions() {
    const { locale, numeric = false, sensitivity = 'variant', ignorePunctuation = false, caseFirst = 'false' } = this.#options
    return { locale, usage: 'sort', sensitivity, ignorePunctuation, collation: 'default', numeric, caseFirst }
  }
}
return { Collator, compareText: (a, b, locales, options) => compare(a, b, locales === undefined && options === undefined ? undefined : optionsOf(locales, options)) }
})`
