import type { Limits, Outcome } from '#api/execution/port.ts'

/** A program of a native language with what a box must make of it. */
export interface NativeProgram {
  languageId: string
  name: string
  source: string
  stdin?: string
  limits?: Partial<Limits>
  outcome: Outcome
  stdout?: string
  /** Somewhere on its standard error, or in what the compiler said. */
  says?: RegExp
  exitCode?: number
  signal?: string
}

const MiB = 1024 * 1024
/** Enough for a busy machine; what must end by a limit gets less. */
const brief: Partial<Limits> = { cpuMs: 250 }
const narrow: Partial<Limits> = { memoryBytes: 64 * MiB }

type Kind = Omit<NativeProgram, 'languageId' | 'source'>

/** The same questions to every language. */
const KINDS = {
  sum: { name: 'sum of standard input', stdin: '19 23', outcome: 'ok', stdout: '42\n', exitCode: 0 },
  broken: { name: 'cannot be read', outcome: 'compile_error', says: /./ },
  exit: { name: 'exit code', outcome: 'runtime_error', exitCode: 7 },
  loop: { name: 'endless loop', limits: brief, outcome: 'time_limit' },
  memory: { name: 'memory', limits: narrow, outcome: 'memory_limit' },
  output: { name: 'endless output', outcome: 'output_limit' },
  deep: { name: 'recursion of 100,000', outcome: 'ok', stdout: '100000\n' },
} as const satisfies Record<string, Kind>

const of = (languageId: string, sources: Partial<Record<keyof typeof KINDS, string>>): NativeProgram[] =>
  Object.entries(sources).map(([kind, source]) => ({
    ...KINDS[kind as keyof typeof KINDS],
    languageId,
    source,
  }))

const java = (body: string): string =>
  `import java.util.*;\npublic class Answer {\n  static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }\n  public static void main(String[] given) throws Exception { ${body} }\n}`
const kotlin = (body: string): string =>
  `fun deep(n: Int): Int = if (n == 0) 0 else 1 + deep(n - 1)\nfun main() { ${body} }`
const csharp = (body: string): string =>
  `using System;\nusing System.Collections.Generic;\nusing System.Linq;\nclass Program {\n  static int Deep(int n) { return n == 0 ? 0 : 1 + Deep(n - 1); }\n  static void Main() { ${body} }\n}`
const c = (body: string): string =>
  `#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint deep(int n) { volatile char room[200]; room[0] = n; return n == 0 ? 0 : 1 + deep(n - 1) + 0 * room[0]; }\nint main(void) { ${body} }`
const cpp = (body: string): string =>
  `#include <iostream>\n#include <stdexcept>\n#include <vector>\nusing namespace std;\nint main() { ${body} }`
const go = (body: string, ...packages: string[]): string =>
  `package main\nimport (${packages.map((name) => `"${name}"`).join('; ')})\nfunc deep(n int) int { if n == 0 { return 0 }; return 1 + deep(n-1) }\nfunc main() { ${body} }`
const rust = (body: string): string =>
  `fn deep(n: u32) -> u32 { if n == 0 { 0 } else { 1 + deep(n - 1) } }\nfn main() { ${body} }`

export const NATIVE: NativeProgram[] = [
  ...of('c', {
    sum: c('int a, b; scanf("%d %d", &a, &b); printf("%d\\n", a + b);'),
    broken: c('int a = ;'),
    exit: c('return 7;'),
    loop: c('for (volatile int n = 0;; n++);'),
    memory: c('for (;;) { char *more = malloc(1 << 20); if (!more) abort(); memset(more, 1, 1 << 20); }'),
    output: c('for (;;) puts("on and on");'),
    deep: c('printf("%d\\n", deep(100000));'),
  }),
  {
    languageId: 'c',
    name: 'what stands nowhere in memory',
    source: c('*(volatile int *)0 = 1;'),
    outcome: 'runtime_error',
    signal: 'SIGSEGV',
  },
  ...of('cpp', {
    sum: cpp('int a, b; cin >> a >> b; try { throw a + b; } catch (int sum) { cout << sum << endl; }'),
    broken: cpp('auto a = ;'),
    exit: cpp('exit(7);'),
    memory: cpp('vector<vector<int>> all; for (;;) all.emplace_back(100000, 1);'),
  }),
  {
    languageId: 'cpp',
    name: 'an exception that nobody catches',
    source: cpp('throw out_of_range("no luck");'),
    outcome: 'runtime_error',
    signal: 'SIGABRT',
    says: /no luck/,
  },
  {
    languageId: 'cpp',
    name: 'threads',
    source:
      '#include <iostream>\n#include <thread>\n#include <vector>\nint main() { std::vector<std::thread> all; for (int n = 0; n < 8; n++) all.emplace_back([] {}); for (auto &one : all) one.join(); std::cout << all.size() << std::endl; }',
    outcome: 'ok',
    stdout: '8\n',
  },
  {
    languageId: 'python',
    name: 'threads',
    source:
      'import threading\nwait = threading.Barrier(9)\nall = [threading.Thread(target=wait.wait) for _ in range(8)]\nfor one in all: one.start()\nwait.wait()\nfor one in all: one.join()\nprint(len(all))',
    outcome: 'ok',
    stdout: '8\n',
  },
  ...of('java', {
    sum: java('Scanner in = new Scanner(System.in); System.out.println(in.nextInt() + in.nextInt());'),
    broken: java('int a = ;'),
    exit: java('System.exit(7);'),
    loop: java('for (long n = 0;; n++) if (n < 0) System.out.println(n);'),
    memory: java('List<int[]> all = new ArrayList<>(); for (;;) all.add(new int[100000]);'),
    deep: java('System.out.println(deep(100000));'),
  }),
  ...of('kotlin', {
    sum: kotlin('val (a, b) = readLine()!!.split(" ").map { it.toInt() }; println(a + b)'),
    broken: kotlin('val a = ;'),
    exit: kotlin('System.exit(7)'),
    loop: kotlin('var n = 0L; while (true) { n++; if (n < 0) println(n) }'),
    memory: kotlin('val all = ArrayList<IntArray>(); while (true) all.add(IntArray(100000))'),
    deep: kotlin('println(deep(100000))'),
  }),
  ...of('csharp', {
    sum: csharp("Console.WriteLine(Console.ReadLine().Split(' ').Select(int.Parse).Sum());"),
    broken: csharp('int a = ;'),
    exit: csharp('Environment.Exit(7);'),
    loop: csharp('for (long n = 0;; n++) if (n < 0) Console.WriteLine(n);'),
    memory: csharp(
      'var all = new List<int[]>(); for (;;) { var one = new int[100000]; one[9] = 1; Array.Fill(one, 1); all.Add(one); }',
    ),
    output: csharp('for (;;) Console.WriteLine("on and on");'),
    deep: csharp('Console.WriteLine(Deep(100000));'),
  }),
  {
    languageId: 'csharp',
    name: 'an exception that nobody catches',
    source: csharp('throw new InvalidOperationException("no luck");'),
    outcome: 'runtime_error',
    says: /InvalidOperationException: no luck/,
  },
  ...of('go', {
    sum: go('var a, b int; fmt.Scan(&a, &b); fmt.Println(a + b)', 'fmt'),
    broken: go('a := ', 'fmt'),
    exit: go('os.Exit(7)', 'os'),
    memory: go(
      'all := [][]byte{}; for { one := make([]byte, 1<<20); for i := range one { one[i] = 1 }; all = append(all, one) }; fmt.Println(all)',
      'fmt',
    ),
    deep: go('fmt.Println(deep(100000))', 'fmt'),
  }),
  ...of('rust', {
    sum: rust(
      'let mut all = String::new(); std::io::Read::read_to_string(&mut std::io::stdin(), &mut all).unwrap(); println!("{}", all.split_whitespace().map(|n| n.parse::<i64>().unwrap()).sum::<i64>());',
    ),
    broken: rust('let a = ;'),
    exit: rust('std::process::exit(7);'),
    deep: rust('println!("{}", deep(100000));'),
  }),
  ...of('bash', {
    sum: 'read a b; echo $((a + b))',
    exit: 'exit 7',
    loop: 'while :; do :; done',
    output: 'while :; do echo on and on; done',
  }),
  ...of('ruby', {
    sum: 'puts gets.split.map(&:to_i).sum',
    broken: 'puts (',
    exit: 'exit 7',
    memory: 'all = []; loop { all << "x" * 1_000_000 }',
  }),
  ...of('php', {
    sum: '<?php [$a, $b] = explode(" ", trim(fgets(STDIN))); echo $a + $b, "\\n";',
    broken: '<?php $a = ;',
    exit: '<?php exit(7);',
    memory: '<?php $all = []; for (;;) $all[] = str_repeat("x", 1000000);',
  }),
  ...of('lua', {
    sum: 'local a, b = io.read("n", "n") print(a + b)',
    broken: 'local a = = 1',
    exit: 'os.exit(7)',
    memory: 'local all = {} for n = 1, math.huge do all[n] = string.rep("x", 1000000) .. n end',
  }),
]
