import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import type { Limits } from '../port.ts'
import type { GroupLimits } from './controlGroup.ts'
import { SUPERVISOR } from './supervisor.ts'

/**
 * The arguments by which bubblewrap makes a box: all namespaces of its own, no network, no rights, a root that cannot be
 * written, and in it what a language needs to run.
 */

/** The program's folder; it can be written while a compiler works in it, and never afterwards. */
export const APP = '/app'
/** The place a program can write to: in memory, of a size, gone with the box. */
export const BOX = '/box'

/** The files of this server's own packages, for languages that need some. */
export const PACKAGED = '/packaged'

/** The cache of a compiler, which no program changes. */
export const CACHE = '/cache'

/** A file or folder of the host, where it lies or at another place of the box. */
export type Need = string | readonly [from: string, to: string]

/** All file systems of a box that a program can write to. */
const WRITABLE = [BOX, '/dev/shm']

/** Limits of a box; memory and times of `Limits`, and what belongs to the language. */
export interface BoxLimits extends Pick<Limits, 'cpuMs' | 'wallMs' | 'memoryBytes' | 'fileBytes'> {
  /** Memory that the language itself takes beside the program's. */
  ownBytes: number
  isRoomy: boolean
  /** The memory limit alone bounds it where it is null; a thread's stack then has what the C library gives, and not as much. */
  stackBytes: number | null
  /** Processes and threads together. */
  processes: number
}

export interface BoxCall {
  command: readonly string[]
  /** Folder of the host that stands at APP. */
  app: string
  isCompiling: boolean
  /** More of the host's files and folders that can be read. */
  needs: readonly Need[]
  environment: Readonly<Record<string, string>>
  limits: BoxLimits
}

const MiB = 1024 * 1024
/** Files and folders that a program may make. */
const MOST_FILES = 10_000
const OPEN_FILES = 256
/** Sockets of all processes together; each holds up to 400 KiB that count for nobody. */
const SOCKETS = 128

/** Folders of every system's programs and libraries; what a machine does not have is left out. */
const SYSTEM = ['/usr/bin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libexec', '/usr/share/zoneinfo']
const COMPILING = ['/usr/include']
/** Links to /usr on most systems, folders on some. */
const TOP = ['/bin', '/lib', '/lib32', '/lib64']
const SETTINGS = ['/etc/alternatives', '/etc/ld.so.cache']

function standing(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return []
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

function files({ app, isCompiling, needs }: BoxCall, boxBytes: number): string[] {
  const read = [...SYSTEM, ...SETTINGS, ...(isCompiling ? COMPILING : []), ...needs]
    .map((need) => (typeof need === 'string' ? ([need, need] as const) : need))
    .filter(([from]) => existsSync(from))
  return [
    ...read.flatMap((places) => ['--ro-bind', ...places]),
    ...TOP.flatMap(standing),
    ...[isCompiling ? '--bind' : '--ro-bind', app, APP],
    // It reads the same, and cannot be mapped as memory without an owner.
    ...['--proc', '/proc', '--dev', '/dev', '--dev-bind', '/dev/full', '/dev/zero'],
    ...['--size', String(boxBytes), '--tmpfs', BOX],
    ...['--symlink', BOX, '/tmp', '--size', String(MiB), '--tmpfs', '/dev/shm'],
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', isCompiling ? APP : BOX],
  ]
}

function environmentArguments(environment: Readonly<Record<string, string>>): string[] {
  const all = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: BOX,
    TMPDIR: BOX,
    LANG: 'C.UTF-8',
    ...environment,
  }
  return Object.entries(all).flatMap(([name, value]) => ['--setenv', name, value])
}

/** RLIM_INFINITY. */
const UNBOUNDED = -1
/** A native program's memory is bounded by the system too, somewhat above what the supervisor sees and ends. */
const SPARE_BYTES = 64 * MiB

/** Memory of the box's own processes, and so many of them. */
const OWN = { memoryBytes: 16 * MiB, processes: 8 }

/** The limits of a box's control group: the program's, and what its supervisor takes beside it. */
export const groupLimits = ({ memoryBytes, ownBytes, processes }: BoxLimits): GroupLimits => ({
  memoryBytes: memoryBytes + ownBytes + OWN.memoryBytes,
  processes: processes + OWN.processes,
})

/** Numbers of descriptors that the box is started with. */
interface Descriptors {
  /** The filter of system calls. */
  seccomp: number
  /** The figures of its control group, where the box has one. */
  figures?: { usage: number; events: number; held: number }
}

function supervisorArguments(
  { limits, command }: BoxCall,
  architecture: string,
  { figures }: Descriptors,
): string[] {
  const { cpuMs, wallMs, memoryBytes, ownBytes, isRoomy, fileBytes, stackBytes, processes } = limits
  const seconds = Math.ceil(cpuMs / 1000) + 1
  const given = {
    arch: architecture,
    ...figures,
    places: WRITABLE.join(':'),
    cpu_ms: Math.ceil(cpuMs),
    wall_ms: Math.ceil(wallMs),
    memory: Math.ceil((memoryBytes + ownBytes) / 1024),
    files: MOST_FILES,
    sockets: SOCKETS,
    processes,
    cpu: seconds,
    ...(!isRoomy && { data: Math.ceil(memoryBytes + ownBytes + SPARE_BYTES) }),
    stack: stackBytes ?? UNBOUNDED,
    fsize: fileBytes,
    nproc: processes,
    nofile: OPEN_FILES,
    core: 0,
    memlock: 0,
    msgqueue: 0,
  }
  return [
    ...['/usr/bin/perl', '-e', SUPERVISOR],
    ...Object.entries(given).map(([name, value]) => `${name}=${value}`),
    '--',
    ...command,
  ]
}

/** @param options canDisableNesting: whether this bubblewrap knows how to forbid user namespaces within */
export function bubblewrapArguments(
  call: BoxCall,
  options: Descriptors & { canDisableNesting: boolean; architecture: string },
): string[] {
  const { seccomp, canDisableNesting, architecture } = options
  return [
    ...['--unshare-all', '--unshare-user'],
    ...(canDisableNesting ? ['--disable-userns'] : []),
    ...['--die-with-parent', '--as-pid-1', '--new-session', '--cap-drop', 'ALL'],
    ...['--hostname', 'box', '--clearenv', ...environmentArguments(call.environment)],
    ...files(call, call.limits.fileBytes * (call.isCompiling ? 8 : 1)),
    ...['--seccomp', String(seccomp)],
    '--',
    ...supervisorArguments(call, architecture, options),
  ]
}
