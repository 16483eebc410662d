#!/usr/bin/env node
// Builds the pages (vite) and the server (rolldown) into dist/, each only where its sources changed.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { dropAssets, keepAssets } from './lib/formerAssets.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root, staleness, stampOf } from './lib/stamp.mjs'

const pagesStamp = 'dist/pages.stamp'
const serverStamp = 'dist/server.stamp'

export async function build({ force = false } = {}) {
  await buildServerIfStale(force)
  if (force || staleness(pagesStamp, 'pages')) buildPages()
}

/** The part that needs no pages: a command that only runs code builds no more than this. */
export async function buildServerIfStale(force = false) {
  ensureInstalled()
  if (force || staleness(serverStamp, 'server')) await buildServer()
}

const serverEntries = {
  main: 'api/commands/main.ts',
  'engine-child': 'api/execution/embedded/child.ts',
  'import-worker': 'api/services/bankFiles/worker.ts',
  'compare-worker': 'api/execution/comparing/worker.ts',
  'ship-worker': 'api/backups/shipWorker.ts',
}

async function buildServer() {
  rmSync(join(root, 'dist/server'), { recursive: true, force: true })
  await bundleServer('dist/server', [/^[^./#]/])
  writeFileSync(join(root, serverStamp), stampOf('server'))
}

/**
 * A bundle an entry. The engine's child takes its packages with it: it is allowed to read no other file.
 * @param packages patterns of the modules that the others leave in node_modules
 */
export async function bundleServer(folder, packages) {
  const { rolldown } = await import('rolldown')
  for (const [name, input] of Object.entries(serverEntries)) {
    const bundle = await rolldown({
      cwd: root,
      input,
      platform: 'node',
      external: name === 'engine-child' ? [/^node:/] : [/^node:/, ...packages],
    })
    await bundle.write({
      dir: folder,
      format: 'esm',
      entryFileNames: `${name}.mjs`,
      // Beside the entries: a part finds its threads and the installation from where it lies, whatever file it was put into.
      chunkFileNames: '[name]-[hash].mjs',
      codeSplitting: name === 'main',
    })
    await bundle.close()
  }
}

function buildPages() {
  const pages = join(root, 'dist/pages')
  const former = join(root, 'dist/former')
  keepAssets(pages, former)
  for (const mode of ['candidate', 'console']) {
    const done = spawnSync(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--mode', mode, '--logLevel', 'error'],
      {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, NODE_ENV: 'production' },
      },
    )
    if (done.status !== 0) throw new Error(`The ${mode}'s pages could not be built.`)
  }
  compress(pages)
  dropAssets(pages, former)
  writeFileSync(join(root, pagesStamp), stampOf('pages'))
}

/**
 * Writes .br and .gz beside what gains by it, so that serving costs no time. A file that a candidate loads is packed as
 * tightly as it goes, because it comes over whatever line there is: that takes seconds here, and a fifteenth off the
 * files.
 */
export function compress(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compress(path)
    else if (['.js', '.css', '.html', '.svg', '.json', '.webmanifest', '.wasm'].includes(extname(name))) {
      const bytes = readFileSync(path)
      if (bytes.length < 1_000) continue
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      const isCandidates = folder.endsWith(join('assets', 'candidate')) && extname(name) !== '.wasm'
      const quality = isCandidates ? constants.BROTLI_MAX_QUALITY : 9
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
      )
    }
  }
}

if (process.argv[1]?.endsWith('build.mjs')) await build({ force: process.argv.includes('--force') })
