import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Lists that only grow, a line each. */

/** The folder for what is added to a list that came from a folder: some storage takes no object below another one. */
export const moreOf = (name: string): string => `${name}.more`

/** The lines of a text, without empty ones. */
export const linesIn = (text: string): string[] => text.split('\n').filter(Boolean)

/** The lines in files, or in folders of files, as far as they are there, a part at a time. */
export async function* linesBelow(paths: readonly string[]): AsyncGenerator<string[]> {
  for (const path of paths) {
    const found = await statOf(path)
    if (found?.isFile()) yield* linesOfFile(path)
    else if (found?.isDirectory()) yield* linesBelow((await readdir(path)).map((name) => join(path, name)))
    else if (found) throw new Error(`${path} is neither a file nor a folder.`)
  }
}

/** @param range bytes, the last one included; all of them unless told otherwise */
export async function* linesOfFile(
  path: string,
  range: { start?: number; end?: number } = {},
): AsyncGenerator<string[]> {
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8', ...range }) as AsyncIterable<string>) {
    const end = chunk.lastIndexOf('\n')
    yield linesIn(rest + chunk.slice(0, end + 1))
    rest = end < 0 ? rest + chunk : chunk.slice(end + 1)
  }
  yield linesIn(rest)
}

/** @returns null where nothing is there */
export const statOf = (path: string) =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
