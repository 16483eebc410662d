import type { Locator, Page } from 'playwright'
import { see } from './see.ts'

const MAX_STEPS = 160

type Focus = 'here' | 'in an editor' | 'elsewhere' | 'target is gone'

/**
 * Presses Tab until the control has the focus: whoever cannot point gets there the same way. Esc leads out of an editor.
 * The control is looked up once, for that costs more than the way to it; again only where the page has drawn it anew.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const found = async () => {
    // A control that still waits for its data is passed over by Tab; a person waits as well.
    await see(target).toBeEnabled()
    return target.elementHandle()
  }
  let control = await found()
  for (let step = 0; step < MAX_STEPS; step++) {
    const focus = await control?.evaluate((element): Focus => {
      if (!element.isConnected) return 'target is gone'
      if (element === document.activeElement) return 'here'
      return document.activeElement?.closest('.cm-editor') ? 'in an editor' : 'elsewhere'
    })
    if (focus === 'here') return
    if (focus === 'target is gone') {
      control = await found()
      continue
    }
    if (focus === 'in an editor') await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${target}`)
}

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
