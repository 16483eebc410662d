// Refuses patterns whose time grows faster than the text they read: one of them stops the server for everybody. Also
// refused is a pattern that is put together as the program runs, because nobody can look at it before.
// A checker that read nothing would pass as well, so it says what it read.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyse } from 'scslre'
import ts from 'typescript'

const rooms = ['contract', 'state-machines', 'runtimes', 'db', 'api', 'pwa']

function sourcesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** The fault of one pattern; null if its time grows with the text. */
function faultOf(literal) {
  const [, source, flags] = /^\/([\s\S]*)\/([a-z]*)$/.exec(literal)
  const [report] = analyse({ source, flags }, { maxReports: 1 }).reports
  if (!report) return null
  const growth = report.exponential ? 'grows exponentially' : 'grows by the square'
  return `its time ${growth} with ${JSON.stringify(report.character.pick)}`
}

const isPlain = (node) => ts.isRegularExpressionLiteral(node)
const isMade = (node) =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
  /^(?:globalThis\.)?RegExp$/.test(node.expression.getText())

/** The breaches below a folder, one line each, and how many patterns were read. */
export function slowPatterns(base, folders = rooms) {
  const lines = []
  let read = 0
  for (const file of folders.flatMap((folder) => sourcesOf(join(base, folder)))) {
    const text = readFileSync(file, 'utf8')
    // Reading a file into a tree takes the most of the time, and most files have no pattern.
    if (!/\/[^/\s*]|RegExp/.test(text.replaceAll(/^import .*$/gm, ''))) continue
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
    const visit = (node) => {
      const fault = isPlain(node)
        ? faultOf(node.text)
        : isMade(node)
          ? 'it is put together at run time'
          : null
      if (isPlain(node) || isMade(node)) read++
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
      if (fault) lines.push(`${file.slice(base.length)}:${line} ${node.getText()}: ${fault}`)
      ts.forEachChild(node, visit)
    }
    visit(tree)
  }
  return { lines, read }
}

if (process.argv[1]?.endsWith('patternLaw.mjs')) {
  const { lines, read } = slowPatterns(`${process.cwd()}/`)
  for (const line of lines) console.log(line)
  console.log(`${read} patterns read, ${lines.length} breaches`)
  process.exitCode = lines.length === 0 && read > 100 ? 0 : 1
}
