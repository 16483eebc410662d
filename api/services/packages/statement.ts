import { composed } from '#contract/composed.ts'
import { STATEMENT_MAX_BYTES } from '#contract/constants.ts'
import { namedFile, type PackageFiles, textOf } from './files.ts'
import { convertLatex } from './latex/convert.ts'
import { PackageError } from './packageError.ts'
import { type PackagePicture, withPictures } from './statementPictures.ts'

/** The statement of a package as the Markdown that is shown here. */

export interface ReadStatement {
  text: string
  /** The title that stands in it; null where none does. */
  title: string | null
  pictures: PackagePicture[]
}

const FOLDER = /^(?:problem_statement|statement|testo)\//
/** The language behind a statement's name: problem.sv.md, english.tex. */
const LANGUAGE = /\.([a-z]{2,3}(?:-[A-Za-z]{2,4})?)\.[a-z]+$/
const SOURCES = /\.(?:md|tex|html?|txt)$/i
/** One in LaTeX is longer than what it becomes. */
const SOURCE_MAX_BYTES = 4 * STATEMENT_MAX_BYTES

/** English first, then one without a language; Markdown before LaTeX before plain text. */
function rankOf(name: string): number {
  const language = LANGUAGE.exec(name)?.[1] ?? (/english/i.test(name) ? 'en' : '')
  const byLanguage = language === 'en' ? 0 : language === '' ? 1 : 2
  const byForm = ['md', 'tex', 'html', 'htm', 'txt'].indexOf(name.split('.').at(-1)?.toLowerCase() ?? '')
  return byLanguage * 10 + byForm
}

function statementsIn(files: PackageFiles): string[] {
  return files
    .names()
    .filter((name) => {
      if (!SOURCES.test(name)) return false
      const [folder, ...rest] = name.split('/')
      // DOMjudge has one beside its settings.
      if (rest.length === 0) return /^problem\.(?:md|tex|html?|txt)$/i.test(folder ?? '')
      if (rest.length > 1 || !FOLDER.test(name)) return false
      return !name.endsWith('.tex') || !/(?:header|footer|preamble|template|macros?)\.tex$/i.test(name)
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
}

const inBody = (html: string): string => {
  const from = html.search(/<body\b[^<>]{0,300}>/i)
  const body = from < 0 ? html : html.slice(html.indexOf('>', from) + 1)
  const end = body.toLowerCase().lastIndexOf('</body')
  return end < 0 ? body : body.slice(0, end)
}

/** @throws PackageError where there is none that could be shown, or it is too long: nothing is cut */
export function readStatement(files: PackageFiles, warnings: string[]): ReadStatement {
  const names = statementsIn(files)
  const [name] = names
  if (name === undefined) throw noStatement(files)
  if ((files.sizeOf(name) ?? 0) > SOURCE_MAX_BYTES) throw tooLong(files.sizeOf(name) ?? 0)
  const written = textOf(files.take(name) ?? new Uint8Array())
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim()
  const read = asMarkdown(name, written, warnings)
  // Samples are shown below the statement.
  const bare = read.text.replaceAll(/\{\{\s{0,5}(?:nextsample|remainingsamples)\s{0,5}\}\}/g, '')
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const { text, pictures } = withPictures(files, bare, folder, warnings)
  const bytes = Buffer.byteLength(composed(text.trim()))
  if (bytes > STATEMENT_MAX_BYTES) throw tooLong(bytes)
  const others = names.slice(1)
  files.leave(others)
  if (others.length > 0)
    warnings.push(`The statement is that of ${name}. Others were not imported: ${namedFile(others)}.`)
  leavePrinted(files)
  return { text: text.trim(), title: read.title, pictures }
}

function asMarkdown(
  name: string,
  written: string,
  warnings: string[],
): { text: string; title: string | null } {
  if (/\.html?$/i.test(name)) return { text: inBody(written), title: null }
  if (!name.endsWith('.tex')) return { text: written, title: null }
  const { markdown, title, unknown } = convertLatex(written)
  warnings.push('The statement was converted from LaTeX. Compare it with the original.')
  if (unknown.length > 0)
    warnings.push(
      `These LaTeX commands are unknown here; what stands in their braces was kept: ${namedFile(unknown)}.`,
    )
  return { text: markdown, title }
}

const printed = (files: PackageFiles): string[] =>
  files
    .names()
    .filter((name) => /^(?:(?:problem_statement|statement|testo)\/[^/]+|problem)\.pdf$/i.test(name))

/** The same on paper. */
const leavePrinted = (files: PackageFiles): void => files.leave(printed(files))

function noStatement(files: PackageFiles): PackageError {
  const [pdf] = printed(files)
  return new PackageError(
    pdf === undefined
      ? 'There is no statement in the package.'
      : `The only statement in the package is a PDF (${pdf}), which cannot be shown here. Add it as Markdown (problem_statement/problem.en.md) and import the package again.`,
  )
}

const tooLong = (bytes: number): PackageError =>
  new PackageError(
    `The statement has ${bytes.toLocaleString('en')} bytes; at most ${STATEMENT_MAX_BYTES.toLocaleString('en')} (64 KB) are allowed. Shorten it in the package and import it again.`,
  )
