import { expect, it, onTestFinished, vi } from 'vitest'
import { openRescueFile } from '#api/attempts/rescueFile.ts'
import { Keys, newKeyFile } from '#api/kit/keys.ts'
import { makeRescueFile } from '#pwa/attempt/sync/rescueFile.ts'
import { whyNoFile } from '#pwa/candidate/end/rescueWay.ts'
import { appendOps, attemptOf, grantOf, openStorage } from '../../factories/deviceStorage.ts'

/** The rescue file: all of the log where the server takes so much, else what it does not have. */

const lease = grantOf({
  attempt_id: 'x'.repeat(22),
  lease_id: 'y'.repeat(22),
  head_hash: 'a'.repeat(64),
  granted_head_hash: 'a'.repeat(64),
  anchor: '',
})
const keys = new Keys(newKeyFile())

const draft = (n: number) => ({
  type: 'draft' as const,
  key: `code:${n}:1`,
  body: { code: String(n).repeat(40_000) },
})

/** A log of three drafts of which the first is acknowledged, and one draft that a takeover put aside. */
async function madeWith(mostBytes?: number) {
  const db = openStorage()
  onTestFinished(() => db.close())
  const attempt = attemptOf(lease)
  await db.attempts.add({ ...attempt, view: { ...attempt.view, rescue_key: keys.rescueKey } })
  const [first, , , last] = await appendOps(db, lease.attempt_id, [1, 2, 3, 4].map(draft))
  if (!first || !last) throw new Error('Nothing was written')
  await db.ops.put({ ...first, acked_at: 1 })
  await db.ops.delete([lease.attempt_id, last.seq])
  await db.aside.put(last)
  const file = await makeRescueFile(db, lease.attempt_id, mostBytes)
  if (file === null) return { seqs: null, size: 0 }
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { seqs: openRescueFile(keys.rescuePrivateKey, bytes).ops.map(({ seq }) => seq), size: bytes.length }
}

it('holds all of the log, what was acknowledged and what stands aside too', async () => {
  expect((await madeWith()).seqs).toEqual([4, 1, 2, 3])
})

it('leaves out what the server acknowledged where it would be larger than the server takes, and only there', async () => {
  const { size } = await madeWith()
  expect((await madeWith(size - 1)).seqs).toEqual([4, 2, 3])
  // The part around the sealed text is small.
  expect((await madeWith(size + 1_500)).seqs).toEqual([4, 1, 2, 3])
})

it('is not made where what the server does not have alone is larger than it takes: nobody could read it in', async () => {
  const unsent = (await madeWith((await madeWith()).size - 1)).size
  expect((await madeWith(unsent + 1_500)).seqs).toEqual([4, 2, 3])
  expect((await madeWith(unsent - 1)).seqs).toBeNull()
})

it.each([
  [true, false, null],
  [true, true, /larger than the 64 MB that the server takes, so none was made\.$/],
  [false, false, /not opened over https/],
])(
  'with encryption: %s, too large: %s, why there is no file is said in words',
  (canSeal, isTooLarge, words) => {
    vi.stubGlobal('crypto', canSeal ? crypto : {})
    onTestFinished(() => void vi.unstubAllGlobals())
    const why = whyNoFile(isTooLarge)
    if (words === null) expect(why).toBeNull()
    else expect(why).toMatch(words)
  },
)
