import type { Limits, Outcome, Program } from '#api/execution/port.ts'

/** A program that means harm, with what a box must make of it. */
export interface HostileProgram extends Program {
  name: string
  limits?: Partial<Limits>
  /** Those that are right; more than one where the machine decides which of two limits comes first. */
  outcomes: Outcome[]
  stdout?: string | RegExp
  exitCode?: number
  /** Belongs to every run of the tests; the others to the long one. */
  isSharp?: boolean
}

export const MiB = 1024 * 1024

const HEADERS = [
  ...[
    'errno',
    'fcntl',
    'pthread',
    'sched',
    'signal',
    'stdint',
    'stdio',
    'stdlib',
    'string',
    'time',
    'unistd',
  ],
  ...['sys/ioctl', 'sys/ipc', 'sys/mman', 'sys/mount', 'sys/msg', 'sys/prctl', 'sys/ptrace', 'sys/resource'],
  ...['sys/sem', 'sys/shm', 'sys/socket', 'sys/stat', 'sys/syscall', 'sys/uio', 'sys/un', 'sys/wait'],
]

/** A main of C with the headers it may need. TRY writes what has not been refused, and so what must not be there. */
export const c = (body: string, before = ''): Program => ({
  languageId: 'c',
  source: [
    '#define _GNU_SOURCE',
    ...HEADERS.map((name) => `#include <${name}.h>`),
    '#define TRY(call) do { if ((long)(call) >= 0) { puts(#call); fflush(stdout); } } while (0)',
    before,
    `int main(void) { ${body}; return 0; }`,
  ].join('\n'),
})

const of =
  (languageId: string) =>
  (source: string): Program => ({ languageId, source })
export const py = of('python')
export const js = of('javascript')
export const bash = of('bash')
export const cpp = of('cpp')
export const rust = of('rust')
export const go = of('go')
export const java = of('java')
