/**
 * Other whole numbers in a JSON object's own fields, and in lists that stand in them: every other sign stays as it is, blanks
 * and the order of fields included, so that the same with the numbers turned back gives the same text.
 */

/** A whole number, however it is spelled: what stands behind the digits adds nothing to it. */
const WHOLE = /^([1-9]\d{0,14})((?:\.0{1,20})?(?:[eE][+-]?0{1,5})?)$/

/** The end of a text that begins at this quote, behind its closing one. */
function endOfText(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    if (json[at] === '\\') at++
    else if (json[at] === '"') return at + 1
  }
  return json.length
}

function endOfWord(json: string, from: number): number {
  let at = from
  while (at < json.length && !'",:[]{} \t\r\n'.includes(json.charAt(at))) at++
  return at
}

/**
 * @param number answers the number to write in the place of one; undefined where none stands for it
 * @returns null where a number has none, or the text is no JSON object
 */
export function replaceNumbers(
  json: string,
  number: (field: string, value: number) => number | undefined,
): string | null {
  if (!isObject(json)) return null
  let made = ''
  let depth = 0
  let field = ''
  let isField = false
  for (let at = 0; at < json.length; ) {
    const sign = json.charAt(at)
    let end = at + 1
    if (sign === '"') {
      end = endOfText(json, at)
      if (depth === 1 && isField) field = String(JSON.parse(json.slice(at, end)))
    } else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth--
    else if (!',: \t\r\n'.includes(sign)) end = endOfWord(json, at)
    // The text behind a brace or a comma names a field.
    if (sign === '{' || sign === ',') isField = depth === 1
    else if (sign === ':') isField = false
    const word = json.slice(at, end)
    const isNumber = /^[-\d]/.test(sign) && depth > 0 && depth <= 2
    const other = isNumber ? replacedWord(word, field, number) : word
    if (other === null) return null
    made += other
    at = end
  }
  return made
}

function replacedWord(
  word: string,
  field: string,
  number: (field: string, value: number) => number | undefined,
): string | null {
  const [, digits, rest] = WHOLE.exec(word) ?? []
  if (digits === undefined) return null
  const other = number(field, Number(digits))
  return other === undefined ? null : `${other}${rest}`
}

function isObject(json: string): boolean {
  try {
    const read: unknown = JSON.parse(json)
    return typeof read === 'object' && read !== null && !Array.isArray(read)
  } catch {
    return false
  }
}
