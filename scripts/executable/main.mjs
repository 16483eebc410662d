// Entry of the single executable: unpacks the program once into the data directory, then runs it as a checkout does.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { getAsset, getRawAsset } from 'node:sea'
import { gunzipSync } from 'node:zlib'
import { keepAssets } from '../lib/formerAssets.mjs'
import { INDEX, MAIN, NODE, START } from './parts.mjs'

/** The mark in Node's binary that says whether a program is in it: without, it is Node as it was. */
const FUSE = ['NODE_SEA_FUSE', 'fce680ab2cc467b6e072b8b5df1996b2'].join('_')

const index = JSON.parse(getAsset(INDEX, 'utf8'))

/**
 * Whether everything lies there as it was unpacked. Node itself is looked at by its size alone, as it takes longest; `verify`
 * reads it.
 */
const isWhole = (folder) =>
  index.parts.every(({ path, bytes, sha256 }) => {
    const found = statSync(join(folder, path), { throwIfNoEntry: false })
    return found?.size === bytes && hashOf(readFileSync(join(folder, path))) === sha256
  }) && statSync(join(folder, NODE), { throwIfNoEntry: false })?.size === statSync(process.execPath).size

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** Unpacks into a folder that has its name only once everything is in it. */
function unpack(folder) {
  const programs = dirname(folder)
  mkdirSync(programs, { recursive: true, mode: 0o700 })
  const partial = mkdtempSync(join(programs, '.unpacking-'))
  try {
    for (const { path } of index.parts) write(join(partial, path), gunzipSync(getRawAsset(path)))
    const node = plainNode()
    write(join(partial, NODE), node, 0o700)
    const parts = [...index.parts, { path: NODE, bytes: node.length, sha256: hashOf(node) }]
    write(join(partial, 'manifest.json'), JSON.stringify({ ...index, parts }))
    // Somebody's page may be one of a version before.
    for (const name of readdirSync(programs).filter((one) => !one.startsWith('.'))) {
      const pages = join(programs, name, 'dist')
      for (const former of ['former', 'pages']) keepAssets(join(pages, former), join(partial, 'dist/former'))
    }
    rmSync(folder, { recursive: true, force: true })
    renameSync(partial, folder)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

function write(path, bytes, mode = 0o600) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, bytes, { mode, flush: true })
}

/** Node without the program: the engine and the backups run as processes of their own. */
function plainNode() {
  const binary = readFileSync(process.execPath)
  const at = binary.indexOf(`${FUSE}:1`)
  binary.write('0', at + FUSE.length + 1)
  return binary
}

function unpacked() {
  const data = resolve(process.env.HOLDFAST_DATA?.trim() || 'data')
  const folder = join(data, 'program', index.name)
  try {
    // Asked every few seconds, it is not looked through each time.
    const isAsked = process.argv[2] === 'health' && existsSync(join(folder, START))
    if (!isAsked && !isWhole(folder)) unpack(folder)
  } catch (error) {
    // Two that begin at once both unpack, and one comes second.
    if (!existsSync(folder) || !isWhole(folder))
      fail(`The program could not be unpacked into ${folder}: ${error.message}`)
  }
  return folder
}

function fail(words) {
  console.error(`\n${words}\n`)
  process.exit(1)
}

process.umask(0o077)
const folder = unpacked()
process.argv[1] = join(folder, MAIN)
process.execPath = join(folder, NODE)
createRequire(join(folder, START))(join(folder, START))
