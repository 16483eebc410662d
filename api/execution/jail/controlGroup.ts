import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Control groups of boxes, where this process was given a part of the machine's own: the kernel then bounds and counts memory
 * and processes of each box as a whole. See cgroups(7) and the kernel's admin-guide/cgroup-v2.
 */

const NEEDED = ['memory', 'pids']
const BOX = 'holdfast-box-'
/** The group this process moves to: one that has groups of its own below it may hold no processes. */
const OWN = 'holdfast'

/** Files that the kernel puts into the folder of every group. */
const PROCESSES = 'cgroup.procs'
const SUBTREE = 'cgroup.subtree_control'

/** A box that has ended leaves its group at once; the kernel may take a moment to see it empty. */
const GONE_EVERY_MS = 5
const GONE_TRIES = 200

export interface GroupLimits {
  memoryBytes: number
  /** Processes and threads together. */
  processes: number
}

/** The group of one box. */
export interface BoxGroup {
  /** Descriptors for the box: its way in, its processor time, its ends for want of memory, and what it holds of that. */
  readonly enter: number
  readonly usage: number
  readonly events: number
  readonly held: number
  /** The descriptors go; the box has its own by then. */
  release(): void
  /** Ends what is left in it and removes it. @returns what it took at most, in bytes, and whether that was too much */
  end(): Promise<{ peakBytes: number | null; isOutOfMemory: boolean }>
}

export interface ControlGroups {
  create(limits: GroupLimits): BoxGroup
}

let known: ControlGroups | string | undefined

/** The control groups of this process; the words for why it has none. It moves to one of its own where it must. */
export function controlGroups(): ControlGroups | string {
  known ??= find()
  return known
}

function find(): ControlGroups | string {
  const folder = ownGroup(read('/proc/self/mountinfo'), read('/proc/self/cgroup'))
  if (folder === null) return 'this machine has no control groups of version 2'
  const has = read(join(folder, 'cgroup.controllers')).trim().split(' ')
  const lacks = NEEDED.filter((name) => !has.includes(name))
  if (lacks.length > 0) return `the server's control group has no ${lacks.join(' and no ')}`
  if (/\/session-[^/]*\.scope$/.test(folder)) return 'the server was started in a login, and not as a service'
  try {
    for (const name of ['', SUBTREE, PROCESSES]) accessSync(join(folder, name), constants.W_OK)
  } catch {
    return "the server's control group is not its own (in a service of systemd's: Delegate=yes)"
  }
  try {
    const refusal = delegate(folder)
    if (refusal !== null) return refusal
    removeLeft(folder)
  } catch (error) {
    return `the server's control group cannot be used: ${error instanceof Error ? error.message : String(error)}`
  }
  return { create: (limits) => createGroup(folder, limits) }
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/**
 * The folder of this process's group; null where there is none that it can see.
 * @param mounts as /proc/self/mountinfo has them
 * @param groups as /proc/self/cgroup has them
 */
export function ownGroup(mounts: string, groups: string): string | null {
  const path = /^0::(\/.*)$/m.exec(groups)?.[1]
  const mount = /^\d+ \d+ \S+ (\S+) (\S+) .* - cgroup2 /m.exec(mounts)
  if (!path || !mount || path.startsWith('/..')) return null
  const [, root = '/', at = ''] = mount
  if (root === '/') return join(at, path)
  return path === root || path.startsWith(`${root}/`) ? join(at, path.slice(root.length)) : null
}

/** Lets the group have others below it. @returns why not, in words */
function delegate(folder: string): string | null {
  const enable = (): void => writeFileSync(join(folder, SUBTREE), NEEDED.map((name) => `+${name}`).join(' '))
  try {
    enable()
    return null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error
  }
  const inside = read(join(folder, PROCESSES)).split('\n').filter(Boolean).map(Number)
  if (inside.some((pid) => !isKin(pid))) return "other programs run in the server's control group"
  const own = join(folder, OWN)
  if (!existsSync(own)) mkdirSync(own)
  for (const pid of inside) writeFileSync(join(own, PROCESSES), String(pid))
  enable()
  return null
}

/** Whether a process began this one, or was begun by it. */
const isKin = (pid: number): boolean => isAbove(pid, process.pid) || isAbove(process.pid, pid)

function isAbove(upper: number, pid: number): boolean {
  for (let at = pid; at > 0; at = parentOf(at)) if (at === upper) return true
  return false
}

const parentOf = (pid: number): number =>
  Number(/^\d+ \(.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0)

/** Groups of boxes whose server was killed. */
function removeLeft(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(BOX))) {
    const pid = name.slice(BOX.length).split('-')[0]
    if (existsSync(`/proc/${pid}`)) continue
    const left = join(folder, name)
    try {
      writeFileSync(join(left, 'cgroup.kill'), '1')
      rmdirSync(left)
    } catch {
      // It goes with the next start.
    }
  }
}

let made = 0

function createGroup(folder: string, { memoryBytes, processes }: GroupLimits): BoxGroup {
  const path = join(folder, `${BOX}${process.pid}-${++made}`)
  mkdirSync(path)
  const set = (name: string, value: number): void => writeFileSync(join(path, name), String(value))
  set('memory.max', Math.ceil(memoryBytes))
  if (existsSync(join(path, 'memory.swap.max'))) set('memory.swap.max', 0)
  set('pids.max', processes)
  const enter = openSync(join(path, PROCESSES), 'w')
  const usage = openSync(join(path, 'cpu.stat'), 'r')
  const events = openSync(join(path, 'memory.events'), 'r')
  const held = openSync(join(path, 'memory.stat'), 'r')
  return {
    enter,
    usage,
    events,
    held,
    release: () => {
      for (const descriptor of [enter, usage, events, held]) closeSync(descriptor)
    },
    async end() {
      const peak = Number(read(join(path, 'memory.peak')))
      const kills = Number(/^oom_kill (\d+)/m.exec(read(join(path, 'memory.events')))?.[1] ?? 0)
      await remove(path)
      return { peakBytes: peak > 0 ? peak : null, isOutOfMemory: kills > 0 }
    },
  }
}

async function remove(path: string): Promise<void> {
  // Linux has it since 5.14; bubblewrap's end is that of all in its box without it too.
  if (existsSync(join(path, 'cgroup.kill'))) writeFileSync(join(path, 'cgroup.kill'), '1')
  for (let tries = 0; tries < GONE_TRIES; tries++)
    try {
      return await rmdir(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') return
      await wait(GONE_EVERY_MS)
    }
}
