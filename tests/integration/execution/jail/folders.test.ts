import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createJailExecutor } from '#api/execution/jail/executor.ts'
import { lockDirectory } from '#api/kit/lock.ts'

/** Folders of programs that a killed server has left. */

const folder = (prefix = 'holdfast-boxes-'): string => {
  const path = mkdtempSync(join(tmpdir(), prefix))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  writeFileSync(join(path, 'main.py'), 'print(1)')
  return path
}
const age = (path: string): void => utimesSync(path, 0, 0)

const jail = createJailExecutor({ slots: 1 })
const { languages } = await jail.describe()
await jail.close()

test.runIf(languages.length > 0)(
  'go with the next one that makes boxes, unless a process still has them',
  async () => {
    const [left, taken] = [folder(), folder()]
    const [halfMade, justNow] = [folder('holdfast-making-'), folder('holdfast-making-')]
    const free = lockDirectory(taken, 0)
    onTestFinished(() => free?.())
    age(halfMade)
    const next = createJailExecutor({ slots: 1 })
    await next.describe()
    await next.close()
    const all = [left, halfMade, taken, justNow]
    expect(all.map((path) => existsSync(path))).toEqual([false, false, true, true])
  },
)
