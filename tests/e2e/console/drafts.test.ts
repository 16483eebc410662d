import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { firstPage } from '../support/attempts.ts'
import { openSignedIn } from '../support/console.ts'
import { openProfile } from '../support/profile.ts'
import { see } from '../support/see.ts'

/** Text that is typed without a rest is kept on the device: when the page is left, and while typing goes on. */

const { server, profile, page, faults } = await openSignedIn()

const TEXT = 'Ships leave the harbour at low tide and come back at high tide.'
/** Between two keys: shorter than any rest that a form could wait for. */
const KEY_MS = 30

const forms = [
  { name: 'a problem', path: 'problem/create', label: 'Description' },
  { name: 'a question', path: 'question/create', label: 'Question Description' },
]

const description = (on: Page, label: string) => on.getByLabel(label, { exact: true })

it('two tabs with a new drive keep what was typed into each', async () => {
  const typedInto = (tab: Page) => ({ title: tab.getByLabel('Title'), about: tab.getByLabel('Description') })
  const draft = (tab: Page) => see(tab.getByText(/^Draft kept/)).toBeVisible()
  const other = await profile.context.newPage()
  for (const tab of [page, other]) await tab.goto(`${server.base}/drive/create`)
  await typedInto(page).title.fill('First tab')
  await typedInto(page).about.fill(TEXT)
  await typedInto(other).title.fill('Second tab')
  for (const tab of [page, other]) await draft(tab)
  await page.reload()
  await see(typedInto(page).title).toHaveValue('First tab')
  await see(typedInto(page).about).toHaveValue(TEXT)
  await other.reload()
  await see(typedInto(other).title).toHaveValue('Second tab')
  await other.close()
  // Nobody has it any more: a fresh page offers it.
  const fresh = await profile.context.newPage()
  await fresh.goto(`${server.base}/drive/create`)
  await see(typedInto(fresh).title).toHaveValue('Second tab')
  await fresh.close()
})

it('two tabs with the same dialog keep what was typed into each', async () => {
  const email = (tab: Page) => tab.getByRole('dialog').getByLabel('Email')
  const other = await profile.context.newPage()
  const tabs = [page, other]
  for (const tab of tabs) await tab.goto(`${server.base}/admin/drive/1/candidates/invite`)
  await email(page).fill('first@people.example')
  await email(other).fill('second@people.example')
  await page.reload()
  await see(email(page)).toHaveValue('first@people.example')
  await other.reload()
  await see(email(other)).toHaveValue('second@people.example')
  // Given up in one tab, it stays in the other.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await other.reload()
  await see(email(other)).toHaveValue('second@people.example')
  await other.close()
})

it.each(forms)('the description of $name is whole after a reload in the midst of typing', async (form) => {
  await page.goto(`${server.base}/${form.path}`)
  await description(page, form.label).click()
  await page.keyboard.type(TEXT, { delay: KEY_MS })
  await page.reload()
  await see(description(page, form.label)).toHaveValue(TEXT)
})

it('a browser killed in the midst of typing has lost the last moment at most', async () => {
  const [form] = forms
  if (!form) return
  await description(page, 'Question Description').waitFor()
  await page.goto(`${server.base}/${form.path}`)
  await see(description(page, form.label)).toHaveValue(TEXT)
  await description(page, form.label).press('ControlOrMeta+End')
  const typed = TEXT.repeat(2)
  await page.keyboard.type(typed, { delay: KEY_MS })
  await profile.killHard()
  const again = await openProfile({ folder: profile.folder })
  const after = await firstPage(again)
  await after.goto(`${server.base}/${form.path}`)
  await see(description(after, form.label)).toHaveValue(/tide/)
  const kept = await description(after, form.label).inputValue()
  // Half a second of waiting, and as much for a busy disk.
  expect(kept.length).toBeGreaterThan(TEXT.length + typed.length - 1_000 / KEY_MS)
  await again.context.close()
  expect(faults).toEqual([])
})
