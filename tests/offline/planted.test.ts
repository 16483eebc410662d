import { describe, expect, it } from 'vitest'
import { playExam } from './simulator/exam.ts'
import type { Fault } from './simulator/server.ts'

const faults: [Fault, string][] = [
  ['ack_before_commit', 'answers before its commit is durable'],
  ['no_dedupe', 'applies a repeated op again'],
  ['skip_after_reject', 'drops what comes behind a rejected op'],
  ['reorder', 'applies a batch in another order'],
  ['lost_tail', 'forgets the unsent tail at a page load'],
]

describe('the simulator finds each planted fault', () => {
  it.each(faults)('%s: somebody %s', async (fault) => {
    const found: string[] = []
    for (let seed = 1; seed <= 1_000 && found.length === 0; seed++) {
      const broken = await playExam({ seed, fault })
      if (broken.length > 0) found.push(`seed ${seed}: ${broken[0]}`)
    }
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/^seed \d+: /)
  })

  it('and finds none where nothing was planted, on the same seeds', async () => {
    for (let seed = 1; seed <= 1_000; seed++) expect(await playExam({ seed }), `seed ${seed}`).toEqual([])
  })
})
