import { c, cpp, go, type HostileProgram, java, MiB, rust } from './hostile.kind.ts'

/** The same three floods in every language, and programs that go for their compilers. */

const main = (body: string): string =>
  `import java.util.*;\npublic class Main { public static void main(String[] given) throws Exception { ${body} } }`

const KINDS = {
  // A language that takes a refused process for an error ends with it; a large one has used up its memory before, and one
  // that talks to its processes by sockets has used up those.
  forks: {
    limits: { cpuMs: 100 },
    outcomes: ['time_limit', 'runtime_error', 'memory_limit', 'sandbox_violation', 'ok'],
  },
  memory: { limits: { memoryBytes: 64 * MiB }, outcomes: ['memory_limit'] },
  output: { outcomes: ['output_limit'] },
} as const

const SOURCES: Record<string, Record<keyof typeof KINDS, string>> = {
  c: {
    forks: '#include <unistd.h>\nint main(void) { for (;;) fork(); }',
    memory:
      '#include <stdlib.h>\n#include <string.h>\nint main(void) { for (;;) memset(malloc(1 << 20), 1, 1 << 20); }',
    output: '#include <stdio.h>\nint main(void) { for (;;) puts("on and on"); }',
  },
  cpp: {
    forks: '#include <unistd.h>\nint main() { for (;;) fork(); }',
    memory:
      '#include <list>\n#include <string>\nint main() { std::list<std::string> all; for (;;) all.emplace_back(100000, 1); }',
    output: '#include <iostream>\nint main() { for (;;) std::cout << "on and on" << std::endl; }',
  },
  java: {
    forks: main('for (;;) new ProcessBuilder("sleep", "100").start();'),
    memory: main('List<long[]> all = new ArrayList<>(); for (;;) all.add(new long[100000]);'),
    output: main('for (;;) System.out.println("on and on");'),
  },
  go: {
    forks: 'package main\nimport "os/exec"\nfunc main() { for { exec.Command("sleep", "100").Start() } }',
    memory:
      'package main\nfunc main() { all := [][]byte{}; for { one := make([]byte, 1<<20); for i := range one { one[i] = 1 }; all = append(all, one) } }',
    output: 'package main\nimport "os"\nfunc main() { for { os.Stdout.WriteString("on and on\\n") } }',
  },
  rust: {
    forks: 'fn main() { loop { let _ = std::process::Command::new("sleep").arg("100").spawn(); } }',
    memory: 'fn main() { let mut all = Vec::new(); loop { all.push(vec![1u8; 1 << 20]); } }',
    output: 'fn main() { loop { println!("on and on"); } }',
  },
  python: {
    forks: 'import os\nwhile True:\n try: os.fork()\n except OSError: pass',
    memory: 'all = []\nwhile True: all.append(bytearray(10**6))',
    output: 'while True: print("on and on")',
  },
  javascript: {
    forks:
      'const { spawn } = require("child_process"); for (;;) spawn("sleep", ["100"]).on("error", () => {})',
    memory: 'const all = []; for (;;) all.push(new Array(100000).fill(1))',
    output: 'const { writeSync } = require("fs"); for (;;) { try { writeSync(1, "on and on\\n") } catch {} }',
  },
  bash: {
    forks: 'bomb() { bomb | bomb & }; bomb; while :; do :; done',
    memory: 'all=x; while :; do all=$all$all; done',
    output: 'while :; do echo on and on; done',
  },
  ruby: {
    forks: 'loop { begin; fork { sleep 100 }; rescue SystemCallError; end }',
    memory: 'all = []; loop { all << "x" * 1_000_000 }',
    output: 'loop { puts "on and on" }',
  },
  php: {
    forks: '<?php for (;;) { $all[] = @proc_open("sleep 100", [], $none); }',
    memory: '<?php for (;;) $all[] = str_repeat("x", 1000000);',
    output: '<?php for (;;) echo "on and on\\n";',
  },
  lua: {
    forks: 'local all = {} while true do all[#all + 1] = io.popen("sleep 100") end',
    memory: 'local all = {} for n = 1, math.huge do all[n] = string.rep("x", 1000000) .. n end',
    output: 'while true do print("on and on") end',
  },
}

/** These need no compiler, and are what most candidates write or the quickest to flood. */
const OFTEN = new Set(['python', 'bash'])

const floods: HostileProgram[] = Object.entries(SOURCES).flatMap(([languageId, sources]) =>
  Object.entries(sources).map(([kind, source]): HostileProgram => {
    const { outcomes, ...rest } = KINDS[kind as keyof typeof KINDS]
    return {
      name: kind,
      languageId,
      source,
      ...rest,
      outcomes: [...outcomes],
      isSharp: OFTEN.has(languageId),
    }
  }),
)

const refused = (
  name: string,
  program: Pick<HostileProgram, 'languageId' | 'source'>,
  isSharp = false,
): HostileProgram => ({
  name,
  ...program,
  outcomes: ['compile_error'],
  isSharp,
})

const compilers: HostileProgram[] = [
  refused("the host's passwords, included", c('', '#include "/etc/shadow"'), true),
  refused("the host's passwords, as bytes", c('', 'asm(".incbin \\"/etc/shadow\\"");'), true),
  refused(
    "the host's passwords, as a text",
    rust('fn main() { println!("{}", include_str!("/etc/passwd")) }'),
  ),
  refused('a file without an end, included', c('', '#include "/dev/urandom"')),
  refused('itself, included', c('', '#include __FILE__')),
  refused('a program as large as a disk', c('puts(all)', 'char all[1L << 33] = { 1 };')),
  refused('a program larger than programs may be', c('puts(all)', 'char all[100 << 20] = { 1 };')),
  refused('assembler that fills the disk', c('', 'asm(".fill 1 << 33");')),
  refused(
    'macros that double',
    c(
      `puts(A${29})`,
      `#define A0 "x"\n${Array.from({ length: 29 }, (_, n) => `#define A${n + 1} A${n} A${n}`).join('\n')}`,
    ),
  ),
  refused(
    'templates that double',
    cpp(
      'template <int N, int M> struct T { static const long long v = T<N - 1, 2 * M>::v + T<N - 1, 2 * M + 1>::v; }; template <int M> struct T<0, M> { static const long long v = M; }; int main() { return T<24, 1>::v; }',
    ),
  ),
  refused(
    'a template without an end',
    cpp('template <int N> struct T { T<N + 1> next; }; T<0> all; int main() {}'),
  ),
  refused(
    'a constant without an end',
    cpp('constexpr int f() { int n = 0; for (;;) n ^= 1; return n; } constexpr int x = f(); int main() {}'),
  ),
  refused(
    'a constant without an end',
    rust(
      'const N: u64 = { let mut n = 0u64; loop { n = n.wrapping_add(1); if n == 0 { break } } n };\nfn main() { println!("{}", N) }',
    ),
  ),
  refused(
    'an array as large as a disk',
    go('package main\nvar all [1 << 40]byte\nfunc main() { all[0] = 1; println(all[1]) }'),
  ),
  refused(
    'a constant that doubles',
    java(
      `@interface Note { String value(); }\npublic class Main { static final String s0 = "xxxxxxxxxxxxxxxx"; ${Array.from({ length: 26 }, (_, n) => `static final String s${n + 1} = s${n} + s${n};`).join(' ')} @Note(s26) public static void main(String[] given) {} }`,
    ),
  ),
]

export const LANGUAGES: HostileProgram[] = [...floods, ...compilers]
