import type { Locator } from 'playwright'
import { expect, it } from 'vitest'
import { choiceKey, codeKey } from '#contract/ops.ts'
import { must, signIn } from '../../factories/client.ts'
import { Device } from '../../factories/device.ts'
import { openSignedIn } from '../support/console.ts'
import { newestAttempt, openServerDatabase, setDeadline } from '../support/database.ts'
import { see } from '../support/see.ts'

/**
 * The place where the keyboard goes on after something was done: nobody should have to begin at the top of the page
 * again.
 */

const { server, page, faults, button, field, said, row, write } = await openSignedIn()
const send = (path: string, init?: RequestInit) => fetch(server.base + path, init)

it('where less motion is asked for nothing moves: a dialog that waited for the end of a move might miss it', async () => {
  await page.goto(`${server.base}/institute`)
  await button('Add Institute').click()
  const dialog = page.getByRole('dialog')
  await see(dialog).toHaveCSS('animation-name', 'none')
  await page.keyboard.press('Escape')
  await see(dialog).toHaveCount(0)
  await see(button('Add Institute')).toBeFocused()
})

it('an entry of a menu that opens nothing gives the focus back to the button of the menu', async () => {
  const invitation = (server.demo.candidate_links[0] ?? '').split('/').at(-1) ?? ''
  const { drive, candidate_id } = await must(send, 'getDrive', { params: { token: invitation } })
  const { auth_token } = await must(send, 'putCandidate', {
    params: { id: candidate_id },
    body: { first_name: 'Ada', last_name: 'Stern', mobile_number: '5550100200', token: invitation },
  })
  await must(send, 'getDriveProblems', { params: { id: drive.id }, query: { token: auth_token } })
  const headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  const { candidates } = await must(send, 'getCandidateList', { headers, params: { driveId: drive.id } })
  const { email, token } = candidates.find(({ id }) => id === candidate_id) ?? {}
  if (!email || !token) throw new Error('The candidate is not in the list')
  await must(send, 'postPause', { headers, params: { ref: token }, body: {} })
  await page.goto(`${server.base}/admin/drive/${drive.id}/candidates`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const menu = button(`Actions for ${email}`)
  const choose = async (words: string) => {
    await menu.focus()
    await page.keyboard.press('Enter')
    await see(page.getByRole('menu')).toBeFocused()
    const items = page.getByRole('menuitem')
    const at = (await items.allInnerTexts()).indexOf(words)
    const before = items.nth(at === 0 ? 1 : at - 1)
    while ((await before.getAttribute('data-highlighted')) === null) await page.keyboard.press('ArrowDown')
    // Chosen as soon as it is reached, as on a slow device: the menu puts its own focus off to the next frame.
    await items.nth(at).evaluate(
      async (item, step) => {
        const press = (key: string) =>
          item.parentElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
          )
        press(step)
        while (!item.hasAttribute('data-highlighted')) await new Promise((done) => setTimeout(done))
        press('Enter')
      },
      at === 0 ? 'ArrowUp' : 'ArrowDown',
    )
    await see(page.getByRole('menu')).toHaveCount(0)
  }
  await choose('Copy link')
  await said(/^Link copied/)
  await see(menu).toBeFocused()
  await choose('Resume')
  await see(row(email)).toContainText('Running')
  await see(menu).toBeFocused()
})

it('a button that is busy, or has done all there is to do, keeps the focus', async () => {
  await page.goto(`${server.base}/problem/create`)
  await page.getByLabel('Problem Title').fill('Run by keyboard')
  await button('Add test').click()
  const modal = page.getByRole('dialog')
  await modal.getByRole('textbox', { name: 'Input' }).fill('3')
  await modal.getByRole('textbox', { name: 'Output' }).fill('3')
  await modal.getByLabel('Marks').fill('1')
  await button('Add', modal).click()
  await write(page.getByRole('textbox', { name: 'Reference solution' }), 'console.log(3)')
  const run = button('Run on all tests')
  await run.focus()
  await page.keyboard.press('Enter')
  await said('1 of 1 passed')
  await see(run).toBeFocused()
  await button('Discard draft').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()

  await page.goto(`${server.base}/question/create`)
  await field('Question Description').fill('Sent by keyboard?')
  const difficulty = page.getByRole('combobox', { name: 'Difficulty' })
  await difficulty.fill('Easy')
  await page.getByRole('option', { name: /^easy$/i }).click()
  await see(difficulty).toHaveValue(/^easy$/i)
  await page.getByRole('combobox', { name: 'Tags' }).fill('keys,')
  await field('Type').selectOption('Single Choice')
  await field('Marks').fill('1')
  await field('Time').fill('30')
  await field('Description of option A').fill('Yes')
  await button('Add Option').click()
  await field('Description of option B').fill('No')
  await page.getByRole('listitem', { name: 'Option A' }).getByText('Is Answer').click()
  await button('Submit').focus()
  await page.keyboard.press('Enter')
  await said('Question created successfully')
  await said('Nothing has changed.')
  await see(button('Update')).toBeFocused()
  await see(button('Update')).toBeDisabled()
  // Pressed again it does nothing.
  await page.keyboard.press('Enter')
  await said('Nothing has changed.')
})

/** A begun test whose time is over, with a program and a choice that came after it. */
async function sendLate(link: string, first_name: string): Promise<{ driveId: number }> {
  const invitation = link.split('/').at(-1) ?? ''
  const { drive, candidate_id } = await must(send, 'getDrive', { params: { token: invitation } })
  const { auth_token } = await must(send, 'putCandidate', {
    params: { id: candidate_id },
    body: { first_name, last_name: 'Late', mobile_number: '5550100200', token: invitation },
  })
  const device = new Device(send, auth_token, Date.now)
  await device.start()
  const headers = { authorization: `Bearer ${auth_token}` }
  const [problem] = await must(send, 'getDriveProblems', { params: { id: drive.id }, headers })
  const [question] = await must(send, 'getQuestions', { query: {}, headers })
  if (!problem || !question) throw new Error('The drive asks nothing')
  const db = openServerDatabase(server.data)
  setDeadline(db, newestAttempt(db).id, Date.now() - 5_000)
  db.close()
  const body = { problem_id: problem.id, language_id: 1, answer: 'too_late = True' }
  device.write('draft', codeKey(problem.id, 1), body)
  const selected_options = question.options.slice(0, 1).map((option) => option.id)
  device.write('mcq_save', choiceKey(question.id), { question_id: question.id, selected_options })
  await device.sync()
  return { driveId: drive.id }
}

it('late work is decided piece by piece: the focus goes to the next that waits, and no card moves', async () => {
  const [, one = '', other = ''] = server.demo.candidate_links
  const { driveId } = await sendLate(one, 'Ida')
  expect(await sendLate(other, 'Ute')).toEqual({ driveId })
  await page.goto(`${server.base}/admin/drive/${driveId}/late_work`)
  const cards = page.getByRole('article').getByRole('heading', { level: 2 })
  await see(cards).toHaveText(['Ida Late', 'Ute Late'])
  const dialog = page.getByRole('dialog')
  const decide = async (word: 'Accept' | 'Reject', piece: Locator) => {
    await button(word, piece).focus()
    await page.keyboard.press('Enter')
    await button(word, dialog).focus()
    await page.keyboard.press('Enter')
    await see(dialog).toHaveCount(0)
  }
  const choice = page.getByRole('region', { name: /^Choice/ })
  const program = page.getByRole('region', { name: /^Program, not submitted/ })
  await decide('Accept', program)
  await see(button('Accept', program)).toHaveCount(0)
  await see(button('Accept', choice)).toBeFocused()
  await said(/1 piece waiting$/)
  // She has less left to decide than the other now, and is still worked on.
  await see(cards).toHaveText(['Ida Late', 'Ute Late'])
  await decide('Reject', choice)
  await see(cards).toHaveText(['Ute Late'])
  await see(button('Open the work of Ute Late')).toBeFocused()
  await page.keyboard.press('Enter')
  await button('Show decided').click()
  await see(cards).toHaveText(['Ute Late', 'Ida Late'])
  await decide('Reject', program)
  await see(button('Accept', choice)).toBeFocused()
  await decide('Accept', choice)
  // Nothing waits: it goes on in the card.
  await see.poll(() => page.evaluate(() => document.activeElement?.closest('article') !== null)).toBe(true)
  await see(cards).toHaveText(['Ute Late', 'Ida Late'])
})

it('nothing broke on the way', () => {
  expect(faults).toEqual([])
})
