import { bash, c, type HostileProgram, js, MiB, py } from './hostile.kind.ts'

/** Programs that take more than they are given: processes, memory, files, output, time. */

const brief = { cpuMs: 150 }
const narrow = { memoryBytes: 64 * MiB }

const processes: HostileProgram[] = [
  {
    name: 'processes that make processes',
    ...c('for (;;) fork();'),
    limits: brief,
    outcomes: ['time_limit'],
    isSharp: true,
  },
  {
    name: 'as many sleeping processes as there can be',
    ...c(
      'int made = 0; while (made < 500) { int child = fork(); if (child < 0) break; if (!child) { pause(); _exit(0); } made++; } printf("%s\\n", made < 64 ? "few" : "many");',
    ),
    outcomes: ['ok'],
    stdout: 'few\n',
    isSharp: true,
  },
  {
    name: 'as many threads as there can be',
    ...c(
      'pthread_t one; int made = 0; while (made < 500 && !pthread_create(&one, 0, idle, 0)) made++; printf("%s\\n", made < 64 ? "few" : "many"); fflush(stdout); _exit(0);',
      'static void *idle(void *given) { pause(); return given; }',
    ),
    outcomes: ['ok'],
    stdout: 'few\n',
    isSharp: true,
  },
  {
    name: 'a chain of processes, each the orphan of the one before',
    ...c('for (;;) if (fork() > 0) _exit(0);'),
    limits: brief,
    // The program itself has ended well; its descendants end with it.
    outcomes: ['ok'],
  },
  {
    name: 'a daemon that holds the output open',
    ...c(
      'if (!fork()) { setsid(); if (!fork()) { signal(SIGHUP, SIG_IGN); signal(SIGTERM, SIG_IGN); for (;;) pause(); } _exit(0); } wait(0); puts("gone");',
    ),
    outcomes: ['ok'],
    stdout: 'gone\n',
    isSharp: true,
  },
  {
    name: 'a daemon by nohup',
    ...bash('nohup setsid sleep 1000 & disown; echo gone'),
    outcomes: ['ok'],
    stdout: 'gone\n',
  },
  {
    name: 'work in processes that nobody waits for',
    ...c(
      'signal(SIGCHLD, SIG_IGN); for (int n = 0; n < 600; n++) { int ends[2]; pipe(ends); if (!fork()) { while (own() < 4); _exit(0); } close(ends[1]); char byte; read(ends[0], &byte, 1); close(ends[0]); } puts("2.4 s of work")',
      'static double own(void) { struct timespec time; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time); return time.tv_sec * 1e3 + time.tv_nsec / 1e6; }',
    ),
    limits: { cpuMs: 400, wallMs: 20_000 },
    outcomes: ['time_limit'],
    isSharp: true,
  },
  {
    name: 'work of many short processes that are waited for',
    ...bash('for ((n = 0; n < 100000; n++)); do (:); done'),
    limits: { cpuMs: 300, wallMs: 20_000 },
    outcomes: ['time_limit'],
    isSharp: true,
  },
  {
    name: 'a loop in a child, and a parent that sleeps',
    ...py('import os\nif os.fork() == 0:\n while True: pass\nos.wait()'),
    limits: brief,
    outcomes: ['time_limit'],
  },
  {
    name: 'a sleep without an end',
    ...py('import time\nwhile True: time.sleep(100)'),
    limits: { wallMs: 400 },
    outcomes: ['time_limit'],
    isSharp: true,
  },
  {
    name: 'a child that stops its parent and goes on',
    ...c(
      'int parent = getpid(); if (!fork()) { kill(parent, SIGSTOP); for (;;) pause(); } for (;;) pause();',
    ),
    limits: { wallMs: 400 },
    outcomes: ['time_limit'],
  },
  {
    name: 'processor time of a signal that is caught',
    ...c(
      'signal(SIGXCPU, SIG_IGN); signal(SIGTERM, SIG_IGN); signal(SIGALRM, SIG_IGN); for (volatile long n = 0;; n++);',
    ),
    limits: brief,
    outcomes: ['time_limit'],
  },
]

const memory: HostileProgram[] = [
  {
    name: 'memory, written',
    ...c('for (;;) { char *more = malloc(1 << 20); if (!more) abort(); memset(more, 1, 1 << 20); }'),
    limits: narrow,
    outcomes: ['memory_limit', 'runtime_error'],
    isSharp: true,
  },
  {
    name: 'memory of many processes, each with a little',
    ...c(
      'for (int n = 0; n < 40; n++) if (!fork()) { memset(malloc(8 << 20), 1, 8 << 20); pause(); } pause();',
    ),
    limits: { ...narrow, wallMs: 5000 },
    outcomes: ['memory_limit'],
    isSharp: true,
  },
  {
    name: 'shared memory that is let go of and stays',
    ...c(
      'for (int n = 0; n < 6; n++) { take(MAP_SHARED | MAP_ANONYMOUS, -1); take(MAP_SHARED, open("/dev/zero", O_RDWR)); } puts(taken ? "taken" : "none");',
      'static int taken; static void take(int flags, int from) { char *memory = mmap(0, 32 << 20, PROT_READ | PROT_WRITE, flags, from, 0); if (memory == MAP_FAILED) return; memset(memory, 1, 32 << 20); madvise(memory, 32 << 20, MADV_DONTNEED); taken++; }',
    ),
    limits: narrow,
    outcomes: ['ok'],
    stdout: 'none\n',
    isSharp: true,
  },
  {
    name: "tables of pages, more than the pages' own",
    ...c(
      'volatile char seen; long size = 1L << 40; char *all = mmap(0, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0); if (all == MAP_FAILED) return 0; madvise(all, size, MADV_NOHUGEPAGE); for (long at = 0; at < size; at += 2 << 20) seen = all[at]; puts("all of it");',
    ),
    limits: narrow,
    outcomes: ['memory_limit', 'ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: 'files in memory, mapped and removed',
    ...c(
      'for (int n = 0; n < 99; n++) { int file = open("f", O_CREAT | O_RDWR, 0600); unlink("f"); if (ftruncate(file, 4 << 20)) return 3; char *all = mmap(0, 4 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0); if (all == MAP_FAILED) return 4; memset(all, 1, 4 << 20); } puts("all of it");',
    ),
    limits: narrow,
    outcomes: ['memory_limit', 'runtime_error'],
    isSharp: true,
  },
  {
    name: 'memory without an owner',
    ...c(
      'TRY(memfd_create("f", 0)); TRY(shmget(IPC_PRIVATE, 1 << 20, 0600)); TRY(msgget(IPC_PRIVATE, 0600)); TRY(semget(IPC_PRIVATE, 1, 0600)); TRY(syscall(SYS_memfd_secret, 0)); TRY(syscall(SYS_mq_open, "q", O_CREAT | O_RDWR, 0600, 0)); TRY(syscall(SYS_io_setup, 4096, calloc(1, 8))); TRY(mlock(malloc(9999), 9999));',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: 'pipes, all of them full',
    ...c(
      'static char block[1 << 16]; long all = 0; for (int n = 0; n < 200; n++) { int ends[2]; if (pipe2(ends, O_NONBLOCK)) break; fcntl(ends[1], F_SETPIPE_SZ, 1 << 20); for (long some; (some = write(ends[1], block, sizeof block)) > 0;) all += some; } puts(all < 150 << 20 ? "bounded" : "unbounded");',
    ),
    outcomes: ['ok', 'memory_limit', 'sandbox_violation'],
  },
  {
    name: 'sockets, all of them full, in many processes',
    ...c(
      'for (int n = 0; n < 20; n++) if (!fork()) { fill(); pause(); } fill(); sleep(2); puts("all of it");',
      'static void fill(void) { static char block[1 << 16]; for (int n = 0; n < 100; n++) { int ends[2], size = 1 << 30; if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, ends)) return; for (int k = 0; k < 2; k++) { setsockopt(ends[k], SOL_SOCKET, SO_SNDBUF, &size, sizeof size); while (write(ends[k], block, sizeof block) > 0); } } }',
    ),
    outcomes: ['sandbox_violation'],
    isSharp: true,
  },
  {
    name: 'a stack without an end',
    ...c(
      'printf("%ld\\n", down(0));',
      'long down(long n) { volatile char room[4096]; room[n % 4096] = 1; return down(n + 1) + room[0]; }',
    ),
    limits: narrow,
    outcomes: ['memory_limit', 'runtime_error'],
  },
  {
    name: 'one number as large as the memory',
    ...py('n = 1\nwhile True: n = n << 10**7 | 1'),
    limits: { ...narrow, cpuMs: 1000 },
    outcomes: ['memory_limit', 'time_limit'],
  },
]

const files: HostileProgram[] = [
  ...['/box', '/tmp', '/dev/shm'].flatMap((folder): HostileProgram[] => [
    {
      name: `${folder} filled`,
      ...py(
        `import errno, os\nfile = os.open("${folder}/hostile", os.O_CREAT | os.O_WRONLY)\nn = 0\ntry:\n while n < 99: n += os.write(file, b"x" * 2**20) / 2**20\nexcept OSError as error: print(errno.errorcode[error.errno])\nprint("bounded" if n <= 32 else n)`,
      ),
      outcomes: ['ok'],
      stdout: /^(?:ENOSPC|EFBIG)\nbounded\n$/,
    },
    {
      name: `${folder} filled with empty files`,
      ...c(
        `char name[99]; for (int n = 0; n < 200000; n++) { sprintf(name, "${folder}/%d", n); int file = open(name, O_CREAT | O_WRONLY, 0600); if (file < 0) return 3; close(file); } puts("all of them");`,
      ),
      limits: { cpuMs: 5000 },
      outcomes: ['sandbox_violation', 'runtime_error'],
      isSharp: folder === '/dev/shm',
    },
  ]),
  {
    name: 'folders, one in the other',
    ...c(
      'for (int n = 0; n < 50000; n++) if (mkdir("d", 0700) || chdir("d")) return 3; puts("all of them");',
    ),
    limits: { cpuMs: 5000 },
    outcomes: ['sandbox_violation', 'runtime_error'],
  },
  {
    name: 'a file with a hole',
    ...c(
      'int file = open("f", O_CREAT | O_RDWR, 0600); TRY(ftruncate(file, 1L << 40)); TRY(posix_fallocate(file, 0, 1L << 40) ? -1 : 0);',
    ),
    // Beyond the largest file comes a signal.
    outcomes: ['runtime_error'],
    stdout: '',
  },
  {
    name: 'descriptors',
    ...c('int n = 0; while (n < 9999 && dup(0) >= 0) n++; puts(n < 256 ? "bounded" : "unbounded");'),
    outcomes: ['ok'],
    stdout: 'bounded\n',
  },
]

const output: HostileProgram[] = [
  {
    name: 'output from many processes at once',
    ...c('for (int n = 0; n < 4; n++) fork(); for (;;) puts("on and on");'),
    outcomes: ['output_limit'],
    isSharp: true,
  },
  {
    name: 'errors on and on',
    ...c('static char block[1 << 16]; for (;;) write(2, block, sizeof block);'),
    limits: brief,
    outcomes: ['time_limit'],
    isSharp: true,
  },
  {
    name: 'output and errors by turns',
    ...js(
      'const { writeSync } = require("fs"); for (;;) { try { writeSync(2, "x".repeat(9999)); writeSync(1, "x".repeat(99)) } catch {} }',
    ),
    outcomes: ['output_limit'],
    isSharp: true,
  },
  {
    name: 'one line of output that is too long, and a sleep',
    ...py('import sys, time\nsys.stdout.write("x" * 10**6)\nsys.stdout.flush()\ntime.sleep(100)'),
    outcomes: ['output_limit'],
  },
  {
    name: 'nothing that can be written to',
    ...c('for (int n = 0; n < 256; n++) close(n); for (int n = 0; n < 9; n++) write(n, "x", 1);'),
    outcomes: ['ok'],
    stdout: '',
  },
]

export const FLOODS: HostileProgram[] = [...processes, ...memory, ...files, ...output]
