import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate'
import type { DeviceCopy } from './deviceCopy.ts'
import type { Served } from './standIn.ts'

/**
 * A test that was begun with an earlier build, as it lay there when the browser was killed: what the browser kept, what
 * the build served to it, and the server's data directory. It is what the profile holds and not the profile itself: that
 * one hangs on the address with its port, and on the version of the browser that wrote it.
 */
export interface Recording {
  written: Written
  device: DeviceCopy
  /** The worker and all that its installation fetches. */
  served: Served[]
  /** Files of the data directory by their path in it. */
  data: Record<string, Uint8Array>
}

/** The candidate's work by then. */
export interface Written {
  commit: string
  /** When the browser was killed; the clock goes on from there. */
  at: number
  /** The invitation's path. */
  link: string
  attempt: string
  /** The script of the page. */
  script: string
  /** The candidate's place. */
  open: { problem: string; text: string }
  drafts: { problem: string; language: string; text: string }[]
  choices: { question: number; option: number; isSaved: boolean }[]
  submissions: { problem: string; source: string; isSent: boolean }[]
  /** The score of this if it ended there. */
  score: number
}

const folder = fileURLToPath(new URL('../recorded', import.meta.url))
const archiveOf = (name: string): string => join(folder, name, 'begun.zip')
const wordsOf = (name: string): string => join(folder, name, 'written.json')

/** Oldest first. Those between the oldest and the newest are played in the full run alone. */
export function recordings(): string[] {
  const all = readdirSync(folder).toSorted((a, b) => saidIn(a).at - saidIn(b).at)
  return process.env.HOLDFAST_EXAMS_TIMES ? all : all.filter((_, n) => n === 0 || n === all.length - 1)
}

const saidIn = (name: string): Written => JSON.parse(readFileSync(wordsOf(name), 'utf8')) as Written

export function keepRecording(name: string, { written, device, served, data }: Recording): void {
  const files: Zippable = { 'device.json': strToU8(JSON.stringify(device)) }
  // The served bodies are compressed already.
  for (const [i, { body }] of served.entries()) files[`served/${i}`] = [body, { level: 0 }]
  files['served.json'] = strToU8(JSON.stringify(served.map(({ path, headers }) => ({ path, headers }))))
  for (const [path, body] of Object.entries(data)) files[`data/${path}`] = body
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(archiveOf(name), zipSync(files, { level: 9, mtime: written.at }))
  writeFileSync(wordsOf(name), `${JSON.stringify(written, null, 2)}\n`)
}

export function readRecording(name: string): Recording {
  const files = unzipSync(readFileSync(archiveOf(name)))
  const body = (path: string): Uint8Array => {
    const found = files[path]
    if (!found) throw new Error(`${name} has no ${path}`)
    return found
  }
  const told = JSON.parse(strFromU8(body('served.json'))) as Omit<Served, 'body'>[]
  const data = Object.entries(files).flatMap(([path, content]) =>
    path.startsWith('data/') ? [[path.slice('data/'.length), content] as const] : [],
  )
  return {
    written: saidIn(name),
    device: JSON.parse(strFromU8(body('device.json'))) as DeviceCopy,
    served: told.map((file, i) => ({ ...file, body: body(`served/${i}`) })),
    data: Object.fromEntries(data),
  }
}

/** Files of a data directory, written where a server is to start on them. */
export function writeData(data: Recording['data'], to: string): void {
  for (const [path, body] of Object.entries(data)) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    writeFileSync(join(to, path), body, { mode: 0o600 })
  }
}
