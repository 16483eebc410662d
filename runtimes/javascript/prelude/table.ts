/** Prelude part, loaded on demand: console.table. */
export const TABLE_PART = String.raw`(({ inspect, primitive }) => {
const cellOf = (value) => typeof value === 'object' && value !== null ? inspect(value, { depth: Object.keys(value).some((key) => typeof value[key] === 'object' && value[key] !== null) ? -1 : 0, breakLength: Infinity }) : typeof value === 'function' ? inspect(value) : primitive(value)
const draw = (heads, columns) => {
  const height = Math.max(0, ...columns.map((column) => column.length))
  const widths = heads.map((head, i) => columns[i].reduce((width, cell) => Math.max(width, (cell ?? '').length), head.length) + 2)
  const rule = (left, cross, right) => left + widths.map((width) => '─'.repeat(width)).join(cross) + right
  const row = (cells) => '│' + cells.map((cell, i) => (' ' + (cell ?? '')).padEnd(widths[i])).join('│') + '│'
  const rows = Array.from({ length: height }, (_, at) => row(columns.map((column) => column[at])))
  return [rule('┌', '┬', '┐'), row(heads), rule('├', '┼', '┤'), ...rows, rule('└', '┴', '┘')].join('\n')
}
/** The text of a table, or undefined for what is none. */
return (data, wanted) => {
  if (typeof data !== 'object' || data === null) return undefined
  const isMap = data instanceof Map
  const entries = isMap ? [...data].map((pair, i) => [String(i), pair]) : data instanceof Set ? [...data].map((item, i) => [String(i), item]) : Object.keys(data).map((key) => [key, data[key]])
  const index = entries.map(([key]) => key)
  const head = isMap || data instanceof Set ? '(iteration index)' : '(index)'
  if (isMap) return draw([head, 'Key', 'Values'], [index, entries.map(([, [key]]) => cellOf(key)), entries.map(([, [, value]]) => cellOf(value))])
  const names = new Map()
  const values = []
  entries.forEach(([, row], at) => {
    if (typeof row !== 'object' || row === null) { values[at] = cellOf(row); return }
    for (const name of wanted || Object.keys(row)) {
      if (!names.has(name)) names.set(name, [])
      if (Object.hasOwn(row, name)) names.get(name)[at] = cellOf(row[name])
    }
  })
  const columns = [index, ...names.values()]
  const heads = [head, ...names.keys()]
  if (values.length > 0) { heads.push('Values'); columns.push(values) }
  return draw(heads, columns.map((column) => Array.from(column)))
}
})`
