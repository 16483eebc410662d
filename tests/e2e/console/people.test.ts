import { expect, it } from 'vitest'
import { violationsOf } from '../support/axe.ts'
import { openSignedIn } from '../support/console.ts'
import { openServerDatabase } from '../support/database.ts'
import { see } from '../support/see.ts'

/** Console specification, 2.15, 2.17 and the Param key of 2.3, in the browser. */

const { server, page, faults, button, row } = await openSignedIn()
const COLLEAGUE = 'new.colleague@northgate.example'

const said = (words: string | RegExp) => see(page.getByText(words).first()).toBeVisible()

it('the invite form tells both errors; by keyboard a colleague is invited, and again', async () => {
  await page.getByRole('link', { name: 'Users' }).first().click()
  await see(page.getByRole('heading', { name: 'Users (1)' })).toBeVisible()
  await button('Send the invitation').click()
  await said('Enter email')
  await said('Select role')
  await see(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('nobody')
  await said('Invalid email')
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Email').fill(COLLEAGUE)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Admin')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await said(/Invitation created\. It can be accepted for 7 days\. No email was sent/)
  await see(row(COLLEAGUE)).toContainText('Pending')
  await see(page.getByLabel('Email')).toHaveValue('')
  // Nothing is wrong with a form that begins anew.
  for (const words of ['Enter email', 'Select role']) await see(page.getByText(words)).toHaveCount(0)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await row(COLLEAGUE)
    .getByRole('button', { name: `Copy link of ${COLLEAGUE}` })
    .click()
  await said('Link copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/accept/invite/')
  await row(COLLEAGUE)
    .getByRole('button', { name: `Send again to ${COLLEAGUE}` })
    .click()
  await said(/Invitation created again/)
  await page.getByRole('textbox', { name: 'Email' }).fill(server.demo.admin.email)
  await page.getByLabel('Role').selectOption('Admin')
  await button('Send the invitation').click()
  await said('This person already has an account in your organization.')
  const email = page.getByRole('textbox', { name: 'Email' })
  await see(email).toHaveValue(server.demo.admin.email)
  await see(email).toBeFocused()
  // A refusal stands at its field until that one changes.
  await page.getByLabel('Role').selectOption({ index: 0 })
  await said('This person already has an account in your organization.')
  await email.fill('somebody.else@northgate.example')
  await see(page.getByText('This person already has an account')).toHaveCount(0)
})

it('a list of more people than 200 stands on pages', async () => {
  const db = openServerDatabase(server.data)
  db.prepare(`INSERT INTO users (organization_id, email, email_key, role, is_active, invitation_accepted, created_at, updated_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 230)
    SELECT organization_id, 'many' || i || '@northgate.example', 'many' || i || '@northgate.example', 'Admin', 1, 1, 1, 1
    FROM n, (SELECT organization_id FROM users WHERE email = ?)`).run(server.demo.admin.email)
  await page.goto(`${server.base}/users`)
  const rows = page.getByRole('table', { name: 'Users' }).locator('tbody tr')
  await see(rows).toHaveCount(200)
  await button('Page 2').click()
  await see(rows).toHaveCount(32)
  await see(rows.first()).toContainText('201')
  db.exec("DELETE FROM users WHERE email LIKE 'many%'")
  db.close()
  // A page that is gone leads to the last one there is.
  await page.reload()
  await see(rows).toHaveCount(2)
  await page.waitForURL('**/users')
})

it('users stand with their state; oneself cannot be switched off, others after a question', async () => {
  await see(page.getByRole('columnheader')).toHaveText([
    '#',
    'First Name',
    'Last Name',
    'Email',
    'Mobile Number',
    'Role',
    'Invitation Status',
    'Active User',
  ])
  await see(row(server.demo.admin.email)).toContainText('Accepted')
  await see(row(server.demo.admin.email).getByRole('checkbox')).toBeDisabled()
  await row(COLLEAGUE).getByRole('checkbox').click()
  await said(`Are you sure you want to deactivate ${COLLEAGUE}?`)
  await button('Cancel').click()
  await see(row(COLLEAGUE).getByRole('checkbox')).toBeChecked()
  await row(COLLEAGUE).getByRole('checkbox').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await said('The user is inactive.')
  await see(row(COLLEAGUE).getByRole('checkbox')).not.toBeChecked()
  // A user who is switched off goes behind the active ones.
  await see(page.getByRole('row').nth(2)).toContainText(COLLEAGUE)
  await page.getByLabel('Search User').fill('COLLEAGUE')
  await see(page.getByRole('heading', { name: 'Users (1)' })).toBeVisible()
  await page.getByLabel('Search User').fill('nobody at all')
  await said("No one found for 'nobody at all'.")
  expect(await violationsOf(page)).toEqual([])
})

it('feedbacks stand with their rating in words, and are deleted after a question', async () => {
  await page.getByRole('link', { name: 'Feedbacks' }).first().click()
  await see(page.getByRole('heading', { name: 'Candidates Feedbacks (7)' })).toBeVisible()
  const tile = page.getByRole('article').first()
  await see(tile).toContainText(/Very bad|Bad|OK|Good/)
  await see(tile).toContainText('Internship Drive')
  const name = (await tile.getByRole('heading').textContent()) ?? ''
  expect(await violationsOf(page)).toEqual([])
  await button(`Delete the feedback of ${name}`).click()
  await said(`Are you sure you wish to delete feedback of ${name}?`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await said('Feedback deleted successfully.')
  await see(page.getByRole('heading', { name: 'Candidates Feedbacks (6)' })).toBeVisible()
  const db = openServerDatabase(server.data)
  db.exec('DELETE FROM feedbacks')
  db.close()
  await page.reload()
  await said('Feedbacks Not Found')
})

it('the Param key is there where it is allowed: made, shown once, made anew, revoked', async () => {
  await page.goto(`${server.base}/profile`)
  await see(page.getByText('97 Credits').or(page.getByText('100 Credits')).first()).toBeVisible()
  await see(page.getByText('Param key')).toHaveCount(0)
  const db = openServerDatabase(server.data)
  db.prepare('UPDATE organizations SET is_param_ai_allowed = 1').run()
  db.close()
  await page.reload()
  await button('Create key').click()
  const key = page.getByRole('textbox', { name: 'Param key' })
  await see(key).toHaveValue(/^param_[\w-]{40,}$/)
  const first = await key.inputValue()
  await said('Copy it now: it will not be shown again.')
  expect(await violationsOf(page)).toEqual([])
  await button('Replace key').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace key' }).click()
  await see(key).not.toHaveValue(first)
  await page.reload()
  await said('Not used yet.')
  await see(key).toHaveCount(0)
  await button('Revoke').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await see(button('Create key')).toBeVisible()
  await page.goto(`${server.base}/assessment/create`)
  await see(page.getByText('Param Assessment')).toBeVisible()
  expect(faults).toEqual([])
})
