import { posix } from 'node:path'
import { namedFile, type PackageFiles } from './files.ts'

/** The pictures that a statement shows within its text, found in the package and named by a place of their own. */

/** A picture of the text, before it has an address here. */
export interface PackagePicture {
  /** Stands in the text in place of the address. */
  token: string
  /** In the package. */
  path: string
  bytes: Uint8Array
}

/** Kept by the renderer too: a picture that is larger is no illustration of a statement. */
const PICTURE_MAX_BYTES = 10_000_000
const MAX_PICTURES = 50
const ENDINGS = ['', '.png', '.jpg', '.jpeg', '.PNG', '.JPG', '.svg', '.pdf', '.eps']
const SHOWN = /\.(?:png|jpe?g)$/i

const FOLDERS = ['statement/', 'problem_statement/', 'testo/', '']

/** `![words](file "title"){width=50%}`, and the same as a tag. */
const IN_MARKDOWN =
  /!\[([^\][\n]{0,500})\]\(\s{0,20}<?([^\s()<>\n]{1,500})>?(?:\s[^()\n]{0,300})?\)(?:\{[^{}\n]{0,200}\})?/g
const IN_HTML = /<img\b[^<>\n]{0,500}?\bsrc\s{0,5}=\s{0,5}["']([^"'<>\n]{1,500})["'][^<>\n]{0,500}>/gi

const isElsewhere = (address: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)

function decodedPath(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

/** The file that an address means, looked for beside the statement first. */
function fileOf(files: PackageFiles, folder: string, address: string): string | null {
  const wanted = decodedPath(address).replace(/^\.\//, '')
  for (const base of [folder, ...FOLDERS])
    for (const ending of ENDINGS) {
      const path = posix.normalize(`${base}${wanted}${ending}`)
      if (files.sizeOf(path) !== undefined) return path
    }
  return null
}

/** A picture that cannot be shown, by its name alone: a whole path may be an address here. */
const inWords = (words: string, address: string): string =>
  `*(${words || 'picture'}: ${posix.basename(decodedPath(address)).replaceAll('*', '')})*`

/**
 * Names each picture by a token.
 * @param folder of the statement, with its slash
 */
export function withPictures(
  files: PackageFiles,
  statement: string,
  folder: string,
  warnings: string[],
): { text: string; pictures: PackagePicture[] } {
  const pictures = new Map<string, PackagePicture>()
  const missing: string[] = []
  const unshown: string[] = []
  const shown = (address: string): string | null => {
    if (isElsewhere(address)) return address
    const path = fileOf(files, folder, address)
    if (path === null) missing.push(decodedPath(address).slice(0, 100))
    else {
      const known = pictures.get(path)
      if (known) return known.token
      const fits = SHOWN.test(path) && (files.sizeOf(path) ?? 0) <= PICTURE_MAX_BYTES
      const bytes = fits && pictures.size < MAX_PICTURES ? files.take(path, PICTURE_MAX_BYTES) : undefined
      if (bytes) {
        const token = `package-picture:${pictures.size}`
        pictures.set(path, { token, path, bytes })
        return token
      }
      files.leave([path])
      unshown.push(path)
    }
    return null
  }
  const text = statement
    .replaceAll(IN_MARKDOWN, (_, words: string, address: string) => {
      const place = shown(address)
      return place === null ? inWords(words, address) : `![${words}](${place})`
    })
    .replaceAll(IN_HTML, (_, address: string) => {
      const place = shown(address)
      return place === null ? inWords('', address) : `![](${place})`
    })
  if (missing.length > 0)
    warnings.push(`The statement shows pictures that are not in the package: ${namedFile(missing)}.`)
  if (unshown.length > 0)
    warnings.push(
      `Pictures of the statement that are no PNG or JPEG of at most 10 MB were not imported: ${namedFile(unshown)}.`,
    )
  return { text, pictures: [...pictures.values()] }
}
