import { formatFault, type StripFault } from '#runtimes/typescript/stripper.ts'

/**
 * TypeScript in a box: a compiler's box, in which Node takes the types out as the embedded engine does. Reading a program can take
 * as long as it likes, so the server itself never does.
 */

/** A program for Node: it is given the stripper, the file of the program and that of the result. */
export const STRIP = `
const [stripper, from, to] = process.argv.slice(1)
const { readFileSync, writeFileSync } = require('node:fs')
const { transformSync } = require(stripper)
const source = readFileSync(from, 'utf8')
const strip = (mode) => transformSync(source, { mode, module: true, filename: 'main.ts', sourceMap: mode === 'transform' })
const read = () => {
  try {
    return strip('strip-only')
  } catch (fault) {
    if (fault.code !== 'UnsupportedSyntax') throw fault
    return strip('transform')
  }
}
try {
  const { code, map } = read()
  const link = map ? '\\n//# sourceMappingURL=data:application/json;base64,' + Buffer.from(map).toString('base64') : ''
  writeFileSync(to, code + link)
} catch (fault) {
  const isTooDeep = fault instanceof Error
  console.error(JSON.stringify(isTooDeep ? {} : fault))
  process.exit(1)
}
`

/** Whatever stands behind it in one that is no object of swc's own is nothing to a person. */
export function explainRefusal(said: string): string {
  try {
    return formatFault(JSON.parse(said) as StripFault)
  } catch {
    return said
  }
}
