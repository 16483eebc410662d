import type { Page } from 'playwright'
import { expect } from 'vitest'
import { see } from './see.ts'

/**
 * Statements are formatted by a part of the page that comes by and by: what is printed waits for it.
 * @param report with a statement that has something bold in it
 */
export async function printsWhatComesLate(report: Page): Promise<void> {
  const formatter = /\/Markdown-[^/]*\.js$/
  let letCome = () => {}
  const held = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await report.route(formatter, async (route) => {
    await held
    await route.continue()
  })
  await report.reload()
  const button = report.getByRole('button', { name: 'Print, PDF' })
  await see(button).toBeVisible()
  await report.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = document.querySelector('strong')?.textContent ?? 'nothing bold'
    }
  })
  await button.click()
  await see(button).toBeDisabled()
  const printed = () => report.evaluate(() => document.body.dataset.printed ?? 'not printed')
  expect(await printed()).toBe('not printed')
  letCome()
  await see.poll(printed).toBe('2 metres')
  await report.unroute(formatter)
}
