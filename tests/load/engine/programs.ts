/** Programs of a known amount of work, which their standard input names, and what they print. */

const SIEVE = {
  cpp: `#include <iostream>
#include <vector>
int main() {
  int most, rounds;
  std::cin >> most >> rounds;
  int primes = 0;
  while (rounds-- > 0) {
    std::vector<int> marked(most + 1, 0);
    primes = 0;
    for (int n = 2; n <= most; n++) {
      if (marked[n]) continue;
      primes++;
      for (long m = (long)n * n; m <= most; m += n) marked[m] = n;
    }
  }
  std::cout << primes << "\\n";
}
`,
  python: `most, rounds = map(int, input().split())
for _ in range(rounds):
    marked = [False] * (most + 1)
    primes = 0
    for n in range(2, most + 1):
        if marked[n]:
            continue
        primes += 1
        m = n * n
        while m <= most:
            marked[m] = True
            m += n
print(primes)
`,
  javascript: `const [most, rounds] = require('fs').readFileSync(0, 'utf8').trim().split(' ').map(Number)
let primes = 0
for (let round = 0; round < rounds; round++) {
  const marked = new Int32Array(most + 1)
  primes = 0
  for (let n = 2; n <= most; n++) {
    if (marked[n]) continue
    primes++
    for (let m = n * n; m <= most; m += n) marked[m] = n
  }
}
console.log(primes)
`,
} as const

export type BenchLanguage = keyof typeof SIEVE
export const BENCH_LANGUAGES = Object.keys(SIEVE) as BenchLanguage[]
export const sieve = (language: BenchLanguage): string => SIEVE[language]

/** Inputs of a sieve: numbers to look through, and how often. */
export const WORK = {
  /** About a second of processor time. */
  second: { cpp: '1000000 470', python: '2000000 2', javascript: '1000000 180' },
  /** About a tenth, as most tests of a problem take. */
  test: { cpp: '1000000 20', python: '200000 2', javascript: '1000000 14' },
  /** Enough for an engine that is many times slower. */
  embedded: { python: '600000 1', javascript: '1000000 8' },
} as const

export const IDLE: Readonly<Record<BenchLanguage, string>> = {
  cpp: 'int main() {}\n',
  python: '',
  javascript: '',
}

export const ENDLESS = 'for (;;) {}\n'
export const ASLEEP = 'setTimeout(() => {}, 60_000)\n'
