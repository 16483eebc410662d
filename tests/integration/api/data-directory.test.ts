import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { directoryError } from '#api/kit/dataDirectory.ts'

/** HOLDFAST_DATA is tried before the start, and told with whatever else does not hold. */

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'holdfast-directory-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Starts the server; ended by the system where it does not end by itself. */
async function start(settings: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'api/commands/main.ts'], {
    cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 15_000,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { said: await text(child.stderr), code: await ended }
}

test('it is made with what is missing above it, for this account alone, and left empty', () => {
  const path = join(folder(), 'a', 'b')
  expect(directoryError(path)).toBeNull()
  expect(readdirSync(path)).toEqual([])
  expect((statSync(path).mode & 0o777).toString(8)).toBe('700')
  expect(directoryError(path)).toBeNull()
})

test('a file in its place, above it or behind it is told in words', () => {
  const within = folder()
  const file = join(within, 'file')
  writeFileSync(file, 'mine')
  const dangling = join(within, 'link')
  symlinkSync(join(within, 'nowhere'), dangling)
  for (const path of [file, join(file, 'data'), join(file, 'a', 'b'), dangling])
    expect(directoryError(path)).toBe(
      `cannot be used as the data directory: ${path} or a part of it is a file`,
    )
  expect(readdirSync(within).toSorted()).toEqual(['file', 'link'])
})

test.runIf(existsSync('/proc/self'))(
  'a place that takes no directories is told and not tried for ever',
  () => {
    for (const path of ['/proc/nope', '/proc/nope/deeper', '/proc'])
      expect(directoryError(path)).toContain(`cannot be used as the data directory: ${path} `)
  },
)

test('the start tells it together with the other settings', async () => {
  const file = join(folder(), 'file')
  writeFileSync(file, 'mine')
  const { code, said } = await start({
    HOLDFAST_DATA: file,
    PORT: 'x',
    PUBLIC_URL: 'http://a.example',
    SUPPORT_CHAT_URL: 'http://a.example/chat',
  })
  expect(code).toBe(2)
  expect(said).toBe(
    `\nThese settings are invalid:\nPORT must be a number from 0 to 65535.\nSUPPORT_CHAT_URL must be on another host or port than PUBLIC_URL.\n` +
      `HOLDFAST_DATA cannot be used as the data directory: ${file} or a part of it is a file.\n\n`,
  )
})
