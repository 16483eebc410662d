import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createJailExecutor } from '#api/execution/jail/executor.ts'
import { findBoxTools } from '#api/execution/jail/find.ts'
import { bubblewrapArguments } from '#api/execution/jail/sandbox.ts'
import type { CaseResult } from '#api/execution/port.ts'
import { limitsFor } from '#runtimes/limits.ts'
import { runOne } from '../support.ts'
import { foldersOfBoxes, mountsOfBoxes, processesOfBoxes, strangeFiles } from './boxesLeft.ts'
import { bash, type HostileProgram, py } from './hostile.kind.ts'
import { HOSTILE } from './hostile.programs.ts'

/** Each hostile program once: how it ends, that nothing of it is left, and that the next program is none the worse. */

const isLong = process.env.HOLDFAST_EXAMS_TIMES !== undefined
const SOAK = 200
/** As many programs as the jail keeps ready; a file beside them would be a box's. */
const READY_PROGRAMS = 24
/** The server's own files for boxes: the filter of calls, and what takes types out. */
const KEPT = ['filter', 'wasm.js']
const BOX_USER = process.getuid?.() === 0 ? 64_511 : null

const before = new Set(foldersOfBoxes())
const jail = createJailExecutor({ slots: 1 })
afterAll(() => jail.close())
const { languages, lacks = [] } = await jail.describe()
const here = new Set(languages.map(({ id }) => id))
if (lacks.length > 0) console.log(`left out of the hostile programs: ${lacks.join('; ')}`)
const folder = foldersOfBoxes().find((name) => !before.has(name)) ?? 'no boxes'

const programs = HOSTILE.filter(({ languageId }) => here.has(languageId))

/** A program of Python with some work; a machine that something is left on takes longer for it. */
const honest = py('print(sum(n * n for n in range(300000)))')
const ANSWER = '8999955000050000\n'
/** So many times the slowest of the programs before, in one of a few tries: a machine that others use too is not a fault. */
const SLOWER = 8
const TRIES = 4
let usualMs = 0

async function runHonest(): Promise<number> {
  const began = performance.now()
  expect(await runOne(jail, honest)).toMatchObject({ outcome: 'ok', stdout: ANSWER, stderr: '' })
  return performance.now() - began
}

function hold(program: HostileProgram, result: CaseResult): void {
  const { outcomes, stdout, exitCode } = program
  expect(outcomes, `${result.message ?? ''} ${result.stderr.slice(-500)}`).toContain(result.outcome)
  if (typeof stdout === 'string') expect(result.stdout).toBe(stdout)
  if (stdout instanceof RegExp) expect(result.stdout).toMatch(stdout)
  if (exitCode !== undefined) expect(result.exitCode).toBe(exitCode)
  expect(result.stdout.length).toBeLessThanOrEqual(65_536)
  expect(result.compileOutput).not.toMatch(/root:/)
}

async function holdNothingLeft(): Promise<void> {
  await expect.poll(() => processesOfBoxes(folder), { timeout: 5000 }).toEqual([])
  const found = () =>
    readdirSync(join(tmpdir(), folder)).filter(
      (name) => !KEPT.includes(name) && !name.startsWith('holdfast.lock'),
    )
  expect(found().filter((name) => !name.startsWith('app-'))).toEqual([])
  await expect.poll(() => found().length, { timeout: 5000 }).toBeLessThanOrEqual(READY_PROGRAMS)
  expect(strangeFiles(BOX_USER)).toEqual([])
  expect(mountsOfBoxes(folder)).toEqual([])
}

async function holdNotSlower(): Promise<void> {
  let fastestMs = await runHonest()
  for (let n = 1; n < TRIES && fastestMs > SLOWER * usualMs; n++)
    fastestMs = Math.min(fastestMs, await runHonest())
  expect(fastestMs).toBeLessThan(SLOWER * usualMs)
}

async function holdAll(program: HostileProgram): Promise<void> {
  hold(program, await runOne(jail, program, '', { limits: program.limits }))
  await holdNothingLeft()
  await holdNotSlower()
}

// A machine without boxes has no hostile programs in them.
describe.runIf(here.has('python'))('a hostile program in a box', () => {
  beforeAll(async () => {
    await runHonest()
    usualMs = Math.max(await runHonest(), await runHonest(), await runHonest())
  })

  test.each(programs.filter(({ isSharp }) => isLong || isSharp))('$languageId: $name', holdAll)

  test('leaves nothing to the next test of its submission', async () => {
    const program = py(
      'import os\npaths = [folder + "/hostile-file" for folder in ["/box", "/tmp", "/dev/shm", "/app", "/dev", "/proc/1"]]\nfor path in paths:\n if os.path.lexists(path): print("found", path)\nfor path in paths:\n try: open(path, "w").write("x")\n except OSError: pass\nif os.fork() == 0:\n os.setsid()\n while True: os.sched_yield()\nprint(len([name for name in os.listdir("/proc") if name.isdigit()]))',
    )
    const cases = ['a', 'b', 'c'].map((id) => ({ id, stdin: '' }))
    const seen: string[] = []
    for await (const { stdout } of jail.execute(program, cases, {})) seen.push(stdout)
    expect(seen).toEqual(['3\n', '3\n', '3\n'])
    await holdNothingLeft()
  })

  test("finds none of the server's descriptors", async () => {
    const tools = await findBoxTools(process.arch)
    if (typeof tools === 'string') throw new Error(tools)
    const [filter, inherited] = [openSync(tools.filter, 'r'), openSync('/proc/self/stat', 'r')]
    const limits = { ...limitsFor(), ownBytes: 0, isRoomy: false, stackBytes: null, processes: 8 }
    const script = 'for n in 3 4 5 6 7 8 9; do [ -e /proc/self/fd/$n ] && echo $n; done; echo done'
    const box = spawnSync(
      tools.bubblewrap,
      bubblewrapArguments(
        {
          command: ['/bin/sh', '-c', script],
          app: tools.folder,
          isCompiling: false,
          needs: [],
          environment: {},
          limits,
        },
        { ...tools, seccomp: 4 },
      ),
      {
        stdio: ['ignore', 'pipe', 'pipe', 'pipe', filter, inherited, inherited],
        env: {},
        ...(tools.user !== null && { uid: tools.user, gid: tools.user }),
      },
    )
    for (const descriptor of [filter, inherited]) closeSync(descriptor)
    expect(String(box.stdout)).toBe('done\n')
  })

  test.runIf(here.has('bash'))('ends with its own status, whichever it is', async () => {
    const all = Array.from({ length: 256 }, (_, n) => n)
    const statuses = isLong ? all : [0, 1, 98, 99, 137, 255]
    const cases = statuses.map((n) => ({ id: String(n), stdin: String(n) }))
    for await (const result of jail.execute(bash('read n; exit $n'), cases, {}))
      expect(result).toMatchObject({
        exitCode: Number(result.caseId),
        signal: null,
        outcome: result.caseId === '0' ? 'ok' : 'runtime_error',
      })
  })

  test.runIf(isLong)(
    `leaves nothing after ${SOAK} of them, drawn at random`,
    { timeout: 1_800_000 },
    async () => {
      const seed = Math.floor(Math.random() * 2 ** 31)
      let state = seed
      const draw = (): HostileProgram => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
        return programs[Math.floor((state / 2 ** 31) * programs.length)] as HostileProgram
      }
      for (let n = 0; n < SOAK; n++) {
        const program = draw()
        try {
          await holdAll(program)
        } catch (error) {
          throw new Error(`seed ${seed}, draw ${n}, ${program.languageId}: ${program.name}`, { cause: error })
        }
      }
    },
  )
})
