import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DemoFile } from '#api/seed/demoFile.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface TestServer {
  base: string
  data: string
  demo: DemoFile
  process: ChildProcess
  /** kill -9, then a new process on the same data and port, of another build where its script is given. */
  restart(script?: string): Promise<void>
  kill(signal?: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}

interface Options {
  env?: Record<string, string>
  script?: string
  args?: string[]
  /** On an empty directory, as after the installation; otherwise on a copy of one that was started once. */
  isFirstStart?: boolean
  /** On this directory, which goes when the server stops. */
  data?: string
}

/** The server as it was built. */
export const BUILT = join(root, 'dist/server/main.mjs')

/** Starts the built server in a process of its own on a data directory of its own. */
export async function startTestServer(options: Options = {}): Promise<TestServer> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'holdfast-'))
  const isOwnStart = options.data || options.isFirstStart || options.script || options.env?.HOLDFAST_DEMO
  if (!isOwnStart) {
    // Only within a test: the set-up that makes the copy runs outside of one.
    const { inject } = await import('vitest')
    cpSync(inject('demoData'), data, { recursive: true })
  }
  let port = '0'
  let { script = BUILT } = options
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [script, ...(options.args ?? [])], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        // The engine that every machine has; tests of others say so.
        ...(!options.env?.PISTON_URL && { HOLDFAST_ENGINES: 'wasm' }),
        HOLDFAST_DATA: data,
        PORT: port,
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    goFirst(child)
    await ready(child)
    return child
  }
  let child = await launch()
  const demo = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as DemoFile
  port = new URL(demo.base_url).port
  const kill = (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve()
      else {
        child.once('exit', () => resolve())
        child.kill(signal)
      }
    })
  return {
    base: demo.base_url,
    data,
    demo,
    get process() {
      return child
    },
    kill,
    async restart(another = script) {
      await kill()
      script = another
      child = await launch()
    },
    async stop() {
      await kill('SIGTERM')
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Before the browsers, as far as that may be said: a server that answers late puts calls off. */
function goFirst({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, -5)
  } catch {
    // Only root may: then the browsers' lower priority has to do.
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const take = (chunk: Buffer): void => {
      output += chunk.toString()
      if (output.includes('Holdfast is ready at')) resolve()
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
}
