import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const script = join(root, 'dist/server/main.mjs')

export interface ServerProcess {
  port: number
  child: ChildProcess
  /** Resolves when the process has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>
}

interface ProcessOptions {
  port?: number
  /** A program that starts it, with its arguments: strace, … */
  wrap?: readonly string[]
  settings?: Record<string, string>
}

/** Starts the built server in a process of its own on a data directory, and does not wait for it. */
export function spawnServer(
  data: string,
  options: ProcessOptions = {},
): { child: ChildProcess; ended: Promise<void> } {
  if (!existsSync(script)) throw new Error('The server is not built: run npm run build.')
  const [command = process.execPath, ...before] = [...(options.wrap ?? []), process.execPath]
  const child = spawn(command, [...before, script], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // The engine that every machine has; tests of others say so.
      HOLDFAST_ENGINES: 'wasm',
      HOLDFAST_DATA: data,
      HOLDFAST_DEMO: 'off',
      HOST: '127.0.0.1',
      PORT: String(options.port ?? 0),
      ...options.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Nothing this test started outlives it, however it ends.
  const reap = (): boolean => child.kill('SIGKILL')
  process.once('exit', reap)
  child.once('exit', () => process.off('exit', reap))
  return { child, ended: new Promise<void>((resolve) => child.once('exit', () => resolve())) }
}

/** Starts it and waits until it serves. */
export async function startProcess(data: string, options: ProcessOptions = {}): Promise<ServerProcess> {
  const { child, ended } = spawnServer(data, options)
  const port = await ready(child)
  return {
    port,
    child,
    kill(signal = 'SIGKILL') {
      child.kill(signal)
      return ended
    },
  }
}

function ready(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = ''
    const take = (chunk: Buffer): void => {
      output += chunk.toString()
      const port = /Holdfast is ready at \S+:(\d+)/.exec(output)?.[1]
      if (port) resolve(Number(port))
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
}
