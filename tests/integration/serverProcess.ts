import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Send, waitFor } from '../factories/index.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface ServerProcess {
  base: string
  send: Send
  /** Everything it has written so far. */
  output: () => string
  /** Ends it; answers its exit code. */
  end(): Promise<number | null>
}

/**
 * Starts the server from its sources in a process of its own; resolves once it has said all of its greeting.
 * @throws Error with its output where it ended instead
 */
export async function startServerProcess(
  data: string,
  settings: Record<string, string>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'api/commands/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // The engine that every machine has; tests of others say so.
      ...(!settings.PISTON_URL && { HOLDFAST_ENGINES: 'wasm' }),
      HOLDFAST_DATA: data,
      HOST: '127.0.0.1',
      PORT: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const reap = (): boolean => child.kill('SIGKILL')
  process.once('exit', reap)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  void ended.then(() => process.off('exit', reap))
  const output = collect(child)
  const base = await waitFor(
    'the server',
    () => {
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${output()}`)
      return /Holdfast is ready at (\S+)\n[\s\S]*\n\n/.exec(output())?.[1]
    },
    { within: 25_000 },
  )
  return {
    base,
    send: (path, init) => fetch(base + path, init),
    output,
    end() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

function collect(child: ChildProcess): () => string {
  let output = ''
  const take = (chunk: Buffer): void => {
    output += chunk.toString()
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  return () => output
}
