import { expect, it } from 'vitest'
import { codeKey } from '#contract/ops.ts'
import { Device, fillIn, must, seedOrganization, waitFor } from '../../factories/index.ts'
import { startFaultProxy } from '../../faults/proxy.ts'
import { beginTest, expectAllSaved, totalLight, writeCode } from '../support/candidate.ts'
import { openClocked } from '../support/clocked.ts'
import { see } from '../support/see.ts'

/** A whole hall loses the network, and has it back. */

const { app, linkOf, browser } = await openClocked()
/** Sends the tail; null where there is no network. */
async function sent(device: Device) {
  try {
    return await device.sync()
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

const MANY = 300
const WRITTEN = 20

it(`${MANY} devices that come back at the same moment are all served within a minute, a browser among them (S16)`, async () => {
  const org = await seedOrganization(app.ctx, 'crowd', { candidates: MANY + 1 })
  const [mine, ...others] = org.candidates
  const crowd = await startFaultProxy({ host: '127.0.0.1', port: Number(new URL(app.base).port) })
  const through = (path: string, init?: RequestInit) =>
    fetch(path.startsWith('/') ? `http://127.0.0.1:${crowd.port}${path}` : path, init)
  const { page: own } = await browser()
  const link = new URL(linkOf(mine))
  link.port = String(crowd.port)
  await beginTest(own, link.href)
  await expectAllSaved(own)
  const devices = await Promise.all(
    others.map(async (who) => {
      const device = new Device(app.send, await fillIn(app.send, who), app.clock.now)
      await device.start()
      device.connect(through)
      return device
    }),
  )

  await crowd.set('refuse')
  const [problem] = org.problems
  const languages = await must(app.send, 'getLanguages', {})
  const language_id = languages[0]?.id ?? 0
  for (const device of devices)
    for (let n = 1; n <= WRITTEN; n++)
      device.write('draft', codeKey(problem.id, language_id), {
        problem_id: problem.id,
        language_id,
        answer: `// ${n}\n`,
      })
  await writeCode(own, 'console.log("one of many")')
  await see(totalLight(own)).toContainText(/on this device/)

  const before = performance.now()
  await crowd.set('ok')
  await Promise.all(
    devices.map((device) => waitFor('an answer', () => sent(device), { within: 60_000, every: 500 })),
  )
  await expectAllSaved(own, 60_000)
  expect(performance.now() - before).toBeLessThan(60_000)
  const [stored] = await app.rows<{ n: number }>(
    "SELECT count(*) AS n FROM ops WHERE type = 'draft' AND result = 'applied'",
  )
  expect(stored?.n).toBeGreaterThanOrEqual(MANY * WRITTEN + 1)
  await crowd.close()
})
