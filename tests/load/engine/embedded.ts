import { createEmbeddedExecutor } from '#api/execution/embedded/executor.ts'
import { type Figure, median } from '../figures.ts'
import { clockBare, prepareBare, toolchainsHere } from './bare.ts'
import type { Found } from './boxes.ts'
import { sieve, WORK } from './programs.ts'
import { runWell } from './runs.ts'

/** The engine in WebAssembly against the machine's own CPython and Node. */

const ROUNDS = 3
const ROWS = [
  { id: 'python', name: 'Python in WASM', own: 'CPython' },
  { id: 'javascript', name: 'QuickJS in WASM', own: 'Node' },
] as const

export async function benchEmbedded(workerPath: string): Promise<Found> {
  const executor = createEmbeddedExecutor({ slots: 1, workerPath, probes: {} })
  try {
    const toolchains = await toolchainsHere()
    const [figures, leftOut]: [Figure[], string[]] = [[], []]
    for (const { id, name, own } of ROWS) {
      const found = toolchains.find(({ toolchain }) => toolchain.id === id)
      if (!found) {
        leftOut.push(`${name}: this machine has no ${own} to compare it with.`)
        continue
      }
      const bare = prepareBare(found, sieve(id))
      const [embedded, alone]: [number[], number[]] = [[], []]
      try {
        for (let round = -1; round < ROUNDS; round++) {
          const ours = await runWell(executor, id, sieve(id), WORK.embedded[id])
          const reference = await clockBare(bare, WORK.embedded[id])
          if (ours.stdout !== reference.stdout) throw new Error(`${name} printed something else`)
          if (round < 0) continue
          embedded.push(ours.cpuMs)
          alone.push(reference.cpuMs)
        }
      } finally {
        bare.remove()
      }
      const ratios = embedded.map((ms, n) => ms / (alone[n] ?? Number.NaN))
      figures.push({
        name,
        about: 'processor time of a sieve in the embedded engine.',
        unit: 'ms',
        reference: median(alone),
        against: `the same program by ${own}`,
        ours: median(embedded),
        ratio: median(ratios),
        bar: 'none',
        met: null,
        rounds: ratios,
        notes: [],
      })
    }
    return { figures, leftOut }
  } finally {
    await executor.close()
  }
}
