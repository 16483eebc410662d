/**
 * The filter of system calls for programs in a box, as the kernel reads it: it refuses what no program of a test needs and what
 * the kernel has had its holes in. Everything else is bounded by namespaces and limits.
 * See seccomp(2) and linux/filter.h; numbers of calls from the kernel's own tables.
 */

type Architecture = 'x64' | 'arm64'

/** The value of AUDIT_ARCH_* by which the kernel names the calling convention. */
const AUDIT_ARCH: Readonly<Record<Architecture, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 }
/** Calls with this bit are those of the x32 convention, whose numbers mean something else. */
const X32_BIT = 0x40000000

/** Names with their numbers on x64 and arm64; -1 where a machine has none. */
const REFUSED: readonly [name: string, x64: number, arm64: number][] = [
  ['ptrace', 101, 117],
  ['process_vm_readv', 310, 270],
  ['process_vm_writev', 311, 271],
  ['kcmp', 312, 272],
  ['pidfd_getfd', 438, 438],
  ['unshare', 272, 97],
  ['setns', 308, 268],
  ['mount', 165, 40],
  ['umount2', 166, 39],
  ['pivot_root', 155, 41],
  ['chroot', 161, 51],
  ['open_tree', 428, 428],
  ['move_mount', 429, 429],
  ['fsopen', 430, 430],
  ['fsconfig', 431, 431],
  ['fsmount', 432, 432],
  ['fspick', 433, 433],
  ['mount_setattr', 442, 442],
  ['name_to_handle_at', 303, 264],
  ['open_by_handle_at', 304, 265],
  ['fanotify_init', 300, 262],
  ['quotactl', 179, 60],
  ['acct', 163, 89],
  ['swapon', 167, 224],
  ['swapoff', 168, 225],
  ['reboot', 169, 142],
  ['kexec_load', 246, 104],
  ['kexec_file_load', 320, 294],
  ['init_module', 175, 105],
  ['finit_module', 313, 273],
  ['delete_module', 176, 106],
  ['bpf', 321, 280],
  ['perf_event_open', 298, 241],
  ['userfaultfd', 323, 282],
  ['io_uring_setup', 425, 425],
  ['io_uring_enter', 426, 426],
  ['io_uring_register', 427, 427],
  ['add_key', 248, 217],
  ['request_key', 249, 218],
  ['keyctl', 250, 219],
  ['syslog', 103, 116],
  ['iopl', 172, -1],
  ['ioperm', 173, -1],
  ['modify_ldt', 154, -1],
  ['uselib', 134, -1],
  ['personality', 135, 92],
  ['settimeofday', 164, 170],
  ['clock_settime', 227, 112],
  ['adjtimex', 159, 171],
  ['clock_adjtime', 305, 266],
  ['sethostname', 170, 161],
  ['setdomainname', 171, 162],
  ['vhangup', 153, 58],
  ['vmsplice', 278, 75],
  ['move_pages', 279, 239],
  ['migrate_pages', 256, 238],
  ['mbind', 237, 235],
  ['set_mempolicy', 238, 237],
  // Memory that belongs to no process escapes whoever counts that of processes.
  ['memfd_create', 319, 279],
  ['memfd_secret', 447, 447],
  ['shmget', 29, 194],
  ['semget', 64, 190],
  ['msgget', 68, 186],
  ['mq_open', 240, 180],
  // All machines' aio rings together are bounded, so one box could take them from everybody.
  ['io_setup', 206, 0],
  // They reach the supervisor, whose user is the program's, and would make it come too late.
  ['setpriority', 141, 140],
  ['sched_setparam', 142, 118],
  ['sched_setscheduler', 144, 119],
  ['sched_setaffinity', 203, 122],
  ['sched_setattr', 314, 274],
  ['ioprio_set', 251, 30],
]
/** The first number of calls that came after those looked through here (Linux 6.1); the tables have the same numbers from 424 on. */
const NOT_LOOKED_THROUGH = 451
const SOCKET: Readonly<Record<Architecture, readonly number[]>> = { x64: [41, 53], arm64: [198, 199] }
const CLONE: Readonly<Record<Architecture, number>> = { x64: 56, arm64: 220 }
const CLONE3 = 435
const PRLIMIT: Readonly<Record<Architecture, number>> = { x64: 302, arm64: 261 }
const MMAP: Readonly<Record<Architecture, number>> = { x64: 9, arm64: 222 }

const AF_UNIX = 1
/** MAP_SHARED and MAP_ANONYMOUS. */
const SHARED_ANONYMOUS = 0x21
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NEW_NAMESPACES = 0x7e020000

const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97]
const ALLOW = 0x7fff0000
const KILL_PROCESS = 0x80000000
const refuseWith = (errno: number): number => 0x00050000 | errno

/** Operations of the filter's machine. */
const [LOAD, AND, JUMP_EQUAL, JUMP_AT_LEAST, JUMP_ANY_BIT, RETURN] = [0x20, 0x54, 0x15, 0x35, 0x45, 0x06]
/** Offsets in struct seccomp_data. */
const [NUMBER, ARCHITECTURE, FIRST_ARGUMENT, FOURTH_ARGUMENT] = [0, 4, 16, 40]

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, k: number]

const load = (offset: number): Instruction => [LOAD, 0, 0, offset]
const end = (value: number): Instruction => [RETURN, 0, 0, value]
/** Ends with the value where the loaded number is this one. */
const endIf = (number: number, value: number): Instruction[] => [[JUMP_EQUAL, 0, 1, number], end(value)]

function instructions(architecture: Architecture): Instruction[] {
  const numbers = REFUSED.map(([, x64, arm64]) => (architecture === 'x64' ? x64 : arm64))
  return [
    load(ARCHITECTURE),
    [JUMP_EQUAL, 1, 0, AUDIT_ARCH[architecture]],
    end(KILL_PROCESS),
    load(NUMBER),
    ...(architecture === 'x64' ? ([[JUMP_AT_LEAST, 0, 1, X32_BIT], end(KILL_PROCESS)] as const) : []),
    // As on the kernel before them: C libraries then go the old way.
    [JUMP_AT_LEAST, 0, 1, NOT_LOOKED_THROUGH],
    end(refuseWith(ENOSYS)),
    ...numbers.filter((number) => number >= 0).flatMap((number) => endIf(number, refuseWith(EPERM))),
    // Its flags lie in memory that a filter cannot read; the C library then takes clone.
    ...endIf(CLONE3, refuseWith(ENOSYS)),
    ...SOCKET[architecture].flatMap((number): Instruction[] => [
      [JUMP_EQUAL, 0, 4, number],
      load(FIRST_ARGUMENT),
      [JUMP_EQUAL, 1, 0, AF_UNIX],
      end(refuseWith(EAFNOSUPPORT)),
      end(ALLOW),
    ]),
    // The limits of others, the supervisor's above all; 0 is the caller itself.
    [JUMP_EQUAL, 0, 4, PRLIMIT[architecture]],
    load(FIRST_ARGUMENT),
    [JUMP_EQUAL, 1, 0, 0],
    end(refuseWith(EPERM)),
    end(ALLOW),
    // Shared memory stays when whoever wrote it has let go of it, and then is nobody's.
    [JUMP_EQUAL, 0, 5, MMAP[architecture]],
    load(FOURTH_ARGUMENT),
    [AND, 0, 0, SHARED_ANONYMOUS],
    [JUMP_EQUAL, 0, 1, SHARED_ANONYMOUS],
    end(refuseWith(EPERM)),
    end(ALLOW),
    [JUMP_EQUAL, 0, 3, CLONE[architecture]],
    load(FIRST_ARGUMENT),
    [JUMP_ANY_BIT, 0, 1, NEW_NAMESPACES],
    end(refuseWith(EPERM)),
    end(ALLOW),
  ]
}

/** The filter's program for bubblewrap's --seccomp; null on a machine it was not made for. */
export function seccompFilter(architecture: string): Buffer | null {
  if (architecture !== 'x64' && architecture !== 'arm64') return null
  const all = instructions(architecture)
  const bytes = Buffer.alloc(all.length * 8)
  all.forEach(([code, ifTrue, ifFalse, k], n) => {
    bytes.writeUInt16LE(code, n * 8)
    bytes.writeUInt8(ifTrue, n * 8 + 2)
    bytes.writeUInt8(ifFalse, n * 8 + 3)
    bytes.writeUInt32LE(k, n * 8 + 4)
  })
  return bytes
}
