import { expect, it } from 'vitest'
import {
  commitHeld,
  commitmentFor,
  readCommitments,
  type TailCommitment,
  writeCommitments,
} from '#api/attempts/tailCommitments.ts'

/** A head that a receipt proves to have been held, among the tails that a device announced. */

const announced: TailCommitment[] = [
  { upTo: 4, hash: 'four', at: 100, contactBefore: 50 },
  { upTo: 9, hash: 'nine', at: 200, contactBefore: null },
]
const held = { upTo: 6, hash: 'six', at: 150, contactBefore: null }

it('stands in its place, and says of all up to it when it was received', () => {
  const all = commitHeld(announced, held)
  expect(all.map(({ upTo }) => upTo)).toEqual([4, 6, 9])
  // It was announced by an earlier tail, and received by the receipt's time.
  expect(commitmentFor(all, 3, 1_000, null)).toMatchObject({ at: 100, contactBefore: 50, receivedAt: 150 })
  expect(commitmentFor(all, 6, 1_000, null)).toMatchObject({ at: 150, receivedAt: 150 })
  // Behind it the tail was announced alone.
  expect(commitmentFor(all, 7, 1_000, null)).toMatchObject({ at: 200, receivedAt: 1_000 })
  expect(commitmentFor(all, 10, 1_000, 900)).toMatchObject({
    at: 1_000,
    contactBefore: 900,
    receivedAt: 1_000,
  })
})

it('never makes anything later than it came', () => {
  expect(commitmentFor(commitHeld([], { ...held, at: 5_000 }), 6, 1_000, null).receivedAt).toBe(1_000)
})

it('takes the place of an announcement of the same head, and is read as it was written', () => {
  const all = commitHeld(announced, { ...held, upTo: 9 })
  expect(all.map(({ upTo, isHeld }) => [upTo, isHeld ?? false])).toEqual([
    [4, false],
    [9, true],
  ])
  expect(readCommitments(writeCommitments(all, 0))).toEqual(all)
  expect(writeCommitments(all, 9)).toBeNull()
})
