import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './freePort.ts'
import { waitFor } from './wait.ts'

/** A server of S3-compatible storage for tests: real HTTP, signatures that are checked, files in a folder. */

const script = fileURLToPath(new URL('../../node_modules/s3rver/bin/s3rver.js', import.meta.url))

/** The only user it knows. */
export const KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
export const BUCKET = 'backups'

export interface ObjectStorage {
  endpoint: string
  /** The settings that lead to it, with the keys for whoever starts another process. */
  settings: Record<string, string>
  /** The folder with its objects: their bytes lie in files that are named after them. */
  folder: string
  /** Ends it at once, with requests that are under way. */
  kill(): Promise<void>
  /** Starts it anew on the same port, with what it held. */
  again(): Promise<void>
  /** It takes connections and answers nobody until it is thawed. */
  freeze(): void
  thaw(): void
  /** Ends it, and removes what it held. */
  end(): Promise<void>
}

export async function startObjectStorage(): Promise<ObjectStorage> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-s3-'))
  mkdirSync(join(folder, BUCKET))
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  let running = await start(folder, port)
  return {
    endpoint,
    settings: { HOLDFAST_BACKUPS_S3_ENDPOINT: endpoint, ...KEYS },
    folder: join(folder, BUCKET),
    kill: () => running.kill(),
    freeze: () => running.signal('SIGSTOP'),
    thaw: () => running.signal('SIGCONT'),
    async again() {
      running = await start(folder, port)
    },
    async end() {
      await running.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Process {
  kill(): Promise<void>
  signal(name: NodeJS.Signals): void
}

async function start(folder: string, port: number): Promise<Process> {
  const child = spawn(
    process.execPath,
    [
      script,
      '--directory',
      folder,
      '--port',
      `${port}`,
      '--address',
      '127.0.0.1',
      '--silent',
      '--no-vhost-buckets',
    ],
    // Its page tokens are made by a cipher that newer OpenSSL has put aside.
    { env: { NODE_OPTIONS: '--openssl-legacy-provider' }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const reap = (): boolean => child.kill('SIGKILL')
  process.once('exit', reap)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void ended.then(() => process.off('exit', reap))
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await waitFor('the storage to listen', async () => said.includes('listening'))
  return {
    signal: (name) => void child.kill(name),
    kill() {
      child.kill('SIGKILL')
      return ended
    },
  }
}
