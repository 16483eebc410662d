import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { beginTest, editorOf, expectAllSaved, writeCode } from '../../e2e/support/candidate.ts'
import { PROGRAM } from './program.ts'

/** A test that has just begun, with a program of more than 200 lines in its editor, kept and sent. */
export async function beginWithProgram(page: Page, link: string): Promise<void> {
  await beginTest(page, link)
  const language = page.getByRole('combobox', { name: 'Language' })
  await language.selectOption({ label: await labelOf(page, 'JavaScript') })
  await expect(editorOf(page)).toBeVisible()
  await writeCode(page, PROGRAM)
  await expect(editorOf(page)).toContainText('function')
  await expectAllSaved(page, 30_000)
}

/** A language by the beginning of its name: its version follows. */
async function labelOf(page: Page, name: string): Promise<string> {
  const labels = await page.getByRole('combobox', { name: 'Language' }).locator('option').allTextContents()
  const found = labels.find((label) => label.startsWith(name))
  if (!found) throw new Error(`The test has no ${name}: ${labels.join(', ')}`)
  return found
}
