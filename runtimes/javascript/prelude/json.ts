/** Prelude part: JSON with the words of Node for what it refuses. */
export const JSON_PRELUDE = `
const { parse: parseJson, stringify: stringifyJson } = JSON
const jsonMethods = {
  parse(text, reviver) {
    const whole = String(text)
    let value
    try { value = parseJson(whole) } catch (error) {
      if (error instanceof SyntaxError) error.message = part('json').whyNot(whole) || error.message
      throw error
    }
    return typeof reviver === 'function' ? parseJson(whole, reviver) : value
  },
  stringify(value, replacer, space) {
    try { return stringifyJson(value, replacer, space) } catch (error) {
      if (error instanceof TypeError && error.message === 'circular reference') error.message = part('json').circle(value)
      throw error
    }
  },
}
for (const name of ['parse', 'stringify']) Object.defineProperty(JSON, name, { value: jsonMethods[name], writable: true, configurable: true })
`

/** Loaded on demand: why a text is no JSON, and where an object contains itself. */
export const JSON_PART = String.raw`(() => {
class Fault { constructor(message, at) { this.message = message; this.at = at } }
const SPACE = /[ \t\n\r]*/y
/** Reads a text as JSON does, and throws a Fault at the first character that does not fit. */
const read = (text) => {
  let at = 0
  const space = () => { SPACE.lastIndex = at; at += SPACE.exec(text)[0].length }
  const refuse = (words) => { throw new Fault(words, at) }
  const string = () => {
    for (at++; text[at] !== '"'; at++) {
      if (at >= text.length) refuse('Unterminated string')
      if (text[at] < ' ') refuse('Bad control character in string literal')
      if (text[at] !== '\\') continue
      at++
      if (at >= text.length) refuse('Unterminated string')
      if (text[at] === 'u') {
        for (let i = 0; i < 4; i++) { at++; if (!/[0-9a-fA-F]/.test(text[at] || '')) refuse(at < text.length ? 'Bad Unicode escape' : 'Unterminated string') }
      } else if (!'"\\/bfnrt'.includes(text[at])) refuse('Bad escaped character')
    }
    at++
  }
  const number = () => {
    if (text[at] === '-') { at++; if (!/\d/.test(text[at] || '')) refuse('No number after minus sign') }
    if (text[at] === '0') { at++; if (/\d/.test(text[at] || '')) refuse('Unexpected number') } else while (/\d/.test(text[at] || '')) at++
    if (text[at] === '.') { at++; if (!/\d/.test(text[at] || '')) refuse('Unterminated fractional number'); while (/\d/.test(text[at] || '')) at++ }
    if (/[eE]/.test(text[at] || '')) {
      at++
      if (/[+-]/.test(text[at] || '')) at++
      if (!/\d/.test(text[at] || '')) refuse('Exponent part is missing a number')
      while (/\d/.test(text[at] || '')) at++
    }
  }
  const word = () => {
    const wanted = { t: 'true', f: 'false', n: 'null' }[text[at]]
    if (wanted === undefined) refuse(undefined)
    for (const letter of wanted) { if (text[at] !== letter) refuse(undefined); at++ }
  }
  const list = () => {
    at++
    space()
    if (text[at] === ']') return void at++
    for (;;) {
      value()
      space()
      if (text[at] === ']') return void at++
      if (text[at] !== ',') refuse("Expected ',' or ']' after array element")
      at++
    }
  }
  const object = () => {
    at++
    space()
    if (text[at] === '}') return void at++
    for (let first = true; ; first = false) {
      space()
      if (text[at] !== '"') refuse(first ? "Expected property name or '}'" : 'Expected double-quoted property name')
      string()
      space()
      if (text[at] !== ':') refuse("Expected ':' after property name")
      at++
      value()
      space()
      if (text[at] === '}') return void at++
      if (text[at] !== ',') refuse("Expected ',' or '}' after property value")
      at++
    }
  }
  const value = () => {
    space()
    if (text[at] === '{') object()
    else if (text[at] === '[') list()
    else if (text[at] === '"') string()
    else if (/[-\d]/.test(text[at] || '')) number()
    else word()
  }
  value()
  space()
  if (at < text.length) refuse('Unexpected non-whitespace character after JSON')
}
const AROUND = 10
/** The words of Node for a text that is no JSON. */
const whyNot = (text) => {
  try { read(text) } catch (fault) {
    if (!(fault instanceof Fault)) return undefined
    const { message, at } = fault
    if (message !== undefined) return message + (message.endsWith('JSON') ? ' at position ' : ' in JSON at position ') + at
    if (text === '[object Object]' || text === 'undefined') return '"' + text + '" is not valid JSON'
    if (at >= text.length) return 'Unexpected end of JSON input'
    const start = at < AROUND ? 0 : at - AROUND
    const end = at + AROUND >= text.length ? text.length : at + AROUND
    const whole = text.length <= 20
    const shown = whole ? '"' + text + '"' : (start > 0 ? '...' : '') + '"' + text.slice(start, end) + '"' + (end < text.length ? '...' : '')
    return "Unexpected token '" + String.fromCodePoint(text.codePointAt(at)) + "', " + shown + ' is not valid JSON'
  }
  return undefined
}
const nameOf = (value) => "'" + (value.constructor && value.constructor.name || 'Object') + "'"
const keyOf = (holder, key) => Array.isArray(holder) ? 'index ' + key : "property '" + key + "'"
/** The words of Node for an object that contains itself. */
const circle = (start) => {
  const path = []
  const walk = (value, key) => {
    const from = path.findIndex((step) => step.value === value)
    if (from !== -1) return [...path.slice(from), { key }]
    path.push({ value, key })
    for (const [name, next] of Object.entries(value)) {
      const given = next && typeof next.toJSON === 'function' ? next.toJSON(name) : next
      const found = typeof given === 'object' && given !== null && walk(given, name)
      if (found) return found
    }
    path.pop()
    return undefined
  }
  const steps = walk(start, '') || []
  if (steps.length === 0) return 'Converting circular structure to JSON'
  const said = ['Converting circular structure to JSON', '    --> starting at object with constructor ' + nameOf(steps[0].value)]
  const between = steps.slice(1, -1)
  between.forEach((step, i) => {
    const holder = steps[i].value
    if (i < 2 || i === between.length - 1) said.push('    |     ' + keyOf(holder, step.key) + ' -> object with constructor ' + nameOf(step.value))
    else if (i === 2) said.push('    |     ...')
  })
  said.push('    --- ' + keyOf(steps.at(-2).value, steps.at(-1).key) + ' closes the circle')
  return said.join('\n')
}
return { whyNot, circle }
})`
