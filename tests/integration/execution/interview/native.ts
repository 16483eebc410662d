import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LanguageId } from '#runtimes/languages.ts'
import { withFinalNewline } from '#runtimes/streams.ts'
import type { InterviewProgram } from './program.ts'

/** What both sides are held against each other by. */
export interface Ending {
  stdout: string
  exitCode: number | null
}

const IS_NEW_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 11))'

/** The command of a CPython of 3.11 or newer, 3.12 where there is one; undefined where there is none. */
function findPython(): string | undefined {
  const commands = ['python3.12', 'python3', 'python3.13', 'python3.11']
  return commands.find((command) => spawnSync(command, ['-c', IS_NEW_ENOUGH]).status === 0)
}

/** The command that runs a language on this machine itself. */
export const NATIVE: Readonly<Partial<Record<LanguageId, string | undefined>>> = {
  javascript: process.execPath,
  python: findPython(),
}

/** Node takes a program with import statements by the name of its file. */
function fileNameFor(languageId: LanguageId, source: string): string {
  if (languageId === 'python') return 'main.py'
  return /^import /m.test(source) ? 'main.mjs' : 'main.cjs'
}

/** Runs a program outside of any engine: its files lie in a folder of its own, and nothing of this environment reaches it. */
export async function runNatively(
  command: string,
  languageId: LanguageId,
  { source, stdin = '' }: InterviewProgram,
): Promise<Ending> {
  const folder = mkdtempSync(join(tmpdir(), 'interview-'))
  const file = join(folder, fileNameFor(languageId, source))
  const input = join(folder, 'stdin')
  writeFileSync(file, source)
  writeFileSync(input, withFinalNewline(stdin))
  const fd = openSync(input, 'r')
  try {
    return await new Promise((resolve, reject) => {
      const env = { PATH: process.env.PATH ?? '', TZ: 'UTC', LANG: 'C.UTF-8' }
      const child = spawn(command, [file], { stdio: [fd, 'pipe', 'ignore'], cwd: folder, env })
      const chunks: Buffer[] = []
      child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
      child.on('error', reject)
      child.on('close', (exitCode) => resolve({ stdout: Buffer.concat(chunks).toString(), exitCode }))
    })
  } finally {
    closeSync(fd)
    rmSync(folder, { recursive: true })
  }
}
