/** Prelude part: format and console. */
export const CONSOLE_PRELUDE = String.raw`
/** Whether a program's class says itself how it reads as text. */
const ownText = (value) => {
  for (let at = Object.getPrototypeOf(value); at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, 'toString')) return !Function.prototype.toString.call(at.toString).includes('[native code]')
  }
  return false
}
const asText = (value) => {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null) {
    const own = value instanceof Error || Object.hasOwn(value, 'toString') || ownText(value)
    return own ? String(value) : inspect(value, { depth: 0, colors: false, compact: 3 })
  }
  return typeof value === 'bigint' ? value + 'n' : Object.is(value, -0) ? '-0' : String(value)
}
const asNumber = (value) => typeof value === 'bigint' ? value + 'n' : typeof value === 'object' ? 'NaN' : primitive(Number(value))
const DIRECTIVES = {
  s: asText, d: asNumber, j: (value) => JSON.stringify(value), o: (value) => inspect(value, { depth: 4 }), O: (value) => inspect(value), c: () => '',
  i: (value) => typeof value === 'bigint' ? value + 'n' : primitive(parseInt(value)),
  f: (value) => primitive(parseFloat(value)),
}
const format = (...values) => {
  let rest = values
  let start = []
  if (typeof values[0] === 'string') {
    rest = values.slice(1)
    const text = values.length === 1 ? values[0] : values[0].replace(/%([sdjoOcif%])/g, (found, kind) => {
      if (kind === '%') return '%'
      return rest.length > 0 ? DIRECTIVES[kind](rest.shift()) : found
    })
    start = [text]
  }
  return start.concat(rest.map((value) => typeof value === 'string' ? value : inspect(value))).join(' ')
}
let margin = ''
const line = (fd) => (...values) => {
  const text = format(...values)
  write(fd, (margin === '' ? text : margin + text.replace(/\n/g, '\n' + margin)) + '\n')
}
const nothing = () => {}
const counts = new Map()
const clocks = new Map()
const since = (label) => {
  const passed = performance.now() - clocks.get(label)
  return label + ': ' + (passed >= 1000 ? (passed / 1000).toFixed(3) + 's' : passed.toFixed(3).replace(/\.?0+$/, '') + 'ms')
}
const console = {
  log: line(1), info: line(1), debug: line(1), error: line(2), warn: line(2),
  dir: (value, options) => line(1)(inspect(value, options)), dirxml: line(1),
  table(data, columns) { const text = part('table')(data, columns); line(1)(text === undefined ? data : text) },
  trace: (...values) => line(2)('Trace' + (values.length > 0 ? ': ' + format(...values) : '')),
  assert(condition, ...values) {
    if (condition) return
    if (typeof values[0] === 'string') line(2)('Assertion failed: ' + values[0], ...values.slice(1))
    else line(2)('Assertion failed', ...values)
  },
  group(...values) { if (values.length > 0) console.log(...values); margin += '  ' },
  groupEnd() { margin = margin.slice(2) },
  count(label = 'default') { counts.set(label, (counts.get(label) || 0) + 1); console.log(label + ': ' + counts.get(label)) },
  countReset(label = 'default') { counts.delete(label) },
  time(label = 'default') { clocks.set(label, performance.now()) },
  timeEnd(label = 'default') { if (clocks.has(label)) console.log(since(label)); clocks.delete(label) },
  timeLog(label = 'default', ...values) { if (clocks.has(label)) console.log(since(label), ...values) },
  clear: nothing,
}
console.groupCollapsed = console.group
`
