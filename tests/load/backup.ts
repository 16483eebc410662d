import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { BUCKET, startObjectStorage } from '../factories/objectStorage.ts'
import type { Built } from './boot.ts'
import { type Candidate, requireApplied, startAll, stockUp } from './candidates.ts'
import { Child, type Seeded } from './child.ts'
import { type Figure, median, percentile, tell } from './figures.ts'
import { fillDatabase } from './fill.ts'
import { pump } from './pump.ts'

/** The saves of a room that types, without and with a backup being made of the server's directory, in turns. */

const ROUNDS = 5
const OPS = 200_000
const PEOPLE = 128
/** With the database they make the directory larger than 200 MB. */
const PICTURES = 3_000
const PICTURE_BYTES = 40_000
const ROUND_MS = 6_000
/** Each saves once in that time, as somebody does who types without a pause. */
const SAVE_EVERY_MS = 1_000

export async function benchBackup(built: Built & { server: string }): Promise<Figure[]> {
  const data = `${built.folder}/copied`
  await fillDatabase(data, built.migrations, OPS)
  await addPictures(`${data}/files/snapshots/bench`)
  const child = await Child.start<Seeded>(built.server, [data, built.migrations, `${PEOPLE}`, 'all'])
  const everybody = await startAll(child)
  const storage = await startObjectStorage()
  const room = { main: built.main, data, child, everybody }
  try {
    const folder = await benchPlace(room, 'backup', { to: `${built.folder}/backups`, env: {} })
    const bucket = { to: `s3://${BUCKET}/bench`, env: storage.settings }
    return [folder, await benchPlace(room, 'bucket', bucket)]
  } finally {
    await storage.end()
    await child.stop()
  }
}

async function addPictures(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (let n = 0; n < PICTURES; n++) await writeFile(`${folder}/${n}.jpg`, randomBytes(PICTURE_BYTES))
}

/** A place for backups, with the settings that lead to it. */
interface Place {
  to: string
  env: Record<string, string>
}

/** A server with its data, and those who save there. */
interface Room {
  main: string
  data: string
  child: Child<Seeded>
  everybody: readonly Candidate[]
}

async function benchPlace(room: Room, name: 'backup' | 'bucket', place: Place): Promise<Figure> {
  const { child, everybody } = room
  const quiet: number[] = []
  const meanwhile: number[] = []
  let made = 0
  for (let round = -1; round < ROUNDS; round++) {
    const without = await typeIn(child, everybody)
    const backup = keepCopying(room, place)
    const during = await typeIn(child, everybody)
    made += await backup.end()
    // The first round warms up.
    if (round < 0) continue
    quiet.push(percentile(without, 99))
    meanwhile.push(percentile(during, 99))
  }
  const ratios = meanwhile.map((ms, i) => ms / (quiet[i] ?? Number.NaN))
  return {
    name,
    about: `p99 of a save while a backup is made ${name === 'bucket' ? 'in a bucket, the storage on the same machine' : 'in a folder'}; ${PEOPLE} people saving once a second, ${tell(OPS)} ops and ${tell(PICTURES)} pictures stored.`,
    unit: 'ms',
    reference: median(quiet),
    against: 'the same without a backup',
    ours: median(meanwhile),
    ratio: median(ratios),
    bar: '<= 2',
    met: median(ratios) <= 2,
    rounds: ratios,
    notes: [`${made} backups were begun in ${(ROUNDS + 1) * (ROUND_MS / 1000)} s`],
  }
}

/** @returns the milliseconds of each save, from its sending to its answer */
async function typeIn(child: Child<Seeded>, everybody: readonly Candidate[]): Promise<number[]> {
  stockUp(child, everybody, { requests: ROUND_MS / SAVE_EVERY_MS, ops: 1 })
  const took: number[] = []
  await Promise.all(
    everybody.map(async ({ lane }, n) => {
      await wait((n / everybody.length) * SAVE_EVERY_MS)
      const due = performance.now()
      const all = lane.stock.splice(0)
      for (const [at, bytes] of all.entries()) {
        await wait(Math.max(0, due + at * SAVE_EVERY_MS - performance.now()))
        lane.stock = [bytes]
        const begun = performance.now()
        await pump([lane], ROUND_MS)
        took.push(performance.now() - begun)
      }
    }),
  )
  requireApplied(everybody)
  return took
}

/** Makes one backup after the other, as the server does it: by the command, at a low priority. */
function keepCopying({ main, data }: Room, place: Place): { end: () => Promise<number> } {
  let isOver = false
  let made = 0
  const copying = (async () => {
    while (!isOver) {
      made++
      await copy(main, place, data)
    }
  })()
  return {
    async end() {
      isOver = true
      await copying
      return made
    },
  }
}

const copy = (main: string, { to, env }: Place, data: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn('nice', ['-n', '19', process.execPath, main, 'backup', to, '--keep', '1 hourly'], {
      env: { PATH: process.env.PATH, HOLDFAST_DATA: data, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(said))))
  })
