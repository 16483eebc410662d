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
import { newestAttempt, quarantinedOf } from '../support/database.ts'
import { openProfile } from '../support/profile.ts'
import { see } from '../support/see.ts'

/** A device takes its test back while what it wrote out of reach cannot be handed in, by no worker either. */

const { now, database } = freshAttempts()

it('calls nothing saved that a takeover put aside, and goes on from it once the server has it', async () => {
  const link = now.server.demo.candidate_links.at(-1) ?? ''
  const own = await openProfile({ isWithoutWorker: true })
  const mine = await firstPage(own)
  await beginTest(mine, link)
  await writeCode(mine, 'console.log("sent")')
  await expectAllSaved(mine)
  const db = database()
  const { id } = newestAttempt(db)
  await setOffline(mine, true)
  await writeCode(mine, 'console.log("out of reach")')
  await see(totalLight(mine)).toContainText(/on this device/)
  const other = await openProfile()
  try {
    const page = await firstPage(other)
    await continueHere(page, link)
    await mine.goto('about:blank')
    // Everything but the log goes through.
    await own.context.route(/\/api\/v1\/sync$/, (route) => route.abort())
    await setOffline(mine, false)
    await continueHere(mine, link)
    await see.poll(() => codeOf(mine)).toBe('console.log("sent")')
    await see(totalLight(mine)).toContainText(/\d+ saved on this device/)
    await mine.getByRole('button', { name: 'Finish', exact: true }).click()
    await see(dialog(mine)).toContainText(/changes? (is|are) on this device alone/)
    await mine.keyboard.press('Escape')
    expect(quarantinedOf(db, id).join()).not.toContain('out of reach')

    await own.context.unroute(/\/api\/v1\/sync$/)
    await see.poll(() => codeOf(mine), { timeout: 60_000 }).toBe('console.log("out of reach")')
    await expectAllSaved(mine, 60_000)
  } finally {
    await other.context.close()
    await own.context.close()
    db.close()
  }
})
