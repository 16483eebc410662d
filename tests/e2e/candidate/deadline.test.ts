import { expect as see } from 'playwright/test'
import { expect, it } from 'vitest'
import { freshAttempts } from '../support/attempts.ts'
import { dialog, expectAllSaved, setOffline, writeCode } from '../support/candidate.ts'
import { draftsOf, newestAttempt, opsOf, setDeadline } from '../support/database.ts'

const { now, database } = freshAttempts()

it('finishes by itself when the clock reaches zero offline, and the server counts what it gets afterwards', async () => {
  await writeCode(now.page, 'console.log("before zero")')
  await expectAllSaved(now.page)
  const db = database()
  const attempt = newestAttempt(db)
  setDeadline(db, attempt.id, Date.now() + 15_000)
  await writeCode(now.page, 'console.log("before zero, once more")')
  await see.poll(() => draftsOf(db, attempt.id)[0], { timeout: 10_000 }).toContain('once more')
  await see(now.page.getByRole('timer')).toContainText('00 hr: 00 min:')
  await setOffline(now.page, true)
  await writeCode(now.page, 'console.log("the last words")')
  await see(dialog(now.page)).toContainText('Time over', { timeout: 40_000 })
  await now.page.getByRole('button', { name: 'Continue' }).click()
  await now.page.waitForURL('**/candidate/feedback')
  await setOffline(now.page, false)
  await see.poll(() => opsOf(db, attempt.id).at(-1)?.type, { timeout: 60_000 }).toBe('finish')
  const after = newestAttempt(db)
  expect(after.end_reason).toBe('Time over')
  expect(draftsOf(db, attempt.id)[0]).toBe('console.log("the last words")')
  const last = opsOf(db, attempt.id)
  expect(last.every((op) => op.verdict !== 'late')).toBe(true)
  db.close()
})
