/** Prelude part: format and console. */
export const CONSOLE_PRELUDE = String.raw`
const asText = (value) => {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null && !(value instanceof Error)) return inspect(value, { depth: 0 })
  return typeof value === 'bigint' ? value + 'n' : Object.is(value, -0) ? '-0' : String(value)
}
const asNumber = (value) => typeof value === 'bigint' ? value + 'n' : typeof value === 'object' ? 'NaN' : primitive(Number(value))
const DIRECTIVES = {
  s: asText, d: asNumber, j: (value) => JSON.stringify(value), o: inspect, O: inspect, c: () => '',
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
const console = {
  log: line(1), info: line(1), debug: line(1), table: line(1), dir: (value) => line(1)(inspect(value)),
  error: line(2), warn: line(2), trace: line(2),
  assert(condition, ...values) { if (!condition) line(2)('Assertion failed' + (values.length > 0 ? ':' : ''), ...values) },
  group(...values) { if (values.length > 0) console.log(...values); margin += '  ' },
  groupEnd() { margin = margin.slice(2) },
  time: nothing, timeEnd: nothing, timeLog: nothing, count: nothing, clear: nothing,
}
`
