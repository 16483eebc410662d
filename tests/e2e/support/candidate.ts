import type { Locator, Page } from 'playwright'
import { see } from './see.ts'

/** A candidate's actions, in a candidate's words. */

export async function openInvitation(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await see(page.getByText('Welcome to')).toBeVisible()
}

export async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill("O'Neill-Żak")
  await page.getByLabel(/Mobile/).fill('5550100200')
  await page.getByRole('checkbox', { name: 'I hereby read all the Rules for the Test.' }).check()
}

/** From the invitation's link to the test screen. */
export async function beginTest(page: Page, link: string): Promise<void> {
  await openInvitation(page, link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await fillDetails(page)
  await startTest(page)
}

/** From the filled form to the test screen. */
export async function startTest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/candidate/ide').catch(async (error: Error) => {
    // The page says what kept the test from beginning.
    throw new Error(`${error.message}\nThe page says: ${await page.locator('body').innerText()}`)
  })
  await see(page.getByRole('region', { name: 'Code' })).toBeVisible()
}

export const editorOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Code' }).getByRole('textbox')

/** The dialog that covers the page until it is answered. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/** Opens the link of a test that another device has, and goes on here. */
export async function continueHere(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue' }).click()
  await dialog(page).getByRole('button', { name: 'Continue here' }).click()
  await page.waitForURL('**/candidate/ide')
}

/** A test that is opened again asks for full screen before it shows anything. A key is the page's once the question is gone. */
export async function enterFullScreen(page: Page): Promise<void> {
  const enter = dialog(page).getByRole('button', { name: 'Enter Full Screen' })
  await enter.click()
  await see(enter).toHaveCount(0)
  await see(page.getByRole('region', { name: 'Code' })).toBeVisible()
}

export async function chooseLanguage(page: Page, language: RegExp): Promise<void> {
  const choice = page.getByLabel('Language', { exact: true })
  const option = choice.locator('option').filter({ hasText: language })
  await choice.selectOption((await option.getAttribute('value')) ?? '')
}

/** Replaces what stands in the editor: once more where a dialog came up meanwhile and took the keys. */
export async function writeCode(page: Page, text: string): Promise<void> {
  const editor = editorOf(page)
  const [firstLine = ''] = text.split('\n')
  await see(async () => {
    await editor.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
    // The editor holds the lines in sight alone.
    await page.keyboard.press('ControlOrMeta+Home')
    await see(editor.locator('.cm-line').first()).toHaveText(firstLine, { timeout: 2_000 })
    await page.keyboard.press('ControlOrMeta+End')
  }).toPass({ timeout: 60_000 })
}

export async function codeOf(page: Page): Promise<string> {
  const lines = await editorOf(page).locator('.cm-line').allTextContents()
  return lines.join('\n')
}

export const openMcqs = (page: Page): Promise<void> =>
  page.getByRole('group', { name: 'Section' }).getByRole('button', { name: 'MCQs' }).click()
export const openProblems = (page: Page): Promise<void> =>
  page.getByRole('group', { name: 'Section' }).getByRole('button', { name: 'Problems' }).click()

/** The light of everything, in the top bar. */
export const totalLight = (page: Page): Locator => page.getByRole('banner').locator('.save-light-slot')

/** All that was done is with the server; a choice may still wait for its *Save*. */
export const expectAllSaved = (page: Page, timeout = 15_000): Promise<void> =>
  see(totalLight(page)).toContainText(/^(All saved|\d+ choices? not saved)/, { timeout })

/** Goes out of reach, or back into it: pages and worker alike. */
export const setOffline = (page: Page, offline: boolean): Promise<void> => page.context().setOffline(offline)

/** Whether the page keeps a pressed key from the browser. */
export async function keepsKey(page: Page, key: string): Promise<boolean> {
  const title = await page.title()
  const told = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const look = (event: KeyboardEvent) => {
          if (['Control', 'Meta', 'Shift'].includes(event.key)) return
          removeEventListener('keydown', look)
          resolve(event.defaultPrevented)
          event.preventDefault()
        }
        addEventListener('keydown', look)
        document.title = 'listens'
      }),
  )
  await see(page).toHaveTitle('listens')
  await page.keyboard.press(key)
  const isKept = await told
  await page.evaluate((before) => {
    document.title = before
  }, title)
  return isKept
}

/** Another tab before the test's, which a browser that feigns focus would not tell of. */
export async function leaveTest(page: Page): Promise<{ comeBack: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  const other = await page.context().newPage()
  await other.bringToFront()
  return {
    async comeBack() {
      await other.close()
      await page.bringToFront()
      await session.detach()
    },
  }
}
