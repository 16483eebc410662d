import { describe, expect, it } from 'vitest'
import { playExam } from './simulator/exam.ts'
import type { Fault } from './simulator/server.ts'

/** Each with the invariant that has to find it, and not one that finds whatever else it broke. */
const faults: [Fault, string, RegExp][] = [
  [
    'ack_before_commit',
    'answers before its commit is durable',
    /was told that seq \d+ is safe, and \d+ ops are gone/,
  ],
  ['no_dedupe', 'applies a repeated op again', /^op \S+ stands twice$/],
  ['skip_after_reject', 'drops what comes behind a rejected op', /^seq \d+ belongs to no device's lease$/],
  ['reorder', 'stores a batch in another order', /^place \d+ of the log holds seq \d+$/],
  ['lost_tail', 'forgets the unsent tail at a page load', /ops of \S+ are nowhere any more$/],
]

describe('the simulator finds each planted fault', () => {
  it.each(faults)('%s: somebody %s', async (fault, _, invariant) => {
    let found: string[] = []
    for (let seed = 1; seed <= 1_000 && found.length === 0; seed++) {
      const broken = await playExam({ seed, fault })
      if (broken.length > 0) found = broken
    }
    expect(found).toContainEqual(expect.stringMatching(invariant))
  })

  it('and finds none where nothing was planted, on the same seeds', async () => {
    for (let seed = 1; seed <= 1_000; seed++) expect(await playExam({ seed }), `seed ${seed}`).toEqual([])
  })
})
