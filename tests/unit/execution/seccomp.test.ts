import { describe, expect, test } from 'vitest'
import { findBoxTools } from '#api/execution/jail/find.ts'
import { seccompFilter } from '#api/execution/jail/seccomp.ts'
import { SUPERVISOR } from '#api/execution/jail/supervisor.ts'
import { SYSTEM_CALLS } from './systemCalls.ts'

/** The filter of system calls, run as the kernel runs it, over the kernel's own tables of calls for each machine. */

type Architecture = keyof typeof SYSTEM_CALLS
const AUDIT_ARCH = { x64: 0xc000003e, arm64: 0xc00000b7 } as const

const ALLOWED = 'allowed'
const [KILL, ERRNO, ALLOW] = [0x80000000, 0x00050000, 0x7fff0000]

/** Runs the filter on a call. Its arguments are 64 bits each, of which the filter looks at the lower half. */
function verdict(
  filter: Buffer,
  number: number,
  machine: number,
  args: readonly number[] = [],
): string | number {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number >>> 0, 0)
  data.writeUInt32LE(machine, 4)
  for (const [n, value] of args.entries()) data.writeUInt32LE(value, 16 + 8 * n)
  let loaded = 0
  for (let at = 0; at * 8 < filter.length; at++) {
    const code = filter.readUInt16LE(at * 8)
    const [ifTrue, ifFalse] = [filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)]
    const k = filter.readUInt32LE(at * 8 + 4)
    if (code === 0x20) loaded = data.readUInt32LE(k)
    else if (code === 0x54) loaded = (loaded & k) >>> 0
    else if (code === 0x15) at += loaded === k ? ifTrue : ifFalse
    else if (code === 0x35) at += loaded >= k ? ifTrue : ifFalse
    else if (code === 0x45) at += (loaded & k) !== 0 ? ifTrue : ifFalse
    else if (code === 0x06) return k === ALLOW ? ALLOWED : k === KILL ? 'killed' : k - ERRNO
    else throw new Error(`no such operation: ${code}`)
  }
  throw new Error('the filter ends without a word')
}

function filterOf(architecture: Architecture): Buffer {
  const filter = seccompFilter(architecture)
  if (!filter) throw new Error(`no filter for ${architecture}`)
  return filter
}

const verdictOn = (
  architecture: Architecture,
  name: string,
  args: readonly number[] = [],
): string | number => {
  const number = SYSTEM_CALLS[architecture].get(name)
  if (number === undefined) throw new Error(`${architecture} has no ${name}`)
  return verdict(filterOf(architecture), number, AUDIT_ARCH[architecture], args)
}

const namesOf = (architecture: Architecture): string[] => [...SYSTEM_CALLS[architecture].keys()]
const refusedOn = (architecture: Architecture): string[] =>
  namesOf(architecture).filter((name) => verdictOn(architecture, name) !== ALLOWED)

/** Calls that one machine has and the other has not, and that are refused: those of x86 alone. */
const OF_X64_ALONE = ['iopl', 'ioperm', 'modify_ldt', 'uselib']

test('each call that both machines have ends alike on both, whatever its number is', () => {
  const both = namesOf('arm64').filter((name) => SYSTEM_CALLS.x64.has(name))
  expect(both.length).toBeGreaterThan(290)
  const told = (architecture: Architecture) => both.map((name) => `${name} ${verdictOn(architecture, name)}`)
  expect(told('arm64')).toEqual(told('x64'))
})

test('no call of arm64 is refused that has another name than on x64, and of x64 alone those of its hardware', () => {
  expect(refusedOn('arm64').filter((name) => !SYSTEM_CALLS.x64.has(name))).toEqual([])
  expect(refusedOn('x64').filter((name) => !SYSTEM_CALLS.arm64.has(name))).toEqual(
    expect.arrayContaining(OF_X64_ALONE),
  )
  expect(refusedOn('x64')).toHaveLength(refusedOn('arm64').length + OF_X64_ALONE.length)
})

describe.each(['x64', 'arm64'] as const)('on %s', (architecture) => {
  test('what kernels have had holes in, and what reaches others, is refused', () => {
    const names = ['ptrace', 'mount', 'setns', 'unshare', 'bpf', 'io_uring_setup', 'userfaultfd', 'keyctl']
    for (const name of [...names, 'kexec_load', 'memfd_create', 'sched_setaffinity', 'open_by_handle_at'])
      expect([name, verdictOn(architecture, name)]).toEqual([name, 1])
    expect(verdictOn(architecture, 'clone3')).toBe(38)
  })

  test('what every program needs is let through', () => {
    for (const name of ['read', 'write', 'openat', 'mmap', 'munmap', 'brk', 'futex', 'execve', 'exit_group'])
      expect([name, verdictOn(architecture, name, [1, 0, 0, 0x22])]).toEqual([name, ALLOWED])
  })

  test('arguments decide where a call is half allowed', () => {
    const on = (name: string, ...args: number[]) => verdictOn(architecture, name, args)
    expect([on('socket', 1), on('socket', 2), on('socketpair', 10)]).toEqual([ALLOWED, 97, 97])
    expect([on('prlimit64', 0), on('prlimit64', 1)]).toEqual([ALLOWED, 1])
    expect([on('clone', 0x11), on('clone', 0x10000011)]).toEqual([ALLOWED, 1])
    // Private and shared memory without a file.
    expect([on('mmap', 0, 0, 0, 0x22), on('mmap', 0, 0, 0, 0x21)]).toEqual([ALLOWED, 1])
  })

  test('calls that nobody has looked through are none', () => {
    const filter = filterOf(architecture)
    const newest = Math.max(...SYSTEM_CALLS[architecture].values())
    for (let number = newest + 1; number < newest + 100; number++)
      expect(verdict(filter, number, AUDIT_ARCH[architecture])).toBe(38)
  })

  test('a call by the numbers of another machine ends the program', () => {
    const other = architecture === 'x64' ? 'arm64' : 'x64'
    for (const machine of [AUDIT_ARCH[other], 0x40000003, 0])
      expect(verdict(filterOf(architecture), 0, machine)).toBe('killed')
    if (architecture === 'x64') expect(verdict(filterOf('x64'), 0x40000000, AUDIT_ARCH.x64)).toBe('killed')
  })

  test('the supervisor calls by the right numbers', () => {
    const names = [
      'prlimit64',
      'wait4',
      'prctl',
      'clock_gettime',
      'statfs',
      'rt_sigprocmask',
      'rt_sigtimedwait',
      'close',
    ]
    const lists = /eq 'arm64' \? \(([\d, ]+)\) : \(([\d, ]+)\)/.exec(SUPERVISOR)
    const list = lists?.[architecture === 'arm64' ? 1 : 2] ?? ''
    expect(list.split(', ').map(Number)).toEqual(names.map((name) => SYSTEM_CALLS[architecture].get(name)))
  })
})

test.each(['riscv64', 'ppc64', 's390x', 'arm', 'ia32', 'loong64'])(
  '%s has no filter, and is told so',
  async (architecture) => {
    expect(seccompFilter(architecture)).toBeNull()
    if (process.platform === 'linux')
      expect(await findBoxTools(architecture)).toBe(
        `boxes are made for x64 and arm64 machines, and this is ${architecture}`,
      )
  },
)
