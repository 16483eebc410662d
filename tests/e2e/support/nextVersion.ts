import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dropAssets, keepAssets } from '../../../scripts/lib/formerAssets.mjs'
import { clockOff } from './clockOff.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

export interface NextVersion {
  /** The server's script, over the new pages. */
  script: string
  remove(): void
}

/**
 * An installation after its update: the same program under other names of files, as a build of changed sources has
 * them, and what was served before put aside as the build does it.
 */
export function nextVersion(): NextVersion {
  return copyOf((pages, former) => {
    keepAssets(pages, former)
    rename(pages)
    dropAssets(pages, former)
  })
}

/** This installation, where the clock of its worker is so many milliseconds off. */
export const withWorkerClockOff = (ms: number): NextVersion =>
  copyOf((pages) => {
    const worker = join(pages, 'worker.js')
    writeFileSync(worker, clockOff(ms) + readFileSync(worker, 'utf8'))
    dropCompressed(worker)
  })

/** The installation of this checkout once more, in a folder of its own, with other pages. */
function copyOf(change: (pages: string, former: string) => void): NextVersion {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-next-'))
  for (const name of ['node_modules', 'db', 'api']) symlinkSync(join(root, name), join(folder, name))
  for (const name of ['server', 'pages'])
    cpSync(join(root, 'dist', name), join(folder, 'dist', name), { recursive: true })
  change(join(folder, 'dist/pages'), join(folder, 'dist/former'))
  return {
    script: join(folder, 'dist/server/main.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Drops the files the build compressed, because they no longer match the file. */
function dropCompressed(file: string): void {
  for (const suffix of ['.br', '.gz']) rmSync(file + suffix, { force: true })
}

/** Gives each script and style of the candidate another hash, wherever it is named. */
function rename(pages: string): void {
  const assets = join(pages, 'assets/candidate')
  const named = /[\w.-]+-[\w-]{8}\.(?:js|css)\b/g
  const known = new Set(readdirSync(assets).filter((name) => /\.(js|css)$/.test(name)))
  const next = (name: string): string =>
    known.has(name) ? name.replace(/[\w-]{8}(?=\.\w+$)/, (hash) => short(hash)) : name
  const files = [...known].map((name) => join(assets, name))
  for (const file of [...files, join(pages, 'candidate.html'), join(pages, 'worker.js')]) {
    const text = readFileSync(file, 'utf8').replace(named, next)
    writeFileSync(file, text)
    dropCompressed(file)
  }
  for (const name of known) renameSync(join(assets, name), join(assets, next(name)))
  const worker = join(pages, 'worker.js')
  const page = /("revision":")\w+(","url":"candidate\.html")/
  const text = readFileSync(worker, 'utf8')
  if (!page.test(text)) throw new Error('The worker names no page')
  writeFileSync(worker, text.replace(page, `$1${short(text)}$2`))
}
