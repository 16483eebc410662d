import { expect, it } from 'vitest'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { texts } from '#contract/texts.ts'
import { violationsOf } from '../support/axe.ts'
import { openConsole } from '../support/console.ts'
import { linkIn, mailTo } from '../support/mail.ts'
import { see } from '../support/see.ts'

/** Accounts in the browser: sign-up, login, forgotten passwords, the profile, and the super admin's organizations. */

const { server, page, faults, button, field, said } = await openConsole({
  env: { SUPPORT_PHONE: '555 010 020', SUPPORT_EMAIL: 'help@hf.example' },
})
page.on('console', (message) => {
  if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text().slice(0, 200))
})
const ANA = 'ana@harbour.example'
const MOVED = 'ana.berg@harbour.example'
const FIRST = 'four plain words here'
const SECOND = 'other plain words here'

const go = (path: string) => page.goto(server.base + path)
const path = () => new URL(page.url()).pathname

async function login(email: string, password: string): Promise<void> {
  await field('Email').fill(email)
  await field('Password').fill(password)
  await button('Login').click()
}

async function logout(): Promise<void> {
  await page
    .getByRole('button', { name: /^Profile of/ })
    .first()
    .click()
  await button('Logout').click()
  await see(page.getByRole('alertdialog', { name: consoleTexts.logoutQuestion })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
}

it("'Get Signup Link' mails a link; its form makes the account, and the account signs in", async () => {
  await go('/login')
  await page.getByRole('link', { name: consoleTexts.signUp }).click()
  await see(field(consoleTexts.enterWorkEmail)).toBeVisible()
  await button(consoleTexts.getSignupLink).click()
  await see(page.getByText(texts.emailRequired)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await field(consoleTexts.enterWorkEmail).fill(ANA.toUpperCase())
  await button(consoleTexts.getSignupLink).click()
  await see(page.getByRole('alert')).toContainText(
    'this server cannot send email yet. Ask your administrator for it.',
  )

  await page.goto(linkIn(await mailTo(server, ANA, /sign-up link/), '/accept/invite'))
  await see(page.getByText(ANA)).toBeVisible()
  await button(consoleTexts.signup).click()
  for (const words of [
    consoleTexts.signUpFirstNameRequired,
    consoleTexts.signUpLastNameRequired,
    consoleTexts.invalidMobileNumber,
    texts.passwordTooShort,
    consoleTexts.confirmationRequired,
    consoleTexts.organizationNameRequired,
  ])
    await see(page.getByText(words, { exact: true })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await field('First Name').fill('Ana')
  await field('Last Name').fill('Berg')
  await field('Mobile Number').fill('5550100300')
  await field('Organization Name').fill('Harbour Works')
  await field('Password').fill('qwerty')
  await see(page.getByText('too common')).toBeVisible()
  await field('Password').fill(FIRST)
  // Copied from one field, pasted into the other: neither happens.
  await button('Show Password').click()
  await see(field('Password')).toHaveAttribute('type', 'text')
  await field('Password').press('ControlOrMeta+a')
  await field('Password').press('ControlOrMeta+x')
  await see(field('Password')).toHaveValue(FIRST)
  await field('First Name').press('ControlOrMeta+a')
  await field('First Name').press('ControlOrMeta+c')
  await field('Confirm Password').press('ControlOrMeta+v')
  await see(field('Confirm Password')).toHaveValue('')
  await field('Confirm Password').fill('something else')
  await see(page.getByText(consoleTexts.passwordsMustMatch)).toBeVisible()
  await field('Confirm Password').fill(FIRST)
  await button(consoleTexts.signup).click()
  await page.waitForURL('**/login')
  await see(page.getByText(consoleTexts.accountCreated)).toBeVisible()
  await see(field('Email')).toHaveValue(ANA)

  await login(ANA, FIRST)
  await see(page.getByText(texts.noOngoingDrives)).toBeVisible()
  await see(page.getByText('100 Credits').first()).toBeVisible()
})

it('at the first login the tour begins by itself, once; whatever is done beside it ends it', async () => {
  const guide = page.getByRole('dialog')
  await see(guide).toContainText('1 of 9')
  await guide.getByRole('button', { name: 'Next' }).click()
  await see(guide).toContainText('2 of 9')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Rules' }).first().click()
  await see(page.getByRole('heading', { name: 'Rules (0)' })).toBeVisible()
  await see(guide).toHaveCount(0)
  await page.reload()
  await logout()
  await login(ANA, FIRST)
  await see(page.getByText(texts.noOngoingDrives)).toBeVisible()
  await see(guide).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
})

it('who is signed in is told so by an invitation, and signs out to open it', async () => {
  await go('/accept/invite/anything')
  await said(`You are signed in as ${ANA}. Sign out to accept the invitation.`)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await page.waitForURL('**/admin')
  await go('/accept/invite/anything')
  await button('Sign out and accept').click()
  await page.waitForURL('**/invalid_token')
})

it('an invalid token leads to the invalid-invitation page, an unknown path to the login root', async () => {
  await page.goto(linkIn(await mailTo(server, ANA, /sign-up link/), '/accept/invite'))
  await page.waitForURL('**/invalid_token')
  await see(page.getByText('already accepted or has expired')).toContainText('contact the administrator')
  await go('/nothing/of/this/kind')
  await see(button('Login')).toBeVisible()
  expect(path()).toBe('/')
  for (const guarded of ['/mails', '/administrant/audit_log', '/profile']) {
    await go(guarded)
    await page.waitForURL('**/login')
  }
  for (const [open, title] of [
    ['/reviewer', 'Reviewer'],
    ['/page_not_found', 'Oops, page not found'],
  ] as const) {
    await go(open)
    await see(page.getByRole('heading', { name: title })).toBeVisible()
    expect(path()).toBe(open)
  }
})

it("'Forgot Password': the link sets a new one, and whoever was signed in is out", async () => {
  // A fresh login: the one that came between would lead back to where it came from.
  await go('/')
  await login(ANA, FIRST)
  await page.waitForURL('**/admin')
  await go('/forgot_password')
  await field('Email').fill(ANA)
  await button(consoleTexts.sendRequest).click()
  await see(page.getByRole('alert')).toContainText('link to choose a new password')
  await page.goto(linkIn(await mailTo(server, ANA, /Reset/), '/verify_forgot_password'))
  await field('Password').fill(SECOND)
  await field('Confirm Password').fill(SECOND)
  const link = page.url()
  await button(consoleTexts.resetPassword).click()
  await page.waitForURL('**/login')
  await see(page.getByText(consoleTexts.passwordChanged)).toBeVisible()
  await login(ANA, FIRST)
  await see(page.getByRole('alert')).toContainText('Wrong email or password.')
  await page.goto(link)
  await field('Password').fill(SECOND)
  await field('Confirm Password').fill(SECOND)
  await button(consoleTexts.resetPassword).click()
  await see(page.getByRole('alert')).toContainText('already been used')
})

it('the login goes by keyboard alone', async () => {
  await go('/login?unauthorized=true')
  await see(page.getByText(texts.unauthorizedUser)).toBeVisible()
  await see(button('Login')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name') ?? '')
  const tabTo = async (name: string) => {
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab')
      if ((await focused()) === name) return
    }
    throw new Error(`Tab did not reach ${name}`)
  }
  await tabTo('email')
  await page.keyboard.press('Enter')
  await see(page.getByText(texts.emailRequired)).toBeVisible()
  await see(page.getByText(texts.passwordTooShort)).toBeVisible()
  expect(await focused()).toBe('email')
  await page.keyboard.type(ANA)
  await tabTo('password')
  await page.keyboard.type(SECOND)
  await page.keyboard.press('Tab')
  await see(page.getByRole('link', { name: consoleTexts.forgotPassword })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await see(field('Password')).toHaveAttribute('type', 'text')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  expect(await focused()).toBe('password')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin')
  // A message that was said to nobody stays with nobody.
  await see(page.getByText(texts.unauthorizedUser)).toHaveCount(0)
})

it("'Search (n Drives)' and the tour of nine steps open from the sidebar and end with Escape", async () => {
  await see(page.getByText(texts.noOngoingDrives)).toBeVisible()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: /^Search \(0 Drives\)$/ })
  await see(search).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await see(search).toBeHidden()
  await button(consoleTexts.startTour).click()
  const guide = page.getByRole('dialog')
  for (let step = 1; step <= 9; step++) {
    await see(guide).toContainText(`${step} of 9`)
    if (step < 9) await guide.getByRole('button', { name: 'Next' }).click()
  }
  await page.keyboard.press('Escape')
  await see(guide).toBeHidden()
  await see(button(consoleTexts.startTour)).toBeFocused()
  // The dialog takes its opener along: then the page's heading has the focus.
  await page
    .getByRole('button', { name: /^Profile of/ })
    .first()
    .click()
  const profile = page.getByRole('dialog', { name: 'Ana Berg' })
  await profile.getByRole('button', { name: consoleTexts.startTour }).click()
  // One that is still closing is a second dialog.
  await see(profile).toHaveCount(0)
  await see(guide).toContainText('1 of 9')
  await guide.getByRole('button', { name: 'Next' }).click()
  await see(guide).toContainText('2 of 9')
  await page.keyboard.press('Escape')
  await see(guide).toBeHidden()
  await see.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
})

it('Profile edit: a changed e-mail says so, and logs out after 5 seconds', async () => {
  await page
    .getByRole('button', { name: /^Profile of/ })
    .first()
    .click()
  const modal = page.getByRole('dialog', { name: 'Ana Berg' })
  await see(modal).toContainText(ANA)
  await see(modal.getByRole('link', { name: consoleTexts.needCredits })).toBeVisible()
  await modal.getByRole('button', { name: 'Edit' }).click()
  await modal.getByLabel('Email').fill('')
  await modal.getByLabel('Mobile Number').fill('0550100300')
  await modal.getByRole('button', { name: 'Update' }).click()
  await see(modal.getByText(consoleTexts.profileEmailRequired)).toBeVisible()
  await see(modal.getByText(consoleTexts.invalidMobileNumber)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await modal.getByLabel('Mobile Number').fill('5550100300')
  await modal.getByLabel('Email').fill(server.demo.admin.email)
  await modal.getByRole('button', { name: 'Update' }).click()
  await see(modal.getByText('Enter your password to change your email.')).toBeVisible()
  await modal.getByLabel('Password', { exact: true }).fill(SECOND)
  await modal.getByRole('button', { name: 'Update' }).click()
  await see(modal.getByText('There is already an account for this address.')).toBeVisible()
  await modal.getByLabel('Email').fill(MOVED)
  await modal.getByRole('button', { name: 'Update' }).click()
  await see(page.getByText(consoleTexts.emailUpdated)).toBeVisible()
  expect(path()).toBe('/admin')
  await page.waitForURL('**/login', { timeout: 15_000 })
  expect((await mailTo(server, ANA, /was changed/)).text).toContain(MOVED)
  await login(MOVED, SECOND)
  await page.waitForURL('**/admin')
  await logout()
})

it('a super admin edits an organization; what another one saved meanwhile is not written over unseen', async () => {
  await login(server.demo.super_admin.email, server.demo.super_admin.password)
  await see(page.getByRole('heading', { name: 'Organizations (2)' })).toBeVisible()
  await go('/admin')
  await page.waitForURL('**/organizations')
  const card = page.getByRole('article', { name: 'Northgate Marine Systems' })
  await card.getByRole('button', { name: /^Drive Candidates/ }).focus()
  await see(page.getByText('7 attended, 18 absent')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Search').fill('nobody has this name')
  await see(page.getByText(consoleTexts.noOrganizations)).toBeVisible()
  await page.getByLabel('Search').fill('harbour')
  await page.getByRole('article', { name: 'Harbour Works' }).getByRole('link', { name: /^Edit/ }).click()
  await see(page.getByText(MOVED)).toBeVisible()

  const credits = await field('Credits').inputValue()
  await field('Organization Name').fill('Four')
  await field('Contacts').fill('12345')
  await field('Credits').fill('10001')
  await field('Description').fill('Too short')
  await button(consoleTexts.updateOrganization).click()
  for (const words of [
    'Name must be at least 5 characters',
    'Description must be at least 10 characters',
    consoleTexts.invalidMobileNumber,
    consoleTexts.creditsTooMany,
  ])
    await see(page.getByText(words, { exact: true })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await field('Organization Name').fill('Harbour Works East')
  await field('Description').fill('Builds what floats.')
  await field('Contacts').fill('')
  await field('Credits').fill(credits)
  await elsewhere({ description: 'Written by another.', contact_number: '5550100300', credits: 45 })
  await button(consoleTexts.updateOrganization).click()
  const conflict = page.getByRole('alertdialog')
  await see(conflict).toContainText('Written by another.')
  await see(conflict).toContainText('Harbour Works East')
  // A refusal drops nothing of what was typed, nor does a reload in the midst of it.
  await page.reload()
  await see(field('Organization Name')).toHaveValue('Harbour Works East')
  await see(field('Description')).toHaveValue('Builds what floats.')
  await see(button('Discard draft')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await see.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1280, height: 800 })
  await button(consoleTexts.updateOrganization).click()
  await see(conflict).toContainText('Written by another.')
  // A field that only the other one changed stays theirs, and is not asked about.
  await see(conflict.getByRole('rowheader')).toHaveText(['Organization Name', 'Description'])
  await conflict.getByRole('button', { name: 'Overwrite with mine' }).click()
  const saved = page.getByRole('article', { name: 'Harbour Works East' })
  await see(saved).toContainText('45 Credits')
  await see(saved).toContainText('Builds what floats.')
  await saved.getByRole('link', { name: /^Edit/ }).click()
  await see(field('Contacts')).toHaveValue('5550100300')

  await page.getByRole('link', { name: 'Evidence' }).click()
  await see(page.getByText('Nothing has been checked since the server started')).toBeVisible()
  await see(page.getByRole('region', { name: 'Backups' })).toContainText('makes no backups by itself')
  await button('Check everything').click()
  await see(page.getByText('Everything is intact')).toBeVisible()
  await see(page.getByText(/^7 of 7$/)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Audit log' }).click()
  await see(page.getByRole('row').filter({ hasText: 'Changed the organization' }).first()).toContainText(
    'East',
  )
  await logout()
})

/** Another super admin saves the same organization, without this page. */
async function elsewhere(change: object): Promise<void> {
  await page.evaluate(async (changed) => {
    const read = (name: string) => localStorage.getItem(name) ?? ''
    const headers = {
      'access-token': read('accessToken'),
      client: read('client'),
      uid: read('uid'),
      'content-type': 'application/json',
    }
    const id = location.pathname.split('/')[3]
    const body = {
      show_name: 'Harbour Works',
      is_param_ai_allowed: false,
      allow_coding: true,
      allow_mcq: true,
      ...changed,
    }
    const answer = await fetch(`/api/v1/superadmin/organizations/${id}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }, change)
}

it('an admin of a demo reads the mails, in a frame that runs nothing, and sends one to oneself', async () => {
  await login(server.demo.admin.email, server.demo.admin.password)
  await page.getByRole('link', { name: 'Support' }).click()
  await see(page.getByRole('heading', { name: consoleTexts.welcomeToSupport })).toBeVisible()
  await see(page.getByText(consoleTexts.needMoreCredits)).toBeVisible()
  await see(page.getByRole('link', { name: '555 010 020' })).toBeVisible()
  await button('Send a test email').click()
  await see(page.getByText('Not sent', { exact: true })).toBeVisible()
  await see(
    page.getByText('No mail server is set up: it was not sent, and is kept on this server.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Emails' }).click()
  await see(page.getByRole('article', { name: 'Holdfast test email' })).toBeVisible()
  const frame = page.frameLocator('iframe')
  await see(frame.getByText('the test email you asked for')).toBeVisible()
  expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain('allow-scripts')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('tab', { name: 'Plain text' }).click()
  await see(page.getByLabel('Plain text').last()).toContainText('the test email you asked for')
})

it('nothing went wrong unseen', () => {
  expect(faults).toEqual([])
})
