import { spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '../factories/index.ts'

/** The built engine service as a person starts it: what it says to a slip. */

const entry = join(fileURLToPath(new URL('../../', import.meta.url)), 'dist/server/main.mjs')
const start = (...args: string[]) =>
  spawnSync(process.execPath, [entry, 'engine', ...args], { encoding: 'utf8' })

const WRONG: [string[], string][] = [
  [['--port', 'abc'], "--port takes a whole number from 0 to 65535, not 'abc'."],
  [['--port', '70000'], "--port takes a whole number from 0 to 65535, not '70000'."],
  [['--port', '-1'], '--port'],
  [['--port=1e3'], "not '1e3'"],
  [['--slots', '0'], "--slots takes a whole number from 1 to 64, not '0'."],
  [['--speed', '9'], "'--speed'. It takes: holdfast engine [--port 2000]"],
  [['2000'], "'2000' is more than engine takes. It takes: holdfast engine [--port 2000]"],
]
/** Each starts the program; the short run tries a wrong value and a wrong option of every kind once. */
const tried = process.env.HOLDFAST_EXAMS_TIMES === undefined ? [WRONG[0], WRONG[5], WRONG[6]] : WRONG

test.each(tried.filter((one) => one !== undefined))(
  '%j is told in a sentence, with code 2',
  (args, words) => {
    const { status, stdout, stderr } = start(...args)
    expect(stderr).toContain(words)
    expect(stderr).toMatch(/^\n.+\n\n$/)
    expect(stderr).not.toMatch(/Error|at .*:\d+/)
    expect(stdout).toBe('')
    expect(status).toBe(2)
  },
)

test('a port that is taken is told in a sentence, with code 1', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const child = spawn(process.execPath, [entry, 'engine', '--port', String(port), '--slots', '1'])
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  await waitFor('its end', () => child.exitCode !== null)
  expect(stderr).toContain(`The engine cannot listen on 127.0.0.1:${port}: `)
  expect(stderr).not.toMatch(/at .*:\d+:\d+/)
  expect(child.exitCode).toBe(1)
})
