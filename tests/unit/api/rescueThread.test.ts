import { beforeAll, expect, test } from 'vitest'
import { RESCUE_MAX_OPS } from '#api/attempts/rescueFile.ts'
import { unpackRuns } from '#api/attempts/rescueRuns.ts'
import { Keys, newKeyFile } from '#api/kit/keys.ts'
import { readRescueFile } from '#api/services/bankFiles/readFile.ts'
import type { Op } from '#contract/ops.ts'
import { RESCUE_MAX_BYTES } from '#contract/rescue.ts'
import { shortestHold } from '../../factories/loop.ts'
import { rescueFileOf } from '../../factories/rescueFile.ts'

const HELD_MS = 50
const CHANGES = 5_000

const keys = new Keys(newKeyFile())
const hash = 'a'.repeat(64)
const op = (seq: number, body: string): Op => ({
  op_id: String(seq).padStart(22, '0'),
  attempt_id: 'x'.repeat(22),
  lease_id: 'y'.repeat(22),
  seq,
  type: 'draft',
  key: 'code:1:1',
  body,
  body_hash: hash,
  prev_hash: hash,
  hash,
  boot_id: 'z'.repeat(22),
  mono_ms: seq,
  wall_ms: seq,
  anchor_id: '',
  est_server_ms: seq,
})
const fileOf = (ops: readonly Op[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(rescueFileOf(keys.rescueKey, 'x'.repeat(22), ops).content)
const read = (bytes: Uint8Array<ArrayBuffer>) => readRescueFile(bytes, keys.rescuePrivateKey)

let largest: Uint8Array<ArrayBuffer>

beforeAll(() => {
  // Base64 makes four bytes of three.
  const body = 'w'.repeat(9_000)
  largest = fileOf(Array.from({ length: CHANGES }, (_, n) => op(n + 1, body)))
})

test('the largest file is opened without holding the server up', async () => {
  expect(largest.length).toBeGreaterThan(0.9 * RESCUE_MAX_BYTES)
  expect(largest.length).toBeLessThanOrEqual(RESCUE_MAX_BYTES)
  const held = await shortestHold(HELD_MS, async () => {
    const { read: count, ...packed } = await read(largest)
    let ops = 0
    for (const run of unpackRuns(packed)) {
      ops += run.length
      await new Promise(setImmediate)
    }
    expect([count, ops]).toEqual([CHANGES, CHANGES])
  })
  expect(held).toBeLessThan(HELD_MS)
}, 60_000)

test('one change more than any test has is refused before any is looked at', async () => {
  const holding = (count: number) => fileOf(Array<Op>(count).fill({} as Op))
  await expect(read(holding(RESCUE_MAX_OPS + 1))).rejects.toThrow(
    'The rescue file contains more changes than any test has.',
  )
})
