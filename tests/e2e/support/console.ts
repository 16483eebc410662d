import type { Download, Locator, Page } from 'playwright'
import { afterAll } from 'vitest'
import { signIn } from './admin.ts'
import { firstPage } from './attempts.ts'
import { openProfile } from './profile.ts'
import { see } from './see.ts'
import { startTestServer } from './server.ts'

/** The words a test of the console says often, of one page. */
export const verbsOf = (page: Page) => ({
  button: (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: true }),
  field: (label: string): Locator => page.getByLabel(label, { exact: true }),
  card: (name: string): Locator => page.getByRole('article', { name }),
  row: (text: string): Locator => page.getByRole('row').filter({ hasText: text }),
  /** Waits until these words stand somewhere: the whole of a text where they are no pattern. */
  said: (words: string | RegExp): Promise<void> =>
    see(page.getByText(words, { exact: true }).first()).toBeVisible(),
  /** Replaces what stands in an editor. */
  async write(editor: Locator, text: string): Promise<void> {
    await editor.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(text)
  },
})

/** The file that a button brings. If none comes, the error tells what the page says. */
export async function downloadOf(page: Page, button: Locator): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download').catch(async (error: Error) => {
      throw new Error(`${error.message}\nThe page says: ${await page.locator('body').innerText()}`)
    }),
    button.click(),
  ])
  return download
}

/** The server does what it is called for, and its answers are held back. @returns lets them go, and later ones by */
export async function holdAnswers(page: Page, url: string): Promise<() => Promise<void>> {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const answers: Promise<void>[] = []
  await page.route(url, (route) => {
    const answer = (async () => {
      const response = await route.fetch()
      await gone
      await route.fulfill({ response })
    })()
    answers.push(answer)
    return answer
  })
  return async () => {
    letGo()
    await Promise.all(answers)
    await page.unroute(url)
  }
}

/**
 * A server and a browser for the whole file, with nobody signed in; both go when the file is done. To be awaited where
 * the file begins.
 * @param env settings of the server
 */
export async function openConsole({ env }: { env?: Record<string, string> } = {}) {
  const closing: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of closing.toReversed()) await close()
  })
  const server = await startTestServer(env ? { env } : {})
  closing.push(() => server.stop())
  const profile = await openProfile()
  closing.push(() => profile.context.close())
  const page = await firstPage(profile)
  /** The errors in the page that nobody saw. */
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  return { server, profile, page, faults, ...verbsOf(page) }
}

/** As `openConsole`, with the demonstration's admin signed in. */
export async function openSignedIn() {
  const opened = await openConsole()
  await signIn(opened.page, opened.server)
  return opened
}
