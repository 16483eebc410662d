import { execFileSync } from 'node:child_process'

interface Listed {
  pid: number
  parent: number
  megabytes: number
}

/** Resident megabytes of a process, and of everything it started. */
export function memoryOf(pid: number): { own: number; children: number } {
  const all = list()
  const below = (parent: number): number =>
    all
      .filter((process) => process.parent === parent)
      .reduce((sum, process) => sum + process.megabytes + below(process.pid), 0)
  return { own: all.find((process) => process.pid === pid)?.megabytes ?? Number.NaN, children: below(pid) }
}

const list = (): Listed[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number)
      return { pid, parent, megabytes: kilobytes / 1024 }
    })
