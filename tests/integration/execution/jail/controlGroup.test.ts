import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { controlGroups, ownGroup } from '#api/execution/jail/controlGroup.ts'
import { createJailExecutor } from '#api/execution/jail/executor.ts'
import { runOne } from '../support.ts'
import { groupsOfBoxes } from './boxesLeft.ts'

/** Boxes with control groups of their own, where this machine gives this process some to give. */

const MiB = 1024 * 1024
const mount = (root: string, at: string, kind = 'cgroup2'): string =>
  `35 24 0:30 ${root} ${at} rw,nosuid,nodev,noexec,relatime shared:9 - ${kind} cgroup rw\n`

test.each([
  [
    'a service',
    mount('/', '/sys/fs/cgroup'),
    '0::/system.slice/holdfast.service\n',
    '/sys/fs/cgroup/system.slice/holdfast.service',
  ],
  ['a container that sees its own alone', mount('/', '/sys/fs/cgroup'), '0::/\n', '/sys/fs/cgroup/'],
  [
    'a container that sees all names',
    mount('/docker/1f', '/sys/fs/cgroup'),
    '0::/docker/1f/a\n',
    '/sys/fs/cgroup/a',
  ],
  ['another one’s mount', mount('/docker/1f', '/sys/fs/cgroup'), '0::/docker/1fa\n', null],
  ['a group outside of what it sees', mount('/', '/sys/fs/cgroup'), '0::/../other\n', null],
  [
    'both versions',
    mount('/', '/sys/fs/cgroup/memory', 'cgroup') + mount('/', '/sys/fs/cgroup/unified'),
    '4:memory:/a\n0::/b\n',
    '/sys/fs/cgroup/unified/b',
  ],
  ['version 1 alone', mount('/', '/sys/fs/cgroup/memory', 'cgroup'), '4:memory:/a\n', null],
  ['none', '', '', null],
])('%s: the folder of its own group', (_, mounts, groups, folder) => {
  expect(ownGroup(mounts, groups)).toBe(folder)
})

test('the unit of the engine service hands its control groups on, and outlives a box that takes too much', () => {
  const unit = readFileSync(new URL('../../../../deploy/holdfast-engine.service', import.meta.url), 'utf8')
  const settings = new Map(unit.split('\n').map((line) => [line.split('=', 1)[0], line.split('=')[1]]))
  expect(settings.get('Delegate')?.split(' ')).toEqual(expect.arrayContaining(['memory', 'pids']))
  expect(settings.get('OOMPolicy')).toBe('continue')
  // It would make them read-only.
  expect(settings.get('ProtectControlGroups')).toBeUndefined()
})

const groups = controlGroups()
const jail = createJailExecutor({ slots: 1 })
afterAll(() => jail.close())
const { languages, isolation } = await jail.describe()
const has = (id: string): boolean => languages.some((one) => one.id === id)
if (typeof groups === 'string') console.log(`left out of the boxes with control groups: ${groups}`)

const left = () => groupsOfBoxes([process.pid])

test.runIf(typeof groups === 'string' && languages.length > 0)('the words say why boxes have none', () => {
  expect(isolation).toBe(`boxes without control groups (${groups})`)
  expect(languages.map(({ engine }) => engine).filter((one) => !one.startsWith('jail/'))).toEqual([])
})

describe.runIf(typeof groups !== 'string' && has('bash') && has('python'))('in a control group', () => {
  const bash = (source: string) => ({ languageId: 'bash', source })
  const python = (source: string) => ({ languageId: 'python', source })

  test('a program runs, its verdict names the way, and it has no descriptor of the group', async () => {
    const result = await runOne(jail, bash('echo /proc/self/fd/*'))
    expect(result).toMatchObject({ outcome: 'ok' })
    expect(
      result.stdout
        .trim()
        .split(' ')
        .map((path) => path.split('/').at(-1))
        .filter((n) => Number(n) > 3 && Number(n) < 10),
    ).toEqual([])
    expect(result.engine).toMatch(/^jail\+cgroup\/bash-\d/)
    expect(isolation).toBe('boxes with control groups')
    expect(left()).toEqual([])
  })

  test('memory of all its processes together counts, and is told', async () => {
    const limits = { memoryBytes: 64 * MiB, cpuMs: 20_000 }
    const takes = (mb: number) =>
      python(
        `import os\nfor n in range(4):\n if os.fork() == 0:\n  held = b"x" * (${mb} << 20)\n  import time; time.sleep(0.5); os._exit(0)\nfor n in range(4): os.wait()\nprint("done")`,
      )
    const fits = await runOne(jail, takes(6), '', { limits })
    expect(fits).toMatchObject({ outcome: 'ok', stdout: 'done\n' })
    expect(fits.memoryBytes).toBeGreaterThan(24 * MiB)
    expect(fits.memoryBytes).toBeLessThan(80 * MiB)
    expect(await runOne(jail, takes(30), '', { limits })).toMatchObject({ outcome: 'memory_limit' })
    expect(left()).toEqual([])
  })

  test('a program at its limit is ended, and not left to read its own files again and again', async () => {
    const program = python(
      'held = []\nfor n in range(72): held.append(b"x" * (1 << 20))\nimport time; time.sleep(20)',
    )
    const limits = { memoryBytes: 64 * MiB, cpuMs: 20_000 }
    expect(await runOne(jail, program, '', { limits })).toMatchObject({ outcome: 'memory_limit' })
  })

  test('files in memory count too', async () => {
    const program = python(
      'open("/box/f", "wb").write(b"x" * (30 << 20)); held = b"x" * (50 << 20); print(len(held))',
    )
    const limits = { memoryBytes: 64 * MiB, fileBytes: 48 * MiB, cpuMs: 20_000 }
    expect(await runOne(jail, program, '', { limits })).toMatchObject({ outcome: 'memory_limit' })
  })

  test('brief processes that nobody waits for count in full', async () => {
    const program = bash('while :; do (for ((n = 0; n < 500; n++)); do :; done) & done')
    const result = await runOne(jail, program, '', { limits: { cpuMs: 500, wallMs: 60_000 } })
    expect(result).toMatchObject({ outcome: 'time_limit' })
    expect(result.cpuMs).toBeGreaterThan(450)
    expect(result.cpuMs).toBeLessThan(1_000)
    expect(left()).toEqual([])
  })
})
