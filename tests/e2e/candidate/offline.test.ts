import { describe, expect, it } from 'vitest'
import { firstPage, freshAttempts } from '../support/attempts.ts'
import {
  codeOf,
  dialog,
  enterFullScreen,
  expectAllSaved,
  openMcqs,
  openProblems,
  setOffline,
  totalLight,
  writeCode,
} from '../support/candidate.ts'
import { draftsOf, newestAttempt, opsOf } from '../support/database.ts'
import { openProfile } from '../support/profile.ts'
import { see } from '../support/see.ts'

const { now, database } = freshAttempts()

describe('out of reach', () => {
  it('keeps 40 s of typing and clicking on the device and sends all of it when the line is back', async () => {
    await expectAllSaved(now.page)
    await setOffline(now.page, true)
    const until = Date.now() + 40_000
    let written = 0
    while (Date.now() < until) {
      written++
      await writeCode(now.page, `// line ${written}\nconsole.log(${written})\n`)
      if (written % 8 === 0 && written <= 48) {
        await openMcqs(now.page)
        await now.page.getByRole('radio').or(now.page.getByRole('checkbox')).first().check()
        await now.page.getByRole('button', { name: 'Save & next' }).click()
        await openProblems(now.page)
      }
    }
    await see(totalLight(now.page)).toContainText(/on this device/)
    await see(
      now.page.getByText('You are offline. Keep working: everything is kept on this device.'),
    ).toBeVisible()
    await now.page.getByRole('button', { name: /^Submit/ }).click()
    await see(dialog(now.page)).toContainText('judged when the connection is back')
    await dialog(now.page).getByRole('button', { name: 'Not yet' }).click()
    // The line comes back, goes once more while that is said, and stays.
    await setOffline(now.page, false)
    await see(now.page.getByText(/^You are back online/)).toBeVisible()
    await setOffline(now.page, true)
    await see(now.page.getByText(/^You are back online/)).toHaveCount(0)
    await setOffline(now.page, false)
    await expectAllSaved(now.page, 60_000)
    const db = database()
    const attempt = newestAttempt(db)
    expect(draftsOf(db, attempt.id)[0]).toBe(`// line ${written}\nconsole.log(${written})\n`)
    const ops = opsOf(db, attempt.id)
    expect(ops.map((op) => op.seq)).toEqual(ops.map((_, i) => i + 1))
    expect(ops.some((op) => op.type === 'offline')).toBe(true)
    expect(ops.filter((op) => op.result === 'rejected')).toEqual([])
    db.close()
  })

  it('shows the same question, code and clock after the browser was killed offline and opened again offline', async () => {
    // Not the first problem: where one stands is kept as well.
    await now.page.keyboard.press('Alt+ArrowRight')
    await see(now.page.getByRole('region', { name: 'Statement' })).toContainText(/Problem 2/i)
    await writeCode(now.page, 'console.log("kept through kill -9")')
    await expectAllSaved(now.page)
    await setOffline(now.page, true)
    await writeCode(now.page, 'console.log("written offline, then kill -9")')
    await see(totalLight(now.page)).toContainText(/saved on this device$/)
    const { folder } = now.profile
    await now.profile.killHard()

    now.profile = await openProfile({ folder })
    await now.profile.context.setOffline(true)
    now.page = await firstPage(now.profile)
    // The invitation's link is what people click; it leads back into the test without the server.
    await now.page.goto(now.link)
    await now.page.getByRole('button', { name: 'Continue the test' }).click()
    await enterFullScreen(now.page)
    await see.poll(() => codeOf(now.page)).toBe('console.log("written offline, then kill -9")')
    const db = database()
    const shown = /(\d+) hr: (\d+) min: (\d+) secs Remain/.exec(
      (await now.page.getByRole('timer').textContent()) ?? '',
    )
    const [hours, minutes, seconds] = (shown ?? []).slice(1).map(Number)
    const left = Math.round(((newestAttempt(db).deadline_at ?? 0) - Date.now()) / 1000)
    const told = (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
    expect(Math.abs(told - left)).toBeLessThanOrEqual(3)
    await now.profile.context.setOffline(false)
    await expectAllSaved(now.page, 60_000)
    expect(draftsOf(db, newestAttempt(db).id)[0]).toBe('console.log("written offline, then kill -9")')
    db.close()
  })

  it('tells of each piece at the end, in words, whether it is on the server or still here, and follows', async () => {
    const { page } = now
    await writeCode(page, 'console.log("sent before")')
    await expectAllSaved(page)
    await setOffline(page, true)
    await openMcqs(page)
    await page.getByRole('radio').or(page.getByRole('checkbox')).first().check()
    await page.getByRole('button', { name: 'Save & next' }).click()
    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Finish the test' }).click()
    await page.waitForURL('**/candidate/feedback')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.waitForURL('**/candidate/endpage')
    const piecesIn = (place: string) => page.getByRole('region', { name: place }).getByRole('listitem')
    const camera = { hasNotText: 'Camera pictures' }
    await see(piecesIn('Still on this device').filter(camera)).toContainText([
      /^MCQ 1.*saved on this device$/,
      /^Finish.*saved on this device$/,
    ])
    await see(piecesIn('On the server').filter(camera)).toHaveText([/^1 .*draft.*saved \d\d:\d\d:\d\d/])
    await setOffline(page, false)
    await see(piecesIn('Still on this device')).toHaveCount(0)
    await see(piecesIn('On the server').filter(camera)).toHaveText([
      /^1 .*draft.*saved/,
      /^MCQ 1.*saved/,
      /^Finish.*saved/,
    ])
  })
})
