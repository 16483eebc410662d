import { readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownGroup } from '#api/execution/jail/controlGroup.ts'

/** What boxes have left on this machine. Other tests have boxes at the same time, so a folder of programs tells whose they are. */

const PREFIX = 'holdfast-boxes-'

export const foldersOfBoxes = (within = tmpdir()): string[] =>
  readdirSync(within).filter((name) => name.startsWith(PREFIX))

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The command lines of processes that stand in a box of this folder, or were started for one. */
export function processesOfBoxes(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(
      (pid) =>
        read(`/proc/${pid}/mountinfo`).includes(`${folder}/`) ||
        read(`/proc/${pid}/cmdline`).includes(`${folder}/`),
    )
    .map((pid) => `${pid} ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 200)}`)
}

/** Control groups of boxes that these processes have made, where they are given some. */
export function groupsOfBoxes(pids: readonly number[]): string[] {
  const folder = ownGroup(read('/proc/self/mountinfo'), read('/proc/self/cgroup'))?.replace(/\/holdfast$/, '')
  return readdirSync(folder ?? '/').filter((name) =>
    pids.some((pid) => name.startsWith(`holdfast-box-${pid}-`)),
  )
}

/** Places where anybody on a Debian machine can write. */
const OPEN_TO_ALL = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm', '/dev/mqueue', '/run/lock', '/var/lock']

/** Files there that are no test's: those of the boxes' own user, where it is another one, and those that hostile programs name. */
export function strangeFiles(user: number | null): string[] {
  return OPEN_TO_ALL.flatMap((folder) => {
    try {
      return readdirSync(folder).map((name) => join(folder, name))
    } catch {
      return []
    }
  }).filter((path) => {
    const owner = statSync(path, { throwIfNoEntry: false })?.uid
    return path.includes('hostile-') || (user !== null && owner === user)
  })
}

/** Mounts of this process that come from boxes. */
export const mountsOfBoxes = (folder: string): string[] =>
  read('/proc/self/mountinfo')
    .split('\n')
    .filter((line) => line.includes(folder))
