import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programs, waitFor } from '../factories/index.ts'
import { allJudged, type BoxServer, boxes, enter, startBoxServer, submit } from './boxServer.ts'

/** A server whose programs run in boxes: everybody submits at the same moment, and everything that can be killed is. */

const isLong = process.env.HOLDFAST_EXAMS_TIMES !== undefined
const KINDS = ['server', 'bubblewrap', 'supervisor'] as const
/** Kills of each kind. */
const ROUNDS = isLong ? 10 : 1

/** Sleeps, so that a kill finds it at work without taking a processor from anybody: in its first test longer than a box may outlive its server. */
const GONE_WITHIN_MS = 2_000
const SLOW = `import time
numbers, word = input(), input()
time.sleep(2.5 if word == 'sample' else 0.1)
print(sum(map(int, numbers.split())))
print(word[::-1])
`
const SLOW_IN_NODE = `const [numbers, word] = require('fs').readFileSync(0, 'utf8').trim().split('\\n')
setTimeout(() => {
  console.log(numbers.split(' ').reduce((sum, n) => sum + Number(n), 0))
  console.log([...word].reverse().join(''))
}, word === 'sample' ? 2500 : 100)
`

const [SUBMISSIONS, TESTS, WRITERS] = isLong ? [60, 6, 5] : [10, 3, 2]
const SAVE_EVERY_MS = 50
const P99_MS = 300

const RIGHT: Readonly<Record<string, string>> = {
  python: 'print(sum(map(int, input().split())))\nprint(input()[::-1])\n',
  bash: `read -r all; read -r word; sum=0; for n in $all; do ((sum += n)); done; echo $sum; while [ "$word" ]; do printf %s "\${word: -1}"; word=\${word%?}; done; echo\n`,
  javascript: programs.right,
  cpp: '#include <bits/stdc++.h>\nint main() { std::string line, word; std::getline(std::cin, line); std::cin >> word; std::istringstream all(line); long sum = 0, n; while (all >> n) sum += n; std::reverse(word.begin(), word.end()); std::cout << sum << "\\n" << word << "\\n"; }\n',
}
/** Node and the compiler take more of the machine than the whole small run may. */
const SHORT = ['python', 'bash']

const { languages, lacks = [] } = boxes
const hasPython = languages.some(({ id }) => id === 'python')
const used = Object.keys(RIGHT).filter(
  (id) => languages.some((one) => one.id === id) && (isLong || SHORT.includes(id)),
)
if (languages.length === 0) console.log(`left out of the programs in boxes of a server: ${lacks.join('; ')}`)

let at: BoxServer
beforeAll(async () => {
  const candidates = SUBMISSIONS + WRITERS + ROUNDS * KINDS.length
  if (languages.length > 0) at = await startBoxServer({ candidates, moreTests: TESTS - 3 })
})
afterAll(() => at?.remove())

test.runIf(used.length > 0)(
  `${SUBMISSIONS} submissions of ${TESTS} tests at once: no false time limit, and saves go on`,
  { timeout: 300_000 },
  async () => {
    const devices = []
    for (const who of at.org.candidates.slice(0, SUBMISSIONS + WRITERS)) devices.push(await enter(at, who))
    const crowd = devices.slice(0, SUBMISSIONS)
    const [question] = at.org.questions
    const took: number[] = []
    let isOver = false
    const writing = devices.slice(SUBMISSIONS).map(async (device) => {
      while (!isOver) {
        const options = [...question.right, ...question.wrong]
        device.write('mcq_save', `mcq:${question.id}`, {
          question_id: question.id,
          selected_options: [options[device.head.seq % options.length]],
        })
        const begun = performance.now()
        await device.sync()
        took.push(performance.now() - begun)
        await new Promise((resolve) => setTimeout(resolve, SAVE_EVERY_MS))
      }
    })
    await Promise.all(
      crowd.map((device, n) => {
        const language = used[n % used.length] ?? 'javascript'
        return submit(device, at, language, RIGHT[language] ?? '')
      }),
    )
    took.length = 0
    const verdicts = await allJudged(at, SUBMISSIONS)
    isOver = true
    await Promise.all(writing)
    expect(verdicts).toEqual(
      crowd.map(() => ({ status: 'accepted', tests: TESTS, outcomes: 'passed', jobs: 1 })),
    )
    const p99 = took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.99) - 1] ?? Infinity
    if (isLong) console.log(`${took.length} saves meanwhile, p99 ${p99.toFixed(0)} ms`)
    // On a machine that is busy with something else, as many times longer as an empty program takes there.
    // Beside other browsers and killed servers nothing is as quick as it can be.
    if (isLong) expect(p99).toBeLessThanOrEqual(P99_MS * Math.max(1, emptyProgramMs() / 200))
  },
)

test.runIf(languages.length > 0)(
  `${ROUNDS * KINDS.length} kills while boxes run: each test has one verdict, and nothing of a box is left`,
  { timeout: 60_000 + ROUNDS * 60_000 },
  async () => {
    const before = at.rows('SELECT id FROM submissions').length
    const victims = at.org.candidates.slice(SUBMISSIONS + WRITERS)
    for (const [n, who] of victims.entries()) {
      const kind = KINDS[n % KINDS.length] ?? 'server'
      const language = hasPython ? 'python' : 'javascript'
      await submit(await enter(at, who), at, language, hasPython ? SLOW : SLOW_IN_NODE)
      if (isLong) await new Promise((resolve) => setTimeout(resolve, Math.random() * 3_000))
      const box = await waitFor('a box', () => boxOf(at), { every: 2 })
      if (kind === 'server') {
        await at.server().kill('SIGKILL')
        await waitFor('the end of all that was in boxes', () => at.processes().length === 0, {
          within: GONE_WITHIN_MS,
        })
        await at.start()
        await waitFor('the one folder of the server of now', () => at.folders().length === 1)
      } else {
        killed(kind === 'bubblewrap' ? box.bubblewrap : box.supervisor)
        await allJudged(at, before + n + 1)
      }
    }
    const verdicts = (await allJudged(at, before + victims.length)).slice(before)
    expect(verdicts).toEqual(
      victims.map(() => ({ status: 'accepted', tests: TESTS, outcomes: 'passed', jobs: 1 })),
    )
    // The kills struck: jobs were tried again for them.
    const faults = at.rows<{ n: number }>('SELECT count(*) AS n FROM jobs WHERE last_fault IS NOT NULL')
    if (!isLong) expect(faults).toEqual([{ n: 2 }])
    expect([...at.processes(), ...at.groups()]).toEqual([])
  },
)

interface Box {
  bubblewrap: number
  supervisor: number
}

/** A box with its program at work: bubblewrap, the first process within, and the program. */
function boxOf(at: BoxServer): Box | null {
  const parents = new Map(pids().map((pid) => [pid, parentOf(pid)]))
  const childOf = (of: number) => [...parents].find(([, parent]) => parent === of)?.[0]
  const bubblewrap = childOf(at.server().child.pid ?? 0)
  const supervisor = bubblewrap && childOf(bubblewrap)
  const program = supervisor && childOf(supervisor)
  return bubblewrap && supervisor && program ? { bubblewrap, supervisor } : null
}

const pids = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger)

function parentOf(pid: number): number {
  try {
    return Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself meanwhile.
  }
}

function emptyProgramMs(): number {
  const times = [0, 1, 2].map(() => {
    const from = performance.now()
    spawnSync(process.execPath, ['-e', ''])
    return performance.now() - from
  })
  return times.toSorted((a, b) => a - b)[1] ?? 0
}
