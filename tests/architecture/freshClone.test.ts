import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const ours = Object.entries<string>(scripts).filter(([, command]) => command.startsWith('node scripts/'))
let folder: string

// A checkout without packages, and an npm that only says that it was called.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-clone-'))
  for (const name of ['package.json', 'package-lock.json', 'scripts'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho "npm was asked: $*"\nexit 7\n')
  chmodSync(join(folder, 'npm'), 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('knows the commands of package.json', () => {
  expect(ours.map(([name]) => name)).toEqual(expect.arrayContaining(['start', 'test', 'dev', 'engine']))
})

it.each(ours)('%s installs the packages before it needs one', (_name, command) => {
  const [script = '', ...rest] = command.split(' ').slice(1)
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
  const run = spawnSync(process.execPath, [script, ...rest], { cwd: folder, env, encoding: 'utf8' })
  expect(run.stdout + run.stderr).toContain('npm was asked: ci')
  expect(run.stdout + run.stderr).not.toContain('ERR_MODULE_NOT_FOUND')
  expect(run.status).not.toBe(0)
})
