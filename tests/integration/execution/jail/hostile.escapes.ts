import { bash, c, type HostileProgram, js, MiB, py } from './hostile.kind.ts'

/** Programs that go for what is not theirs: the supervisor, the limits, the host, other programs. */

const FORGED = 'status=0 cpu_ms=0.1 wall_ms=0.1 memory_kb=1 processes=1 ended=\\n'

const supervisor: HostileProgram[] = [
  {
    name: 'tracing the first process and a sibling',
    ...c(
      'int child = fork(); if (!child) { pause(); _exit(0); } char byte; struct iovec here = { &byte, 1 }, there = { main, 1 }; TRY(ptrace(PTRACE_ATTACH, 1, 0, 0)); TRY(ptrace(PTRACE_SEIZE, child, 0, 0)); TRY(ptrace(PTRACE_TRACEME, 0, 0, 0)); TRY(process_vm_readv(1, &here, 1, &there, 1, 0)); TRY(process_vm_writev(child, &here, 1, &there, 1, 0)); TRY(syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, 1, 0), 3, 0)); TRY(syscall(SYS_kcmp, 1, getpid(), 0, 0, 0))',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: "the supervisor's memory and descriptors",
    ...py(
      'import os\nfor name in ["mem", "fd/0", "fd/3", "fd/4", "root/etc", "cwd", "environ", "maps", "exe"]:\n for how in [os.O_RDONLY, os.O_WRONLY]:\n  try: os.open("/proc/1/" + name, how); print(name)\n  except OSError: pass',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: 'a forged report',
    ...c(
      `static char forged[] = "${FORGED}"; for (int n = 1; n < 256; n++) write(n, forged, sizeof forged - 1); write(open("/proc/1/fd/3", O_WRONLY), forged, sizeof forged - 1); return 9`,
    ),
    outcomes: ['runtime_error'],
    exitCode: 9,
    isSharp: true,
  },
  {
    name: 'descriptor 3 closed and taken for something else',
    ...c(
      'close(3); int file = open("/box/f", O_CREAT | O_RDWR, 0600); dup2(file, 3); dup2(file, 4); return 9',
    ),
    outcomes: ['runtime_error'],
    exitCode: 9,
  },
  {
    name: 'every signal to the first process',
    ...c(
      'for (int turn = 0; turn < 20; turn++) for (int n = 1; n <= 64; n++) { kill(1, n); union sigval value = { 0 }; sigqueue(1, n, value); } puts("done")',
    ),
    outcomes: ['ok'],
    stdout: 'done\n',
    isSharp: true,
  },
  {
    name: 'a flood of SIGCHLD to the first process',
    ...c('for (int n = 0; n < 3; n++) fork(); for (;;) kill(1, SIGCHLD)'),
    limits: { cpuMs: 300 },
    outcomes: ['time_limit'],
    isSharp: true,
  },
  {
    name: 'everybody killed',
    ...c(
      'if (!fork()) for (;;) pause(); kill(-1, SIGKILL); for (int n = 2; n < 4000; n++) if (n != getpid()) kill(n, SIGKILL); puts("alone")',
    ),
    outcomes: ['ok'],
    stdout: 'alone\n',
    isSharp: true,
  },
  {
    name: 'its own group killed',
    ...bash('kill -9 0'),
    outcomes: ['runtime_error'],
  },
  {
    name: 'limits of the first process, lowered',
    ...c(
      'for (int n = 0; n < 16; n++) { struct rlimit none = { 3, 3 }; if (prlimit(1, n, &none, 0) == 0) printf("%d\\n", n); } TRY(prlimit(getppid(), RLIMIT_CPU, 0, &(struct rlimit){ 0 }))',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: 'its own limits, raised',
    ...c(
      'for (int n = 0; n < 16; n++) { struct rlimit own, more; getrlimit(n, &own); if (own.rlim_max == RLIM_INFINITY) continue; more.rlim_cur = more.rlim_max = own.rlim_max + 1; if (setrlimit(n, &more) == 0) printf("%d\\n", n); }',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: 'priorities, its own and of others',
    ...c(
      'struct sched_param least = { 0 }; cpu_set_t one; CPU_ZERO(&one); CPU_SET(0, &one); TRY(setpriority(PRIO_PROCESS, 1, 19)); TRY(setpriority(PRIO_USER, 0, 19)); TRY(setpriority(PRIO_PROCESS, 0, -5)); TRY(sched_setscheduler(1, SCHED_IDLE, &least)); TRY(sched_setparam(1, &least)); TRY(sched_setaffinity(1, sizeof one, &one)); struct sched_param most = { 9 }; TRY(sched_setscheduler(0, SCHED_FIFO, &most)); TRY(syscall(SYS_ioprio_set, 1, 1, 3 << 13))',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: 'a name that hides its processor time',
    ...c(
      'prctl(PR_SET_NAME, "a\\n) R 1 1"); for (int n = 0; n < 3; n++) fork(); for (volatile long n = 0;; n++)',
    ),
    limits: { cpuMs: 300, wallMs: 20_000 },
    outcomes: ['time_limit'],
    isSharp: true,
  },
  {
    name: 'a name that hides its memory',
    ...c(
      'prctl(PR_SET_NAME, "b\\n0 0 0"); for (int n = 0; n < 12; n++) if (!fork()) { memset(malloc(8 << 20), 1, 8 << 20); pause(); } sleep(1); puts("unseen")',
    ),
    limits: { memoryBytes: 48 * MiB },
    outcomes: ['memory_limit'],
    isSharp: true,
  },
]

/** What a box has of its own, and may say. */
const VARIABLES = [
  'HOME=/box',
  'LANG=C.UTF-8',
  'PATH=/usr/local/bin:/usr/bin:/bin',
  'PWD=/box',
  'TMPDIR=/box',
]

const host: HostileProgram[] = [
  {
    name: "the host's files",
    ...py(
      'import os\nfor path in ["/etc/passwd", "/etc/shadow", "/etc/hostname", "/etc/ssh", "/root", "/home", "/var", "/srv", "/opt", "/run", "/mnt", "/media", "/boot", "/sys", "/work", "/etc/machine-id", "/dev/sda", "/dev/vda", "/dev/mem", "/dev/kmsg", "/dev/fuse", "/dev/kvm", "/usr/local", "/usr/share/doc"]:\n if os.path.lexists(path) and (not os.path.isdir(path) or os.listdir(path)): print(path)',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: "the kernel's files",
    ...py(
      'import os\nfor path in ["/proc/kcore", "/proc/kmsg", "/proc/sysrq-trigger", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/vm/drop_caches", "/proc/acpi", "/proc/1/oom_score_adj", "/proc/sys/fs/binfmt_misc/register"]:\n try: os.open(path, os.O_WRONLY); print(path)\n except OSError: pass\nfor path in ["/proc/kcore", "/proc/kmsg", "/proc/1/environ", "/proc/vmallocinfo"]:\n try: open(path, "rb").read(1); print(path)\n except OSError: pass',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: 'where it stands when the machine runs out of memory',
    ...bash('cat /proc/self/oom_score_adj'),
    outcomes: ['ok'],
    stdout: '1000\n',
    isSharp: true,
  },
  {
    name: 'processes and sockets of the host',
    ...bash(
      'shopt -s nullglob; set -- /proc/[0-9]*; (($# <= 3)) || echo "$# processes"; { read -r _; while read -r line; do echo "socket $line"; done; } < /proc/net/unix; while read -r one rest; do case $one in Inter-*|face|lo:) ;; *) echo "$one";; esac; done < /proc/net/dev',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: 'the environment',
    ...bash('unset SHLVL OLDPWD _; env | grep -v ^_= | sort'),
    outcomes: ['ok'],
    stdout: `${VARIABLES.join('\n')}\n`,
    isSharp: true,
  },
  {
    name: 'writing wherever it can',
    ...py(
      'import os\nfor folder in ["/", "/app", "/dev", "/etc", "/usr", "/usr/bin", "/usr/lib", "/proc", "/proc/self", "/etc/alternatives", "/var/tmp", "/run", "/dev/pts", "/bin"]:\n try: os.open(folder + "/hostile-file", os.O_CREAT | os.O_WRONLY); print(folder)\n except OSError: pass',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: 'its own program, changed',
    ...c(
      'int file = open("/app/main", O_RDONLY); char own[99]; sprintf(own, "/proc/self/fd/%d", file); TRY(open(own, O_RDWR)); TRY(open("/app/main", O_WRONLY)); TRY(fchmod(file, 0777)); TRY(chmod("/app", 0777)); TRY(unlink("/app/main")); TRY(rename("/app/main", "/box/main")); TRY(link("/app/main", "/box/main")); TRY(symlink("/", "/app/root")); TRY(truncate("/app/main.c", 0)); TRY(utimensat(AT_FDCWD, "/app/main", 0, 0)); TRY(mount("/box", "/app", 0, MS_BIND, 0)); TRY(umount2("/app", MNT_DETACH)); TRY(mount(0, "/app", 0, MS_REMOUNT | MS_BIND, 0)); symlink("/app/main.c", "/box/link"); TRY(open("/box/link", O_WRONLY)); symlink("/proc/1/root/etc", "/box/etc"); TRY(open("/box/etc/shadow", O_RDONLY)); TRY(open("/proc/self/exe", O_RDWR))',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: 'paths that lead up and out',
    ...py(
      'import os\nfor path in ["../../../../../../etc/shadow", "/proc/self/root/../../etc/shadow", "/proc/self/cwd/../root", "/app/../../etc/passwd", "/proc/thread-self/root/etc/passwd"]:\n try: os.open(path, os.O_RDONLY); print(path)\n except OSError: pass\nprint(sorted(os.listdir("/app")), os.listdir("/box"))',
    ),
    outcomes: ['ok'],
    stdout: "['main.py'] []\n",
  },
  {
    name: 'programs of others',
    ...bash(
      'shopt -s nullglob; for path in /tmp/* /box/* /app/../*boxes* /dev/shm/* /var/tmp/*; do echo "$path"; done',
    ),
    outcomes: ['ok'],
    stdout: '',
  },
]

const kernel: HostileProgram[] = [
  {
    name: 'sockets of every family',
    ...c(
      'for (int family = 0; family < 50; family++) for (int type = 1; type < 6; type++) { if (family != AF_UNIX && socket(family, type, 0) >= 0) printf("%d %d\\n", family, type); int ends[2]; if (family != AF_UNIX && socketpair(family, type, 0, ends) >= 0) printf("pair %d\\n", family); } if (socket(AF_UNIX, SOCK_STREAM, 0) < 0) puts("no local ones")',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: 'a network by its languages',
    ...js(
      'const net = require("net"); for (const host of ["127.0.0.1", "1.1.1.1", "::1"]) net.connect(80, host).on("connect", () => console.log(host)).on("error", () => {})',
    ),
    outcomes: ['ok'],
    stdout: '',
  },
  {
    name: 'namespaces within',
    ...c(
      'int flags[] = { CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP, 0x80 }; for (int n = 0; n < 8; n++) { if (unshare(flags[n]) == 0) printf("unshare %x\\n", flags[n]); if (flags[n] != 0x80) { long made = syscall(SYS_clone, flags[n] | SIGCHLD, 0, 0, 0, 0); if (made == 0) _exit(0); if (made > 0) printf("clone %x\\n", flags[n]); } uint64_t all[11] = { flags[n], 0, 0, 0, SIGCHLD }; long made = syscall(SYS_clone3, all, 64L); if (made == 0) _exit(0); if (made > 0) printf("clone3 %x\\n", flags[n]); } int own = open("/proc/self/ns/user", O_RDONLY), net = open("/proc/1/ns/net", O_RDONLY); TRY(setns(own, 0)); TRY(setns(net, 0))',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: 'mounting and another root',
    ...c(
      'mkdir("/box/m", 0700); TRY(mount("none", "/box/m", "tmpfs", 0, 0)); TRY(mount("none", "/box/m", "proc", 0, 0)); TRY(mount("/", "/box/m", 0, MS_BIND | MS_REC, 0)); TRY(chroot("/box/m")); TRY(syscall(SYS_pivot_root, "/box/m", "/box/m")); TRY(umount2("/proc", MNT_DETACH)); TRY(syscall(SYS_fsopen, "tmpfs", 0)); TRY(syscall(SYS_open_tree, AT_FDCWD, "/", 1)); TRY(mknod("/box/disk", S_IFBLK | 0600, 0x800)); TRY(mknod("/box/memory", S_IFCHR | 0600, 0x101)); TRY(syscall(SYS_name_to_handle_at, AT_FDCWD, "/", 0, 0, 0))',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  {
    name: 'calls that kernels have had holes in',
    ...c(
      'static char room[4096]; TRY(syscall(SYS_bpf, 0, room, 128)); TRY(syscall(SYS_perf_event_open, room, 0, -1, -1, 0)); TRY(syscall(SYS_userfaultfd, 1)); TRY(syscall(SYS_io_uring_setup, 8, room)); TRY(syscall(SYS_add_key, "user", "k", "x", 1, -3)); TRY(syscall(SYS_keyctl, 0, -3, 1)); TRY(syscall(SYS_request_key, "user", "k", 0, 0)); TRY(syscall(SYS_init_module, room, 99, "")); TRY(syscall(SYS_finit_module, 0, "", 0)); TRY(syscall(SYS_kexec_load, 0, 0, 0, 0)); TRY(syscall(SYS_reboot, 0xfee1dead, 0x28121969, 0, 0)); TRY(syscall(SYS_syslog, 3, room, 99)); TRY(syscall(SYS_sethostname, "x", 1)); TRY(syscall(SYS_swapon, "f", 0)); TRY(syscall(SYS_quotactl, 0, 0, 0, 0)); TRY(syscall(SYS_acct, 0)); TRY(syscall(SYS_vhangup)); TRY(syscall(SYS_personality, 0x0400000)); TRY(clock_settime(CLOCK_REALTIME, &(struct timespec){ 1 })); TRY(syscall(SYS_fanotify_init, 0, 0)); TRY(ioctl(0, TIOCSTI, "x")); TRY(prctl(PR_CAPBSET_READ, 21, 0, 0, 0) - 1); TRY(prctl(PR_SET_SECCOMP, 0, 0, 0, 0))',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
  ...(process.arch === 'x64'
    ? [
        {
          name: "calls by another machine's numbers",
          ...c('long result = 20; asm volatile("int $0x80" : "+a"(result)); printf("%ld\\n", result)'),
          outcomes: ['sandbox_violation'] as HostileProgram['outcomes'],
          stdout: '',
        },
        {
          name: 'calls of the x32 convention',
          ...c('printf("%ld\\n", syscall(0x40000000 | 101, 0, 0, 0, 0))'),
          outcomes: ['sandbox_violation'] as HostileProgram['outcomes'],
          stdout: '',
        },
      ]
    : []),
  {
    name: 'rights by set-uid programs and its own',
    ...c(
      'TRY(setuid(0)); TRY(setgid(0)); TRY(setresuid(0, 0, 0)); TRY(setgroups(1, &(gid_t){ 0 })); TRY(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) - 2); FILE *all = popen("id -u > me; cp /bin/bash b && chmod 6755 b && ./b -p -c \'[ $EUID = $(cat me) ] || echo $EUID\' 2>/dev/null; for f in su mount newuidmap sudo pkexec; do echo | $f root -c id 2>/dev/null; done", "r"); for (int byte; (byte = fgetc(all)) != EOF;) putchar(byte)',
      '#include <grp.h>',
    ),
    outcomes: ['ok'],
    stdout: '',
    isSharp: true,
  },
]

export const ESCAPES: HostileProgram[] = [...supervisor, ...host, ...kernel]
