import type { Locator } from 'playwright'
import { expect, it } from 'vitest'
import { must } from '../../factories/client.ts'
import { Device, fillIn } from '../../factories/device.ts'
import { openSignedIn } from '../support/console.ts'
import { openServerDatabase } from '../support/database.ts'
import { see } from '../support/see.ts'

/**
 * Text that was typed into a dialog when the session ended stands there again after the next sign-in, until it was
 * sent.
 */

const { server, page, faults, button, field, said, row, write } = await openSignedIn()
const db = openServerDatabase(server.data)
const { email, password } = server.demo.admin
const dialog = page.getByRole('dialog')
const drive = db.prepare("SELECT id FROM drives WHERE name = 'Graduate Engineer Drive'").pluck().get()

/** Somebody is in the midst of the test. */
async function beginOne(): Promise<void> {
  const send = (path: string, init?: RequestInit) => fetch(server.base + path, init)
  const invitation = server.demo.candidate_links[0]?.split('/').at(-1) ?? ''
  const { candidate_id } = await must(send, 'getDrive', { params: { token: invitation } })
  const token = await fillIn(send, { invitation, candidateId: candidate_id })
  await new Device(send, token, Date.now).start()
}

async function signInAgain(): Promise<void> {
  await said('Unauthorized User')
  await field('Email').fill(email)
  await field('Password').fill(password)
  await button('Login').click()
}

interface Dialog {
  what: string
  path: string
  open: () => Promise<void>
  typed: () => Locator
  text: string
  send: string
  done: string | RegExp
}

const dialogs: Dialog[] = [
  {
    what: 'addresses to invite',
    // A dialog with an address of its own: the sign-in leads back into it.
    path: `admin/drive/${drive}/candidates/invite`,
    open: () => Promise.resolve(),
    typed: () => dialog.getByLabel('Email'),
    text: 'first@people.example, second@people.example',
    send: 'Send Invitation',
    done: /^2 candidates were invited\. No email was sent/,
  },
  {
    what: 'a message to a candidate',
    path: `admin/drive/${drive}/candidates`,
    open: async () => {
      await row('Running')
        .getByRole('button', { name: /^Actions for/ })
        .click()
      await page.getByRole('menuitem', { name: 'Send a message' }).click()
    },
    typed: () => dialog.getByLabel('Message'),
    text: 'The second problem has a typing mistake: n is at least 1.',
    send: 'Send',
    done: 'Message sent.',
  },
  {
    what: 'a rule',
    path: 'rules',
    open: () => Promise.resolve(),
    typed: () => page.getByPlaceholder('Type New Rule Here'),
    text: 'Keep the harbour in sight.',
    send: 'Add Rule',
    done: 'Keep the harbour in sight.',
  },
]

it('what was typed is there again', async () => {
  await beginOne()
  for (const { path, open, typed, text, send, done } of dialogs) {
    await page.goto(`${server.base}/${path}`)
    await open()
    await typed().fill(text)
    db.prepare('DELETE FROM sessions').run()
    await button(send).click()
    await signInAgain()
    await open()
    await see(typed()).toHaveValue(text)
    await button(send).click()
    await said(done)
    await page.reload()
    await open()
    await see(typed()).toHaveValue('')
  }
  expect(faults).toEqual([])
})

it('what was given up is not', async () => {
  await page.goto(`${server.base}/institute`)
  await button('Add Institute').click()
  await dialog.getByLabel('Name').fill('Harbour College')
  await page.reload()
  await button('Add Institute').click()
  await see(dialog.getByLabel('Name')).toHaveValue('Harbour College')
  await button('Cancel').click()
  await button('Add Institute').click()
  await see(dialog.getByLabel('Name')).toHaveValue('')
})

it('a test case and a template are whole after a reload', async () => {
  await page.goto(`${server.base}/problem/create`)
  await button('Add test').click()
  await dialog.getByLabel('Input').fill('3 1 2')
  await page.reload()
  await button('Add test').click()
  await see(dialog.getByLabel('Input')).toHaveValue('3 1 2')
  await page.goto(`${server.base}/problems?tab=template`)
  await button('Add Template').click()
  const code = page.getByRole('textbox', { name: /^Code in/ })
  await write(code, '# begin here')
  await page.reload()
  await button('Add Template').click()
  await see(code).toHaveText('# begin here')
})
