// Hashed files of builds before this one. A page that was opened before an update still asks for its own files by
// name, so the server goes on answering with them; a file's time says when its build was replaced.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'

const KEPT_MS = 30 * 86_400_000

const filesOf = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile())
    : []

/** Before a build: what is served now is put aside. A build that fails leaves both. */
export function keepAssets(pages, former, now = Date.now()) {
  for (const name of filesOf(join(pages, 'assets'))) {
    const kept = join(former, 'assets', name)
    mkdirSync(dirname(kept), { recursive: true })
    cpSync(join(pages, 'assets', name), kept)
    utimesSync(kept, now / 1000, now / 1000)
  }
}

/** After a build: what it has as well needs no second copy, and what was replaced long ago nobody asks for. */
export function dropAssets(pages, former, now = Date.now()) {
  for (const name of filesOf(join(former, 'assets'))) {
    const kept = join(former, 'assets', name)
    if (existsSync(join(pages, 'assets', name)) || now - statSync(kept).mtimeMs > KEPT_MS) rmSync(kept)
  }
}
