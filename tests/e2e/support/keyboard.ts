import type { Locator, Page } from 'playwright'

const MOST_STEPS = 160

export const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement).catch(() => false)

const isInEditor = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('.cm-editor') != null)

/** Presses Tab until the control has the focus: whoever cannot point gets there the same way. Esc leads out of an editor. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  for (let step = 0; step < MOST_STEPS; step++) {
    if (await isFocused(target)) return
    if (await isInEditor(page)) await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${target}`)
}

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
