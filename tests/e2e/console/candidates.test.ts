import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Download } from 'playwright'
import { expect, it } from 'vitest'
import { must, signIn } from '../../factories/client.ts'
import { checkArchive } from '../../foreign/checkArchive.ts'
import { openResults, signIn as signInAt } from '../support/admin.ts'
import { violationsOf } from '../support/axe.ts'
import { addColleague } from '../support/colleague.ts'
import { downloadOf, openSignedIn, verbsOf } from '../support/console.ts'
import { openServerDatabase } from '../support/database.ts'
import { keptOnDevice } from '../support/device.ts'
import { printsWhatComesLate } from '../support/printing.ts'
import { openProfile } from '../support/profile.ts'
import { see } from '../support/see.ts'

/** Console specification, 2.6, 2.7 and 2.9: candidates, invitations, results and their report, in the browser. */

const { server, profile, page, faults, button, said, row } = await openSignedIn()

const send = (path: string, init?: RequestInit) => fetch(server.base + path, init)

async function choose(email: string, words: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${email}` }).click()
  await page.getByRole('menuitem', { name: words, exact: true }).click()
}

/** The newest mail to an address, as the file that stands for it without a mail server. */
async function mailTo(address: string): Promise<string> {
  const folder = join(server.data, 'mail')
  let found = ''
  await see
    .poll(() => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.eml'),
      )
      found =
        files
          .sort()
          .map((name) => readFileSync(join(folder, name), 'utf8'))
          .findLast((text) => text.includes(`\nTo: ${address}\r\n`)) ?? ''
      return found !== ''
    })
    .toBe(true)
  return found.replaceAll('=\r\n', '').replaceAll('=3D', '=')
}

it('good addresses are invited, those that are none stay in the field', async () => {
  await page
    .getByRole('article', { name: 'Graduate Engineer Drive' })
    .getByRole('link', { name: 'Candidates' })
    .click()
  await see(page.getByRole('heading', { name: 'Candidates (12)' })).toBeVisible()
  await button('Add Candidates').click()
  const modal = page.getByRole('dialog')
  await see(modal.getByText('100 Credits')).toBeVisible()
  await modal.getByRole('button', { name: 'Send Invitation' }).click()
  await said('Please add atleast 1 email-id.')
  const field = modal.getByLabel('Email')
  await field.fill(Array.from({ length: 11 }, (_, i) => `p${i}@people.example`).join(','))
  await modal.getByRole('button', { name: 'Send Invitation' }).click()
  await said('Please add maximum 10 email-ids. 11 were given. Upload them as a CSV file below.')
  await field.fill('invited.one@people.example, nobody')
  await modal.getByRole('button', { name: 'Send Invitation' }).click()
  await said('Invalid Emails nobody')
  await said(/^1 candidate was invited\. No email was sent: no mail server is set up\./)
  await see(modal.getByText('99 Credits')).toBeVisible()
  await see(field).toHaveValue('nobody')
  // To be put right: the keyboard stands there.
  await see(field).toBeFocused()
  // Nobody was told by mail: the links are handed over otherwise.
  await said(/^This server does not send email/)
  const file = await downloadOf(page, modal.getByRole('button', { name: 'Download links' }))
  // A message in passing lies over no button of the dialog it comes from.
  const passing = page.getByText(/Each is for one candidate only\.$/)
  const download = modal.getByRole('button', { name: 'Download links' })
  await see
    .poll(async () => {
      const [words, below] = [await passing.boundingBox(), await download.boundingBox()]
      return words && below && words.y - (below.y + below.height)
    })
    .toBeGreaterThan(0)
  expect(file.suggestedFilename()).toMatch(/^drive-1-links-\d{14}\.csv$/)
  expect(readFileSync(await file.path(), 'utf8')).toMatch(
    /\r\n"","invited\.one@people\.example","http:.*\/candidate\/overview\/[^"]+"\r\n$/,
  )
  // A refusal does not stand beside what went well before.
  await field.fill('')
  await modal.getByRole('button', { name: 'Send Invitation' }).click()
  await said('Please add atleast 1 email-id.')
  await see(modal.getByText(/was invited/)).toHaveCount(0)
  await see(modal.getByText(/^Invalid Emails/)).toHaveCount(0)
  await field.fill('nobody')
  expect(await violationsOf(page)).toEqual([])
})

it('a file invites too, and what is no address comes back as a file', async () => {
  const modal = page.getByRole('dialog')
  const file = modal.getByLabel('CSV file')
  const field = modal.getByLabel('Email')
  await file.setInputFiles({ name: 'people.txt', mimeType: 'text/plain', buffer: Buffer.from('x@y.example') })
  await modal.getByRole('button', { name: 'Send Invitation' }).click()
  await said('Invalid Emails nobody')
  await modal.getByRole('button', { name: 'Upload' }).click()
  await said('Please choose a CSV file.')
  await see(modal.getByText(/^Invalid Emails/)).toHaveCount(0)
  await file.setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    // As a spreadsheet saves its 'Unicode text'.
    buffer: Buffer.from('\uFEFFfile.one@people.example\r\nfile.two@people.example\r\n=bad\r\n', 'utf16le'),
  })
  await modal.getByRole('button', { name: 'Upload' }).click()
  await said('Download error file to check the invalid emails.')
  await said(/Row 3: =bad \(no address in this row\)/)
  await said(/^2 candidates were invited\. No email was sent/)
  // Also beside the dialog, without its being closed.
  await see(page.getByText('97 Credits').first()).toBeAttached()
  await see(page.getByText('97 Credits')).toHaveCount(2)
  const download = await downloadOf(page, modal.getByRole('button', { name: 'invalid-emails.csv' }))
  expect(download.suggestedFilename()).toBe('invalid-emails.csv')
  expect(readFileSync(await download.path(), 'utf8')).toContain(`"'=bad"`)
  await see(modal.getByText('97 Credits')).toBeVisible()
  // A file that is none takes what was said of the one before away.
  await file.setInputFiles({ name: 'people.txt', mimeType: 'text/plain', buffer: Buffer.from('x@y.example') })
  await modal.getByRole('button', { name: 'Upload' }).click()
  await said('Please choose a CSV file.')
  await see(modal.getByText(/candidates were invited/)).toHaveCount(0)
  await see(modal.getByText(/no address in this row/)).toHaveCount(0)
  await see(modal.getByRole('button', { name: 'invalid-emails.csv' })).toHaveCount(0)
  // The text that is no address still stands in the field; a chosen file alone is as much.
  await field.fill('')
  await page.keyboard.press('Escape')
  await said('Discard your changes?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await field.fill('nobody')
  await page.keyboard.press('Escape')
  await said('Discard your changes?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await see(page.getByRole('heading', { name: 'Candidates (15)' })).toBeVisible()
})

it('the invitation’s mail names the organization and carries link and calendar; its state stands at the candidate', async () => {
  await page.getByLabel('Search candidates').fill('invited.one')
  await see(row('invited.one@people.example')).toContainText('Not sent')
  const mail = await mailTo('invited.one@people.example')
  expect(mail).toContain('Northgate Marine Systems')
  expect(mail).toContain('/candidate/overview/')
  expect(mail).toContain('text/calendar')
})

/** So many that they need a second page. */
async function inviteMore(): Promise<void> {
  const headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  const emails = 'first.page2@people.example,second.page2@people.example'
  await must(send, 'postInvite', { body: { drife_id: 1, emails }, headers })
}

it('absent candidates of an ongoing drive are chosen together and invited again', async () => {
  await page.getByRole('tab', { name: 'Absent Candidates' }).click()
  await page.getByLabel('Search candidates').fill('')
  await see(page.getByRole('checkbox', { name: /^Select bram/ })).toBeVisible()
  // Another search is another list, which begins without a selection; it is asked for once typing rests.
  await page.waitForURL((url) => !url.searchParams.get('search') && url.searchParams.get('tab') !== null)
  // Inviting leaves the list where it was, and is no step for the way back.
  const entry = () => page.evaluate(() => [location.href, window.history.state.idx])
  const before = await entry()
  await button('Add Candidates').click()
  await see(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await see(page.getByRole('dialog')).toBeHidden()
  await see.poll(entry).toEqual(before)
  await inviteMore()
  await page.reload()
  const all = page.getByLabel('Select all')
  await all.check()
  await see(page.getByRole('checkbox', { name: /^Select ada/ })).toBeChecked()
  // The page is chosen; the other pages are offered with it.
  await button('Select all 17').click()
  await said('17 selected')
  await button('Clear').click()
  await all.check()
  // The next page adds to those that are chosen, and the first one keeps its own.
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('button', { name: /^(Page )?2$/ })
    .click()
  await see(page.getByRole('checkbox', { name: 'Select second.page2@people.example' })).not.toBeChecked()
  await said('15 selected')
  await see(all).not.toBeChecked()
  await all.check()
  await said('17 selected')
  await see(button('Select all 17')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select second.page2@people.example' }).uncheck()
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('button', { name: /^(Page )?1$/ })
    .click()
  await see(page.getByRole('checkbox', { name: /^Select bram/ })).toBeChecked()
  await see(all).toBeChecked()
  await page.getByRole('checkbox', { name: /^Select ada/ }).uncheck()
  await see(all).not.toBeChecked()
  await said('15 selected')
  await button('Send the invitation again to those selected').click()
  await said(/^15 invitations created again\. No email was sent/)
  await see(page.getByRole('checkbox', { name: /^Select bram/ })).not.toBeChecked()
  await see(page.getByText(/^\d+ selected$/)).toHaveCount(0)
  // Another search or another tab begins without a selection.
  await all.check()
  await page.getByLabel('Search candidates').fill('bram')
  await see(page.getByRole('checkbox', { name: /^Select ada/ })).toHaveCount(0)
  await see(page.getByText(/^\d+ selected$/)).toHaveCount(0)
  await page.getByLabel('Search candidates').fill('')
  await page.getByRole('tab', { name: 'Default' }).click()
})

it('the list is read again by itself while it is open, and at once where something was refused', async () => {
  const headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  const invitation = server.demo.candidate_links[0]?.split('/').at(-1) ?? ''
  const { drive, candidate_id } = await must(send, 'getDrive', { params: { token: invitation } })
  await page.goto(`${server.base}/admin/drive/${drive.id}/candidates`)
  const { candidates } = await must(send, 'getCandidateList', { headers, params: { driveId: drive.id } })
  const { email, token } = candidates.find(({ id }) => id === candidate_id) ?? { email: '', token: '' }
  await see(row(email)).toContainText('Link opened')
  // In a browser of its own, for the clock is moved in all tabs of one.
  const { context } = await openProfile()
  const tab = await context.newPage()
  await signInAt(tab, server)
  await tab.clock.install()
  await tab.goto(page.url())
  const own = verbsOf(tab)
  await see(own.row(email)).toContainText('Link opened')
  await own.button(`Actions for ${email}`).click()
  await see(tab.getByRole('menuitem', { name: 'Accommodation', exact: true })).toBeVisible()
  const details = { first_name: 'Ada', last_name: 'Stern', mobile_number: '5550100200' }
  const { auth_token } = await must(send, 'putCandidate', {
    params: { id: candidate_id },
    body: { ...details, token: invitation },
  })
  await must(send, 'getDriveProblems', { params: { id: drive.id }, query: { token: auth_token } })
  await tab.clock.runFor(31_000)
  // A menu that is open stays so, and offers what can be done by now.
  await see(tab.getByRole('menuitem', { name: 'Pause', exact: true })).toBeVisible()
  await tab.keyboard.press('Escape')
  await see(own.row(email)).toContainText('Running')
  await context.close()
  // Somebody else was quicker: it is refused here, and the row says why.
  await page.reload()
  await see(row(email)).toContainText('Running')
  await must(send, 'postPause', { headers, params: { ref: token }, body: {} })
  await choose(email, 'Pause')
  const question = page.getByRole('alertdialog')
  await see(question).toContainText('The clock stops until you resume the test')
  await question.getByRole('button', { name: 'Pause', exact: true }).click()
  await said('The test is already paused.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await see(row(email)).toContainText('Paused')
  await see(page.getByRole('button', { name: `Actions for ${email}` })).toBeFocused()
  // The clock stands: what is left is said, and no end.
  await choose(email, 'Add minutes')
  const minutes = page.getByRole('dialog')
  await see(minutes).toContainText(
    /has (1 h )?\d+ min( \d+ s)? left\. The test is paused: the clock runs again with Resume\./,
  )
  await see(minutes).not.toContainText('until')
  await minutes.getByRole('button', { name: 'Cancel' }).click()
  await must(send, 'postResume', { headers, params: { ref: token }, body: {} })
})

it('an accommodation is given, and a link revoked and made anew', async () => {
  const email = 'kaja.lund@eastmoor.example'
  await choose(email, 'Accommodation')
  const modal = page.getByRole('dialog')
  await modal.getByLabel(/^Extra time/).fill('301')
  await modal.getByRole('button', { name: 'Save' }).click()
  await said('A whole number from 0 to 300')
  await modal.getByLabel(/^Extra time/).fill('50')
  await modal.getByText('Copying and pasting is allowed').click()
  await modal.getByRole('button', { name: 'Save' }).click()
  await said('Accommodation saved.')
  await choose(email, 'Revoke link')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await see(row(email)).toContainText('Link revoked')
  await choose(email, 'Send a new link')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send a new link' }).click()
  await see(row(email)).not.toContainText('Link revoked')
})

it('a candidate is deleted after a question that says what goes with it', async () => {
  await choose('liam.byrne@eastmoor.example', 'Delete candidate')
  const question = page.getByRole('alertdialog')
  await see(question).toContainText('Are you sure you wish to delete candidate liam.byrne@eastmoor.example?')
  await question.getByRole('button', { name: 'Delete' }).click()
  await see(page.getByRole('heading', { name: 'Candidates (16)' })).toBeVisible()
})

it('a candidate who lost the mail gets it again', async () => {
  const candidate = await profile.context.newPage()
  await candidate.goto(`${server.base}/candidate/overview/${'x'.repeat(43)}`)
  await candidate.getByRole('link', { name: 'Ask for the link again' }).click()
  await candidate.getByRole('button', { name: 'Send the link' }).click()
  await see(candidate.getByText('Enter the address your invitation was sent to.')).toBeVisible()
  await candidate.getByLabel('Email').fill('farah.nadeem@eastmoor.example')
  await candidate.getByRole('button', { name: 'Send the link' }).click()
  await see(candidate.getByRole('status').filter({ hasText: 'No email was sent' })).toBeVisible()
  expect(await violationsOf(candidate)).toEqual([])
  await candidate.close()
})

/** A server that is busy with other tests puts an archive off, and says so: whoever wants it asks again. */
async function evidenceOfAll(): Promise<Download> {
  for (;;) {
    await button('Download').click()
    const coming = page.waitForEvent('download').catch(() => null)
    await page.getByRole('menuitem', { name: 'Evidence archive' }).click()
    const isPutOff = page
      .getByText('The server is very busy just now.')
      .waitFor()
      .then(
        () => null,
        () => null,
      )
    const download = await Promise.race([coming, isPutOff])
    if (download) return download
    await page.reload()
  }
}

it('results are sorted, their columns chosen, a shortlisting taken back, and the file has what is shown', async () => {
  await page.goto(`${server.base}/admin`)
  await openResults(page, 'Internship Drive')
  const emails = () => page.getByRole('row').locator('td[title*="@"]').allTextContents()
  // At this width every address is there as a whole, with all columns beside it.
  await see
    .poll(() =>
      page
        .getByRole('row')
        .locator('td[title*="@"]')
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length),
    )
    .toBe(0)
  const email = page.getByRole('columnheader', { name: 'Email' })
  await email.getByRole('button').click()
  await see(email).toHaveAttribute('aria-sort', 'ascending')
  await see.poll(async () => (await emails()).join()).toBe((await emails()).toSorted().join())
  await email.getByRole('button').click()
  await see(email).toHaveAttribute('aria-sort', 'descending')
  await button('Columns').click()
  await page.getByRole('menuitemcheckbox', { name: 'Tried to copy' }).click()
  await page.keyboard.press('Escape')
  await see(page.getByRole('columnheader', { name: 'Tried to copy' })).toHaveCount(0)
  await page.reload()
  await see(email).toHaveAttribute('aria-sort', 'descending')
  await see(page.getByRole('columnheader', { name: 'Tried to copy' })).toHaveCount(0)
  const evidence = await evidenceOfAll()
  expect(checkArchive({ archive: readFileSync(await evidence.path()) }).wrong).toEqual([])
  await button('Download').click()
  const download = await downloadOf(page, page.getByRole('menuitem', { name: 'Report' }))
  const heads = readFileSync(await download.path(), 'utf8').split('\r\n')[0] ?? ''
  expect(heads).toContain('"Email"')
  expect(heads).not.toContain('Tried to copy')
  const free = page.getByRole('checkbox', { name: /^Shortlist /, disabled: false }).first()
  const box = page.getByLabel((await free.getAttribute('aria-label')) ?? '', { exact: true })
  await box.click()
  await see(box).toBeChecked()
  await button('Undo').click()
  await see(page.getByText(/is no longer shortlisted/)).toBeVisible()
  await see(box).not.toBeChecked()
  await button('Shortlisted only').click()
  await see(page.getByRole('checkbox', { name: /^Shortlist / })).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  // The drives that a text finds stand before the screens, and Enter opens the first.
  await page.keyboard.press('Control+k')
  await page
    .getByRole('dialog', { name: /^Search/ })
    .getByLabel('Search Drive')
    .fill('dri')
  await see(page.getByRole('dialog').getByText(/: press Enter to open$/)).toHaveText(
    /Drive: press Enter to open$/,
  )
  await see(page.getByRole('dialog').getByRole('list', { name: 'Screens' })).toContainText('New Drive')
  const search = page.getByRole('dialog', { name: /^Search/ })
  await page.keyboard.press('Escape')
  await see(search).toBeHidden()
  // The search closes where one is already; what was done here cannot be taken back from another drive.
  for (const name of ['Internship Drive', 'Graduate Engineer Drive']) {
    await page.keyboard.press('Control+k')
    await search.getByRole('article', { name }).getByRole('link', { name: 'Result' }).click()
    await see(search).toBeHidden()
    await see(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await see(button('Undo')).toHaveCount(name === 'Internship Drive' ? 1 : 0)
  }
})

/** Another admin of the organization, whom a drive that is over names as a contact beside its own. */
async function addContact(headers: Record<string, string>): Promise<{ id: number; email: string }> {
  const colleague = await addColleague(server, headers)
  const db = openServerDatabase(server.data)
  db.prepare(
    "INSERT INTO drives_contacts (drive_id, user_id) SELECT id, ? FROM drives WHERE name = 'Internship Drive'",
  ).run(colleague.id)
  db.close()
  return colleague
}

it('results are shortlisted, downloaded and mailed to the drive’s contacts', async () => {
  const headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  const colleague = await addContact(headers)
  await page.goto(`${server.base}/admin`)
  await openResults(page, 'Internship Drive')
  await button('Send Report').click()
  await see(page.getByText('No one is shortlisted yet. Select candidates in the list first.')).toBeVisible()
  await page.keyboard.press('Escape')
  const boxes = page.getByRole('checkbox', { name: /^Shortlist / })
  await boxes.first().click()
  await see(boxes.first()).toBeChecked()
  await see(page.getByRole('definition').filter({ hasText: /^1$/ }).first()).toBeVisible()
  await see(row('jonas.vetter@eastmoor.example').getByRole('checkbox')).toBeDisabled()
  await see(row('jonas.vetter@eastmoor.example')).toContainText('Not Attended')
  await button('Download').click()
  const download = await downloadOf(page, page.getByRole('menuitem', { name: 'Report' }))
  expect(download.suggestedFilename()).toMatch(/^Report_Internship Drive_\d{14}\.csv$/)
  expect(readFileSync(await download.path(), 'utf8')).toContain('"Candidate Id","First Name"')
  expect(await violationsOf(page)).toEqual([])
  await button('Send Report').click()
  const modal = page.getByRole('dialog', { name: 'Send email' })
  await see(modal.getByText('Email will be sent to:')).toBeVisible()
  await see(modal.getByText('Are you sure you want to send these candidates result on email?')).toBeVisible()
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  await said('Please select atleast 1 Email-id.')
  await modal.getByRole('combobox').click()
  await page.getByRole('option', { name: server.demo.admin.email }).click()
  await page.getByRole('option', { name: colleague.email }).click()
  await page.keyboard.press('Escape')
  await see.poll(async () => JSON.stringify(await keptOnDevice(page))).toContain(`"${colleague.id}"`)
  // Somebody who is no contact any more is not among the chosen ones of a kept draft.
  await must(send, 'putUser', { params: { id: colleague.id }, body: { is_active: false }, headers })
  await page.reload()
  await button('Send Report').click()
  await see(modal.getByRole('combobox')).toHaveText(server.demo.admin.email)
  // The answer is lost, and the page loaded again: sent once more, it is the same report.
  await page.route(
    /shortlisted_candidates_email$/,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  await said(/^The server cannot be reached/)
  await page.reload()
  await button('Send Report').click()
  await see(modal.getByRole('combobox')).toHaveText(server.demo.admin.email)
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  await said(/^The email with the results was created\. No email was sent/)
  const reports = page.getByRole('region', { name: 'Reports by email' })
  await see(reports.getByRole('listitem')).toContainText([server.demo.admin.email])
  const db = openServerDatabase(server.data)
  expect(db.prepare("SELECT count(*) FROM mails WHERE kind = 'result_report'").pluck().get()).toBe(1)
  db.prepare(
    "UPDATE mails SET status = 'refused', reason = '550 no such user' WHERE kind = 'result_report'",
  ).run()
  db.close()
  await page.reload()
  await see(reports).toContainText('550 no such user')
  await reports.getByRole('button', { name: `Send again to ${server.demo.admin.email}` }).click()
  await see(modal.getByRole('combobox')).toHaveText(server.demo.admin.email)
  await modal.getByRole('button', { name: 'Cancel' }).click()
  expect(await mailTo(server.demo.admin.email)).toContain('Results of Internship Drive: one candidate')
})

it('the table of a mail fits the frame it is read in, on a narrow screen too', async () => {
  const tab = await profile.context.newPage()
  for (const width of [768, 390]) {
    await tab.setViewportSize({ width, height: 1024 })
    await tab.goto(`${server.base}/mails`)
    await tab
      .getByRole('link', { name: /Results of Internship Drive/ })
      .first()
      .click()
    await see(tab.getByRole('article', { name: /^Results of Internship Drive/ })).toBeVisible()
    const score = tab.frameLocator('iframe').getByRole('columnheader', { name: 'Score' })
    await see(score).toBeVisible()
    const [head, frame] = [await score.boundingBox(), await tab.locator('iframe').boundingBox()]
    expect((head?.x ?? 0) + (head?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0))
  }
  await tab.close()
})

it('an output that was cut says so, and how bars of scores are coloured is told as it is', async () => {
  await said(/^Scores of \d+ finished, 70% of the marks or more in green$/)
  const reportUrl = await page
    .getByRole('link', { name: /^Report of/ })
    .first()
    .getAttribute('href')
  // A name leads there as its sign does.
  await see(page.getByRole('rowheader').getByRole('link').first()).toHaveAttribute('href', reportUrl ?? '')
  const list = page.url()
  await page.goto(new URL(reportUrl ?? '', server.base).href)
  const table = page.getByRole('table', { name: /^Test cases of/ }).first()
  await see(table).toBeVisible()
  const db = openServerDatabase(server.data)
  db.prepare('UPDATE submission_tests SET actual_output = ?').run('x'.repeat(4_000))
  db.close()
  await page.reload()
  const show = table.getByRole('button', {
    name: 'Show the first 4,000 characters of program output of test 1',
  })
  await show.click()
  await see(table.getByText('Only the first 4,000 characters are kept.').first()).toBeVisible()
  await page.goto(list)
})

/** A png of one point. */
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

it('enlarged, one webcam picture leads to the next, by buttons and by keys', async () => {
  const list = page.url()
  const taken = (minute: number, status = 'stored') => ({
    image_url: `/files/snapshots/${minute}.png`,
    created_at: `2026-11-20T10:0${minute}:00.000Z`,
    candidate_name: 'Ana Berg',
    status,
  })
  await page.route('**/files/snapshots/*', (route) =>
    route.fulfill({ contentType: 'image/png', body: POINT }),
  )
  await page.route('**/api/v1/admin/snapshots?*', (route) =>
    route.fulfill({ json: { data: { snapshots: [taken(1), taken(2, 'missing'), taken(3), taken(4)] } } }),
  )
  await page.goto(`${server.base}/admin/drive/1/candidate/1/snapshots`)
  const enlarge = page.getByRole('button', { name: /^Enlarge: Ana Berg at / })
  await see(enlarge).toHaveCount(3)
  await enlarge.nth(1).click()
  const large = page.getByRole('dialog')
  const number = large.getByRole('status')
  // Those that never came are no picture to go to.
  await see(number).toHaveText('2 of 3')
  await page.keyboard.press('ArrowRight')
  await see(number).toHaveText('3 of 3')
  await see(large.locator('img')).toHaveAttribute('src', '/files/snapshots/4.png')
  await page.keyboard.press('ArrowRight')
  await see(number).toHaveText('3 of 3')
  await button('Previous picture', large).click()
  await see(number).toHaveText('2 of 3')
  await page.keyboard.press('ArrowLeft')
  await see(number).toHaveText('1 of 3')
  await see(large.getByRole('button', { name: 'Previous picture' })).toBeDisabled()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await see(large).toHaveCount(0)
  await see(enlarge.nth(1)).toBeFocused()
  await page.unrouteAll()
  await page.goto(list)
})

it('the report runs a program again, against the samples and an input of one’s own', async () => {
  const [report] = await Promise.all([
    profile.context.waitForEvent('page'),
    page
      .getByRole('link', { name: /^Report of/ })
      .first()
      .click(),
  ])
  report.on('pageerror', (error) => faults.push(error.message))
  // Under another drive, or an assessment that is none, there is no such report.
  const address = report.url()
  for (const drive of ['999', 'no-assessment']) {
    await report.goto(address.replace(/\/drive\/\d+\//, `/drive/${drive}/`))
    await report.waitForURL('**/page_not_found')
  }
  await report.goto(address)
  await see(report.getByRole('heading', { name: 'Snapshots' })).toBeVisible()
  const ground = () => report.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const theme = (name: string) =>
    report.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), name)
  const paper = await ground()
  await theme('dark')
  expect(await ground()).not.toBe(paper)
  await report.emulateMedia({ media: 'print' })
  expect(await ground()).toBe(paper)
  expect(await report.locator('img[loading=lazy]').count()).toBe(0)
  await report.emulateMedia({ media: 'screen' })
  await theme('light')
  await printsWhatComesLate(report)
  // Beside the score there is room for every word.
  const short = report.getByRole('group', { name: 'Problem summary' })
  await see
    .poll(() =>
      short
        .getByRole('columnheader')
        .or(short.getByRole('rowheader'))
        .evaluateAll((heads) => heads.filter((head) => head.scrollWidth > head.clientWidth).length),
    )
    .toBe(0)
  const screen = report.viewportSize()
  await report.setViewportSize({ width: 390, height: 844 })
  for (const box of [
    report.getByRole('region', { name: 'Timeline chart' }),
    report.getByRole('group', { name: 'Problem summary' }),
  ])
    await see.poll(() => box.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
  if (screen) await report.setViewportSize(screen)
  await report
    .getByRole('region', { name: /Cable drums/ })
    .getByRole('button', { name: 'Execute' })
    .click()
  const modal = report.getByRole('dialog')
  await see(modal.getByText('Run code to view output here')).toBeVisible()
  await modal.getByRole('button', { name: 'Run code' }).click()
  await see(modal.getByText(/sample tests passed/)).toBeVisible({ timeout: 60_000 })
  await modal.getByText('Add Custom Input').click()
  await modal.getByLabel('Enter Input').pressSequentially('4 100\n40 58 30 60')
  expect(await violationsOf(report)).toEqual([])
  await modal.getByRole('button', { name: 'Run code' }).click()
  await see(modal.getByText('Loading...')).toBeVisible()
  await see(modal.getByRole('status')).toHaveText('2 8', { timeout: 60_000 })
  await report.close()
})

/** As the super admin would, while the page is open. */
function giveCredits(credits: number): void {
  const db = openServerDatabase(server.data)
  db.prepare('UPDATE organizations SET credits = ? WHERE name = ?').run(credits, 'Northgate Marine Systems')
  db.close()
}

it('what is no address stays in the field also when the last credit is spent', async () => {
  giveCredits(1)
  await page.goto(`${server.base}/admin/drive/1/candidates/invite`)
  const modal = page.getByRole('dialog')
  await modal.getByLabel('Email').fill('the.last@people.example, nobody')
  await modal.getByRole('button', { name: 'Send Invitation' }).click()
  await see(modal.getByText(/You do not have sufficient credits/)).toBeVisible()
  await said('Invalid Emails nobody')
  await see(modal.getByLabel('Email')).toHaveValue('nobody')
  expect(faults).toEqual([])
})

it('without credits nothing can be sent, the words say whom to ask, and more are taken up', async () => {
  const modal = page.getByRole('dialog')
  const send = modal.getByRole('button', { name: 'Send Invitation' })
  await see(send).toBeDisabled()
  await see(send).toHaveAccessibleDescription(/A super admin can add more/)
  await page.reload()
  // The typed address is kept, and is read again without credits too.
  await see(modal.getByLabel('Email')).toHaveValue('nobody')
  await see(send).toBeDisabled()
  await modal.getByLabel('Email').fill('')
  await page.reload()
  await see(modal.getByText('A super admin can add more.')).toBeVisible()
  await see(modal.getByRole('link', { name: 'Need credits? Click here' })).toBeVisible()
  await see(send).toHaveCount(0)
  giveCredits(2)
  // A list that was read ten seconds ago is read again when somebody comes back to its tab.
  await see
    .poll(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      return modal.getByText('2 Credits').isVisible()
    })
    .toBe(true)
  await see(send).toBeEnabled()
  expect(faults).toEqual([])
})
