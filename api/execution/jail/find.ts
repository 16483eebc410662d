import { execFile } from 'node:child_process'
import { accessSync, chmodSync, constants, copyFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { limitsFor } from '#runtimes/limits.ts'
import { type BoxTools, runInBox } from './box.ts'
import { controlGroups } from './controlGroup.ts'
import { takeFolder } from './folder.ts'
import { type Need, PACKAGED } from './sandbox.ts'
import { seccompFilter } from './seccomp.ts'
import { type Found, TOOLCHAINS, type Toolchain } from './toolchains.ts'

/** Looks what of the jail's parts this machine has. */

/** The host's folders of programs. Toolchains in somebody's own home are not the machine's. */
const PATHS = ['/usr/local/bin', '/usr/bin', '/bin']
/** The least bubblewrap that bounds the size of a box. */
const LEAST_BUBBLEWRAP = [0, 7]
/** The first one that forbids user namespaces within. */
const NESTING_BUBBLEWRAP = [0, 8]
/** The user of boxes where the server is root: nobody else's on a Debian machine. */
const BOX_USER = 64_511
const ASK_MS = 10_000

/** A language that this machine has a toolchain of. */
export interface FoundToolchain {
  toolchain: Toolchain
  found: Found
  version: string
  /** Files and folders of the host that it reads beside the system's own. */
  needs: readonly Need[]
}

function findCommand(name: string): string | undefined {
  // The Node that runs this server is one that certainly runs.
  if (name === 'node') return realpathSync(process.execPath)
  for (const folder of PATHS)
    try {
      const file = realpathSync(join(folder, name))
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // The next folder may have it.
    }
  return undefined
}

/** The words a program says of itself; null where it cannot be run. */
const ask = (file: string, parameters: readonly string[]): Promise<string | null> =>
  new Promise((resolve) => {
    execFile(
      file,
      parameters,
      { timeout: ASK_MS, env: { LANG: 'C.UTF-8', HOME: '/' } },
      (error, stdout, stderr) => resolve(error ? null : `${stdout}${stderr}`),
    )
  })

const reaches = (version: readonly number[], least: readonly number[]): boolean => {
  for (const [part, number] of least.entries()) {
    const own = version[part] ?? 0
    if (own !== number) return own > number
  }
  return true
}

/** The jail's own parts, or the words for why this machine has no jail. */
export async function findBoxTools(architecture: string): Promise<BoxTools | string> {
  if (process.platform !== 'linux') return 'boxes need Linux'
  const filter = seccompFilter(architecture)
  if (!filter) return `boxes are made for x64 and arm64 machines, and this is ${architecture}`
  const bubblewrap = findCommand('bwrap')
  if (!bubblewrap) return 'bubblewrap is not installed (Debian: apt-get install bubblewrap)'
  if (!findCommand('perl')) return 'perl is not installed (Debian: apt-get install perl-base)'
  const told = /bubblewrap (\d+)\.(\d+)/.exec((await ask(bubblewrap, ['--version'])) ?? '')
  const version = told ? [Number(told[1]), Number(told[2])] : [0]
  if (!reaches(version, LEAST_BUBBLEWRAP))
    return `bubblewrap is ${version.join('.')}, and boxes need ${LEAST_BUBBLEWRAP.join('.')} or newer`
  const folder = takeFolder()
  const file = join(folder, 'filter')
  writeFileSync(file, filter)
  return {
    bubblewrap,
    canDisableNesting: reaches(version, NESTING_BUBBLEWRAP),
    architecture,
    filter: file,
    folder,
    user: process.getuid?.() === 0 ? BOX_USER : null,
    groups: null,
  }
}

/**
 * Copies files of the server's packages, which may lie where the user of boxes cannot read them.
 * @throws Error where one is not installed
 */
function takePackaged(packaged: readonly string[] = [], folder: string): Need[] {
  const { resolve } = createRequire(import.meta.url)
  return packaged.map((file) => {
    const name = basename(file)
    const copy = join(folder, name)
    copyFileSync(resolve(file), copy)
    chmodSync(copy, 0o644)
    return [copy, join(PACKAGED, name)]
  })
}

/**
 * The toolchains of this machine, each with its version.
 * @param folder for what boxes are to read of the server's own
 */
export async function findToolchains(folder: string): Promise<FoundToolchain[]> {
  const found = await Promise.all(
    TOOLCHAINS.map(async (toolchain): Promise<FoundToolchain | null> => {
      const files = toolchain.commands.map((name) => [name, findCommand(name)] as const)
      const [first] = files
      if (files.some(([, file]) => file === undefined) || !first?.[1]) return null
      const told = await ask(first[1], toolchain.version)
      const version = told && toolchain.versionIn.exec(told)?.[1]
      if (!version) return null
      const found = Object.fromEntries(files) as Found
      const needs = [...(toolchain.needs?.(found) ?? []), ...takePackaged(toolchain.packaged, folder)]
      return { toolchain, found, version, needs }
    }),
  )
  return found.filter((one) => one !== null)
}

/** How this machine makes boxes. */
export interface MadeBoxes {
  tools: BoxTools
  /** The words for why boxes have no control groups; null where they have. */
  withoutGroups: string | null
}

/** Makes a box as this machine lets it be made, in a control group where that can be; the words for why none can be. */
export async function tryBoxes(tools: BoxTools): Promise<MadeBoxes | string> {
  const groups = controlGroups()
  let withoutGroups = typeof groups === 'string' ? groups : null
  if (typeof groups !== 'string') {
    const within = { ...tools, groups }
    withoutGroups = await tryBox(within)
    if (withoutGroups === null) return { tools: within, withoutGroups }
  }
  return (await tryBox(tools)) ?? { tools, withoutGroups }
}

/** Whether this machine lets a box be made; the words for why not. */
async function tryBox(tools: BoxTools): Promise<string | null> {
  const limits = limitsFor()
  const call = {
    command: ['/bin/sh', '-c', 'echo here'],
    app: tools.folder,
    isCompiling: false,
    needs: [],
    environment: {},
    limits: { ...limits, ownBytes: 0, isRoomy: false, stackBytes: 8 * 1024 * 1024, processes: 8 },
  }
  const end = await runInBox(tools, call, new Uint8Array(), limits)
  if (end.kind === 'ended' && end.stdout.toString() === 'here\n') return null
  return `no box can be made here: ${end.kind === 'failed' ? end.detail : 'a program does not run in it'}`
}
