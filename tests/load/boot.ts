import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../factories/freePort.ts'
import { Child } from './child.ts'
import { type Figure, median } from './figures.ts'
import { fillDatabase } from './fill.ts'
import { memoryOf } from './memory.ts'

/** The built server as an operator starts it: how long until it answers, and what it weighs when nobody asks. */

const ROUNDS = 5
const OPS = 100_000
const IDLE_MS = 4_000
const GIVE_UP_MS = 30_000

export interface Built {
  main: string
  raw: string
  migrations: string
  folder: string
}

export async function benchBoot(built: Built): Promise<Figure[]> {
  const data = `${built.folder}/filled`
  await fillDatabase(data, built.migrations, OPS)
  const raw = await Child.start<{ port: number }>(built.raw, ['700'])
  const starts: number[] = []
  const bare: number[] = []
  const own: number[] = []
  const children: number[] = []
  const reference: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await timeOfNode())
    const port = await freePort()
    const begun = performance.now()
    const server = spawn(process.execPath, [built.main], {
      env: {
        PATH: process.env.PATH,
        HOLDFAST_DATA: data,
        HOLDFAST_DEMO: 'off',
        PORT: `${port}`,
        HOST: '127.0.0.1',
      },
      stdio: 'ignore',
    })
    await healthy(port, server)
    starts.push(performance.now() - begun)
    await wait(IDLE_MS)
    const memory = memoryOf(server.pid ?? 0)
    own.push(memory.own)
    children.push(memory.children)
    reference.push(memoryOf(raw.pid).own)
    await ended(server)
  }
  await raw.stop()
  const rss = median(own)
  const start = median(starts)
  return [
    {
      name: 'idle',
      about: `resident memory of the built server's process ${IDLE_MS / 1000} s after its start, nobody connected.`,
      unit: 'MB',
      reference: median(reference),
      against: 'a process that holds node:http alone',
      ours: rss,
      ratio: rss / median(reference),
      bar: '<= 150 MB',
      met: rss <= 150,
      notes: [
        `the engine's own processes, apart: ${Math.round(median(children))} MB together (they begin with the first run)`,
      ],
    },
    {
      name: 'start',
      about: `process start to the first answer of /healthz, ${OPS.toLocaleString('en')} ops stored.`,
      unit: 'ms',
      reference: median(bare),
      against: 'node itself, started with an empty program until it ended',
      ours: start,
      ratio: start / median(bare),
      bar: '<= 1,000 ms',
      met: start <= 1_000,
      notes: [`each round: ${starts.map((ms) => `${Math.round(ms)} ms`).join(', ')}`],
    },
  ]
}

function timeOfNode(): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve) => {
    spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }).once('exit', () =>
      resolve(performance.now() - begun),
    )
  })
}

async function healthy(port: number, server: ChildProcess): Promise<void> {
  const until = performance.now() + GIVE_UP_MS
  while (!(await answers(port))) {
    if (server.exitCode !== null || performance.now() > until) throw new Error('The server did not start')
    await wait(3)
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('error', () => resolve(false))
    socket.once('data', (chunk) => {
      socket.destroy()
      resolve(chunk.toString('latin1', 0, 15).includes(' 200'))
    })
    socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
  })

function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.kill('SIGTERM')
  })
}
