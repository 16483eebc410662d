import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { evidenceArchive } from '#api/services/evidence/archive.ts'
import { urlOf } from '#contract/paths.ts'
import { findAttemptById } from '#db/queries/attempts.ts'
import { seedOrganization, signIn, startDevice, wholeTest } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** An archive is written as it is read: it is never held as a whole, and one that breaks off is no file. */

test('one that breaks off on the way does not look like a whole one', async () => {
  const app = await appForFile({ listen: true })
  const e = await wholeTest(app)
  const { storage } = app.ctx
  const { get } = storage
  storage.get = async () =>
    Readable.from(
      (async function* () {
        yield Buffer.alloc(1_000)
        throw new Error('The disk is gone')
      })(),
    )
  const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
  const url = urlOf('getAttemptEvidence', { ref: e.who.ref })
  // The report looks at no picture, but the check of the test does.
  const answer = await app
    .send(url, { headers })
    .then((given) => given.arrayBuffer().then(() => given.status))
    .catch((error: Error) => error)
  storage.get = get
  expect(answer).toBeInstanceOf(Error)
  expect((await app.send(url, { headers })).status).toBe(200)
})

test.runIf(process.env.HOLDFAST_EXAMS_TIMES)(
  'a large one is never held as a whole',
  async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const app = await appForFile()
    const picture = Buffer.alloc(300_000, 7)
    app.ctx.storage.get = async () => Readable.from([picture])
    const { candidates } = await seedOrganization(app.ctx, 'large', { candidates: 100 })
    for (const who of candidates) {
      await startDevice(app, who)
      await app.ctx.db.write(async (tx) => {
        for (let n = 0; n < 15; n++)
          await tx.raw.run(
            'INSERT INTO snapshots (attempt_id, sha256, logged_at, stored_at, bytes, taken_at) VALUES (?, ?, 1, 1, 300000, 1)',
            who.attemptId,
            String(n).padStart(64, '0'),
          )
      })
    }
    const found = await findAttemptById(app.ctx.db.read, candidates[0]?.attemptId ?? 0)
    if (!found) throw new Error('Nobody was invited')
    const { drive } = found
    const attemptIds = candidates.map(({ attemptId }) => attemptId)
    const inUse = (): number => {
      collect()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      return heapUsed + arrayBuffers
    }
    const before = inUse()
    let held = 0
    let bytes = 0
    let looked = 0
    for await (const chunk of evidenceArchive(app.ctx, { drive, attemptIds, isWholeDrive: true })) {
      bytes += chunk.length
      if (bytes - looked < 5_000_000) continue
      looked = bytes
      held = Math.max(held, inUse() - before)
    }
    expect(bytes).toBeGreaterThan(400_000_000)
    // What was freed is given back a moment later, so that the figure is rough; an archive held as a whole makes it 1.
    expect(held / bytes).toBeLessThan(0.1)
  },
  600_000,
)
