/**
 * Prelude part: how values look when they are printed. It follows what Node prints, as candidates compare the two;
 * a unit test holds them side by side.
 */
export const INSPECT_PRELUDE = String.raw`
const ESCAPES = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\b': '\\b', '\f': '\\f', '\v': '\\v', '\\': '\\\\' }
const quote = (text) => {
  const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes('\x60') ? '\x60' : "'"
  let body = ''
  for (const character of text) {
    const code = character.charCodeAt(0)
    if (ESCAPES[character]) body += ESCAPES[character]
    else if (character === mark) body += '\\' + mark
    else if (code < 32 || code === 127) body += '\\x' + code.toString(16).toUpperCase().padStart(2, '0')
    else body += character
  }
  return mark + body + mark
}
const className = (value) => {
  for (let at = value; at !== null && at !== undefined; at = Object.getPrototypeOf(at)) {
    const own = Object.getOwnPropertyDescriptor(at, 'constructor')
    if (own && typeof own.value === 'function' && own.value.name !== '') return own.value.name
  }
  return null
}
const label = (value, usual, size) => {
  const name = className(value)
  if (name === null) return '[' + usual + (size === undefined ? '' : '(' + size + ')') + ': null prototype] '
  if (name === usual && (usual === 'Object' || usual === 'Array')) return ''
  const also = name !== usual && (usual === 'Map' || usual === 'Set' || usual === 'Promise') ? '[' + usual + '] ' : ''
  return name + (size === undefined ? '' : '(' + size + ')') + ' ' + also
}
const describeFunction = (value) => {
  const source = Function.prototype.toString.call(value)
  if (source.startsWith('class')) {
    const parent = Object.getPrototypeOf(value)
    const from = parent && parent.name ? ' extends ' + parent.name : ''
    return '[class ' + (value.name || '(anonymous)') + from + ']'
  }
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  return '[' + kind + (value.name ? ': ' + value.name : ' (anonymous)') + ']'
}
/** Columns that the wrapper around a program takes up on its first line. */
let shift = 0
const unshift = (line) => line.replace(/main\.js:1:(\d+)/, (all, column) => 'main.js:1:' + Math.max(1, column - shift))
const describeError = (error) => {
  const head = error.name + (error.message ? ': ' + error.message : '')
  const frames = String(error.stack || '').split('\n').map(unshift)
    .filter((line) => line.trim() && !line.includes('prelude.js') && !line.endsWith('at call (native)')).slice(0, 10)
  return frames.length > 0 ? head + '\n' + frames.join('\n') : '[' + head + ']'
}
const primitive = (value) => {
  switch (typeof value) {
    case 'string': return quote(value)
    case 'number': return Object.is(value, -0) ? '-0' : String(value)
    case 'bigint': return value + 'n'
    default: return String(value)
  }
}
const showKey = (key) =>
  typeof key === 'symbol' ? '[' + String(key) + ']' : /^[A-Za-z_][A-Za-z_0-9]*$/.test(key) ? key : quote(key)
const inColumns = (state, cells, counted, numeric) => {
  const { indent, breakLength } = state
  const lengths = cells.slice(0, counted).map((cell) => cell.length)
  const total = lengths.reduce((sum, length) => sum + length + 2, 0)
  const widest = Math.max(...lengths)
  const cell = widest + 2
  if (!(cell * 3 + indent < breakLength && (total / cell > 5 || widest <= 6))) return cells
  const biased = Math.max(cell - 3 - Math.sqrt(cell - total / cells.length), 1)
  const columns = Math.min(Math.round(Math.sqrt(2.5 * biased * counted) / biased), Math.floor((breakLength - indent) / cell), state.compact * 4, 15)
  if (columns <= 1) return cells
  const widths = []
  for (let column = 0; column < columns; column++) {
    let width = 0
    for (let at = column; at < counted; at += columns) width = Math.max(width, lengths[at])
    widths.push(width + 2)
  }
  const rows = []
  for (let start = 0; start < counted; start += columns) {
    const row = cells.slice(start, Math.min(start + columns, counted))
    rows.push(row.map((text, column) => {
      const last = column === row.length - 1
      if (numeric) return last ? text.padStart(widths[column] - 2) : (text + ', ').padStart(widths[column])
      return last ? text : (text + ', ').padEnd(widths[column])
    }).join(''))
  }
  return rows.concat(cells.slice(counted))
}
const layout = (state, level, open, close, cells, list) => {
  let shown = cells
  if (state.compact >= 1 && list && cells.length > 6) shown = inColumns(state, cells, list.counted, list.numeric)
  if (state.deepest - level < state.compact && shown.length === cells.length) {
    const start = shown.length + state.indent + open.length + 10
    const width = shown.reduce((sum, text) => sum + text.length, shown.length + start)
    if (width <= state.breakLength && !shown.some((text) => text.includes('\n'))) return open + ' ' + shown.join(', ') + ' ' + close
  }
  const gap = '\n' + ' '.repeat(state.indent)
  return open + gap + '  ' + shown.join(',' + gap + '  ') + gap + close
}
const property = (state, value, key, level) => {
  const own = Object.getOwnPropertyDescriptor(value, key)
  if (own.get || own.set) return own.get ? (own.set ? '[Getter/Setter]' : '[Getter]') : '[Setter]'
  return nested(state, own.value, level)
}
const nested = (state, value, level) => {
  state.indent += 2
  const text = show(state, value, level + 1)
  state.indent -= 2
  return text
}
const more = (rest) => '... ' + rest + ' more item' + (rest > 1 ? 's' : '')
const listCells = (state, value, level) => {
  const cells = []
  const shown = Math.min(state.maxArrayLength, value.length)
  let index = 0
  for (; index < value.length && cells.length < shown; index++) {
    if (index in value) { cells.push(nested(state, value[index], level)); continue }
    let gap = 1
    while (index + gap < value.length && !(index + gap in value)) gap++
    cells.push('<' + gap + ' empty item' + (gap > 1 ? 's' : '') + '>')
    index += gap - 1
  }
  const counted = cells.length
  const rest = value.length - index
  if (rest > 0) cells.push(more(rest))
  const numeric = Array.prototype.every.call(value, (item) => typeof item === 'number' || typeof item === 'bigint')
  return { cells, counted, numeric }
}
const extraKeys = (value, list) => {
  const named = Object.keys(value).filter((key) => !list || !/^(0|[1-9][0-9]*)$/.test(key))
  const symbols = Object.getOwnPropertySymbols(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key))
  return named.concat(symbols)
}
const plainParts = (state, value, level) => {
  if (Array.isArray(value) || ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    const kind = Array.isArray(value) ? 'Array' : className(value) || 'TypedArray'
    const size = Array.isArray(value) && className(value) === 'Array' ? undefined : value.length
    const list = listCells(state, value, level)
    return { open: label(value, kind, size) + '[', close: ']', cells: list.cells, list }
  }
  if (value instanceof Map || value instanceof Set) {
    const isMap = value instanceof Map
    const cells = isMap ? Array.from(value, ([key, item]) => nested(state, key, level) + ' => ' + nested(state, item, level))
      : Array.from(value, (item) => nested(state, item, level))
    if (cells.length > state.maxArrayLength) cells.splice(state.maxArrayLength, Infinity, more(cells.length - state.maxArrayLength))
    return { open: label(value, isMap ? 'Map' : 'Set', value.size) + '{', close: '}', cells }
  }
  if (value instanceof Promise) {
    const [kind, settled] = host.promise(value)
    const text = kind === 'pending' ? '<pending>' : (kind === 'rejected' ? '<rejected> ' : '') + nested(state, settled, level)
    return { open: label(value, 'Promise') + '{', close: '}', cells: [text] }
  }
  if (value instanceof WeakMap || value instanceof WeakSet) return { open: className(value) + ' {', close: '}', cells: ['<items unknown>'] }
  if (value instanceof ArrayBuffer) {
    const bytes = Array.from(new Uint8Array(value, 0, Math.min(50, value.byteLength)), (byte) => byte.toString(16).padStart(2, '0'))
    const rest = value.byteLength - bytes.length
    return { open: 'ArrayBuffer {', close: '}', cells: ['[Uint8Contents]: <' + bytes.join(' ') + (rest > 0 ? ' ' + more(rest).replace('item', 'byte') : '') + '>', 'byteLength: ' + value.byteLength] }
  }
  if (value instanceof DataView) {
    return { open: 'DataView {', close: '}', cells: ['byteLength', 'byteOffset', 'buffer'].map((key) => key + ': ' + nested(state, value[key], level)) }
  }
  const tag = value[Symbol.toStringTag]
  const tagged = typeof tag === 'string' && tag !== '' && tag !== className(value) ? '[' + tag + '] ' : ''
  const name = label(value, 'Object')
  return { open: (tagged && name === '' ? 'Object ' : name) + tagged + '{', close: '}', cells: [] }
}
const wholeText = (value) => {
  if (typeof value === 'function') return describeFunction(value)
  if (value instanceof Error) return describeError(value)
  if (value instanceof RegExp) return String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  for (const boxed of [Number, String, Boolean, BigInt, Symbol]) {
    if (value instanceof boxed) return '[' + boxed.name + ': ' + primitive(value.valueOf()) + ']'
  }
  return undefined
}
const isEmpty = (value) => Array.isArray(value) ? value.length === 0 : (value instanceof Map || value instanceof Set) ? value.size === 0
  : !ArrayBuffer.isView(value) && !(value instanceof Promise || value instanceof ArrayBuffer)
const text = (state, value, level) => {
  if (typeof value !== 'string') return primitive(value)
  if (value.length > state.maxStringLength) return quote(value.slice(0, state.maxStringLength)) + '... ' + (value.length - state.maxStringLength) + ' more character' + (value.length - state.maxStringLength > 1 ? 's' : '')
  if (level === 0 || value.length <= 16 || value.length <= state.breakLength - state.indent - 4 || !value.includes('\n')) return quote(value)
  return value.split(/(?<=\n)/).map(quote).join(' +\n' + ' '.repeat(state.indent))
}
const CUSTOM = Symbol.for('nodejs.util.inspect.custom')
const custom = (state, value, level) => {
  const run = value[CUSTOM]
  if (typeof run !== 'function' || run === inspect) return undefined
  const options = { ...state.options, depth: state.depth - level, stylize: (shown) => String(shown) }
  const made = run.call(value, state.depth - level, options, inspect)
  if (made === value) return undefined
  return typeof made === 'object' && made !== null ? show(state, made, level) : String(made).replaceAll('\n', '\n' + ' '.repeat(state.indent))
}
const show = (state, value, level) => {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return text(state, value, level)
  const own = custom(state, value, level)
  if (own !== undefined) return own
  if (state.path.includes(value)) {
    if (!state.circular.includes(value)) state.circular.push(value)
    return '[Circular *' + (state.circular.indexOf(value) + 1) + ']'
  }
  const whole = wholeText(value)
  const keys = value instanceof String ? [] : extraKeys(value, Array.isArray(value) || ArrayBuffer.isView(value))
  if (whole !== undefined && keys.length === 0) return whole
  if (level > state.depth && !(keys.length === 0 && isEmpty(value))) return '[' + (Array.isArray(value) ? 'Array' : className(value) || 'Object: null prototype') + ']'
  state.path.push(value)
  if (keys.length > 0 || !isEmpty(value)) state.deepest = level
  const parts = whole === undefined ? plainParts(state, value, level) : { open: whole + ' {', close: '}', cells: [] }
  for (const key of keys) parts.cells.push(showKey(key) + ': ' + property(state, value, key, level))
  state.path.pop()
  const mark = state.circular.includes(value) ? '<ref *' + (state.circular.indexOf(value) + 1) + '> ' : ''
  if (parts.cells.length === 0) return mark + parts.open + parts.close
  if (state.sorted) parts.cells.sort(typeof state.sorted === 'function' ? state.sorted : undefined)
  return layout(state, level, mark + parts.open, parts.close, parts.cells, parts.list)
}
const orInfinity = (value, usual) => value === null ? Infinity : value === undefined ? usual : value
const inspect = (value, given, depth) => {
  const options = typeof given === 'object' && given !== null ? given : depth === undefined ? {} : { depth }
  const { compact = 3, breakLength = 80, sorted = false } = options
  return show({
    options, sorted, breakLength: compact === true ? Infinity : breakLength, compact: compact === true ? Infinity : Number(compact),
    depth: orInfinity(options.depth, 2), maxArrayLength: orInfinity(options.maxArrayLength, 100), maxStringLength: orInfinity(options.maxStringLength, 10_000),
    indent: 0, deepest: 0, path: [], circular: [],
  }, value, 0)
}
`
