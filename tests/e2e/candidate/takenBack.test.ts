import { expect, it } from 'vitest'
import { firstPage, freshAttempts } from '../support/attempts.ts'
import {
  beginTest,
  codeOf,
  continueHere,
  dialog,
  expectAllSaved,
  setOffline,
  totalLight,
  writeCode,
} from '../support/candidate.ts'
import { newestAttempt, opsOf, quarantinedOf } from '../support/database.ts'
import { openProfile } from '../support/profile.ts'
import { see } from '../support/see.ts'

/** A device takes its test back while what it wrote out of reach cannot be handed in, by no worker either. */

const { now, database } = freshAttempts()

it('calls nothing saved that a takeover put aside, and goes on from it once the server has it', async () => {
  const link = now.server.demo.candidate_links.at(-1) ?? ''
  const first = await openProfile({ isWithoutWorker: true })
  const before = await firstPage(first)
  await beginTest(before, link)
  await writeCode(before, 'console.log("sent")')
  await expectAllSaved(before)
  const db = database()
  const { id } = newestAttempt(db)
  await setOffline(before, true)
  await writeCode(before, 'console.log("out of reach")')
  await see(totalLight(before)).toContainText(/\d+ saved on this device$/)
  // A page that is left has time for one more try, which nothing holds up: the log would be handed in by it.
  await first.killHard()
  const other = await openProfile()
  const there = await firstPage(other)
  await continueHere(there, link)
  // Its work is in the log: the words that the first one left beside its own are no longer the newest.
  await see.poll(() => opsOf(db, id).length).toBeGreaterThan(2)
  // Closed while it has the test: nothing of its own comes too late, and beside the log.
  await other.context.close()
  const own = await openProfile({ isWithoutWorker: true, folder: first.folder })
  const mine = await firstPage(own)
  try {
    // Everything but the log goes through.
    await own.context.route(/\/api\/v1\/sync$/, (route) => route.abort())
    await continueHere(mine, link)
    await see.poll(() => codeOf(mine)).toBe('console.log("sent")')
    await see(totalLight(mine)).toContainText(/\d+ saved on this device/)
    await mine.getByRole('button', { name: 'Finish', exact: true }).click()
    await see(dialog(mine)).toContainText(/changes? (is|are) on this device alone/)
    await mine.keyboard.press('Escape')
    expect(quarantinedOf(db, id)).toEqual([])

    await own.context.unroute(/\/api\/v1\/sync$/)
    await see.poll(() => codeOf(mine), { timeout: 60_000 }).toBe('console.log("out of reach")')
    await expectAllSaved(mine, 60_000)
  } finally {
    await own.context.close()
    db.close()
  }
})
