import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { Rng } from '../../offline/simulator/rng.ts'
import { firstPage, freshAttempts } from '../support/attempts.ts'
import {
  codeOf,
  editorOf,
  enterFullScreen,
  expectAllSaved,
  setOffline,
  writeCode,
} from '../support/candidate.ts'
import { draftsOf, newestAttempt } from '../support/database.ts'
import { openProfile } from '../support/profile.ts'
import { see } from '../support/see.ts'

/**
 * The browser is killed with SIGKILL at random moments while somebody types without a network. Each key that was shown
 * as saved on this device is there when the browser is opened again.
 */

const KILLS = Number(process.env.HOLDFAST_BROWSER_KILLS ?? 1)
const SEED = Number(process.env.HOLDFAST_SEED ?? 1)
/** A kill comes at the latest so long after something new was shown as saved. */
const LATEST_MS = 1_500

const { now, database } = freshAttempts()
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface Watched {
  /** The newest text that the light of the editor called saved, as it stood at that moment. */
  shown: string
}

/**
 * Tells of the text whenever the light beside the editor says that it is saved. The words are about the editor's text
 * at that moment, because a key pressed since would have changed them at once.
 */
async function watchLight(page: Page): Promise<Watched> {
  const watched: Watched = { shown: '' }
  await page.exposeFunction('savedHere', (text: string) => {
    watched.shown = text
  })
  await page.evaluate(() => {
    const tell = (window as unknown as { savedHere(text: string): void }).savedHere
    const look = () => {
      const light = document.querySelector('.editor-state .save-light-slot')?.textContent ?? ''
      const lines = [...document.querySelectorAll('.editor-body .cm-line')].map((line) => line.textContent)
      if (/^saved/.test(light)) tell(lines.join('\n'))
    }
    const head = document.querySelector('.editor-state')
    if (head)
      new MutationObserver(look).observe(head, { childList: true, characterData: true, subtree: true })
    look()
  })
  return watched
}

/** Types on until the browser is gone: words in bursts, between them a save or a rest. */
async function typeOn(page: Page, rng: Rng, typed: { text: string }): Promise<void> {
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  for (;;) {
    for (let left = 2 + rng.below(12); left > 0; left--) {
      const key = rng.chance(0.15) ? ' ' : String.fromCharCode(97 + rng.below(26))
      // Noted before it is pressed: the browser may die between the two.
      typed.text += key
      await page.keyboard.insertText(key)
    }
    if (rng.chance(0.5)) await page.keyboard.press('ControlOrMeta+s')
    // Without a rest something newer is always being typed, and the light says so.
    if (rng.chance(0.5)) await pause(rng.below(1_500))
  }
}

it(`${KILLS} kills of the browser: what was shown as saved on this device is there (seed ${SEED})`, {
  timeout: 60_000 + KILLS * 20_000,
}, async () => {
  const rng = new Rng(SEED)
  // Text alone: nothing that the editor would complete, close or indent by itself.
  const typed = { text: 'begin ' }
  await writeCode(now.page, typed.text)
  await expectAllSaved(now.page)
  const { folder } = now.profile
  await setOffline(now.page, true)
  for (let round = 1; round <= KILLS; round++) {
    const watched = await watchLight(now.page)
    const before = typed.text
    const typing = typeOn(now.page, rng, typed).catch(() => {})
    await see.poll(() => watched.shown.length).toBeGreaterThan(before.length)
    await pause(rng.below(LATEST_MS))
    await now.profile.killHard()
    await typing

    now.profile = await openProfile({ folder })
    await now.profile.context.setOffline(true)
    now.page = await firstPage(now.profile)
    await now.page.goto(`${now.server.base}/candidate/ide`)
    await enterFullScreen(now.page)
    await see.poll(() => codeOf(now.page)).toContain('begin')
    const there = await codeOf(now.page)
    const where = `kill ${round}, seed ${SEED}`
    expect(there.length, where).toBeGreaterThanOrEqual(watched.shown.length)
    expect(there.startsWith(watched.shown), where).toBe(true)
    // Nothing that was not typed, and nothing out of order.
    expect(typed.text.startsWith(there), where).toBe(true)
    typed.text = there
  }

  await setOffline(now.page, false)
  await expectAllSaved(now.page, 60_000)
  const db = database()
  expect(draftsOf(db, newestAttempt(db).id)[0]).toBe(typed.text)
  db.close()
})
