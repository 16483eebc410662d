import type { Route } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import { must, signIn } from '../../factories/client.ts'
import { violationsOf } from '../support/axe.ts'
import { openSignedIn } from '../support/console.ts'
import { openServerDatabase } from '../support/database.ts'
import { keptOnDevice } from '../support/device.ts'
import { see } from '../support/see.ts'

/** Events between two looks: an answer that takes its time, and a colleague who saves meanwhile. */

const { server, page, faults, button, field, said } = await openSignedIn()
const api = `${server.base}/api/v1`
const send = (path: string, init?: RequestInit) => fetch(server.base + path, init)
const go = (path: string) => page.goto(server.base + path)
const textbox = (name: string) => page.getByRole('textbox', { name })

let headers: Record<string, string>
beforeAll(async () => {
  headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
})

/** Holds the calls of this address back until told. */
async function hold(address: string, method: string): Promise<() => Promise<void>> {
  const held: Route[] = []
  await page.route(api + address, (route) =>
    route.request().method() === method ? void held.push(route) : route.fallback(),
  )
  return async () => {
    await see.poll(() => held.length).toBe(1)
    await held[0]?.continue()
    await page.unroute(api + address)
  }
}

it('a form takes no input while it is sent, and whoever was in it is there again', async () => {
  await go('/rules')
  const answer = await hold('/admin/rules', 'POST')
  await textbox('New rule').fill('Be on time.')
  await page.keyboard.press('Enter')
  await see(page.locator('[inert]').getByRole('textbox', { name: 'New rule' })).toHaveCount(1)
  await page.keyboard.type('and this goes nowhere')
  await answer()
  await see(page.getByRole('listitem').filter({ hasText: 'Be on time.' })).toBeVisible()
  await see(textbox('New rule')).toHaveValue('')
  await see(textbox('New rule')).toBeFocused()
})

it('a problem is not saved over a colleague’s change, although a test was taken out here meanwhile', async () => {
  const { problems } = await must(send, 'getProblemsList', { query: {}, headers })
  const listed = problems.find((one) => one.title.length > 0)
  const read = () => must(send, 'getProblem', { params: { id: listed?.id ?? 0 }, headers })
  const { problem } = await read()
  const last = problem.test_cases.at(-1)
  await go(`/admin/problem/${problem.id}/edit`)
  await see(field('Problem Title')).toHaveValue(problem.title)
  await must(send, 'putProblem', {
    params: { id: problem.id },
    body: {
      title: 'A colleague’s title',
      test_cases_attributes: [{ id: last?.id ?? 0, _destroy: true }],
      version: problem.version,
    },
    headers,
  })
  await page
    .getByRole('button', { name: /^Remove test/ })
    .last()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await field('Submission Count').fill('7')
  await button('Update').click()
  await see(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toContainText(
    /changed this problem in another window/,
  )
  expect((await read()).problem).toMatchObject({
    title: 'A colleague’s title',
    submission_count: problem.submission_count,
  })
})

it('who is asked which state counts can go back to the form, and keeping theirs gives up only what contradicts', async () => {
  const { problems } = await must(send, 'getProblemsList', { query: {}, headers })
  const id = problems[1]?.id ?? 0
  const read = () => must(send, 'getProblem', { params: { id }, headers })
  const { problem } = await read()
  await go(`/admin/problem/${id}/edit`)
  await see(field('Problem Title')).toHaveValue(problem.title)
  await field('Problem Title').fill('My title')
  await field('Submission Count').fill('8')
  await must(send, 'putProblem', {
    params: { id },
    body: { title: 'Their title', time_in_minutes: 33, version: problem.version },
    headers,
  })
  const conflict = page.getByRole('alertdialog')
  const mine = async () => {
    await see(conflict).toHaveCount(0)
    await see(field('Problem Title')).toHaveValue('My title')
    await see(field('Submission Count')).toHaveValue('8')
    await see(button('Update')).toBeFocused()
  }
  await button('Update').click()
  await see(conflict).toContainText('your changes to fields that the other window did not touch stay')
  expect(await violationsOf(page)).toEqual([])
  await button('Back to the form', conflict).click()
  await mine()
  await page.keyboard.press('Enter')
  await see(conflict).toBeVisible()
  await page.keyboard.press('Escape')
  await mine()
  await button('Update').click()
  await button('Keep what is saved', conflict).click()
  await see(field('Problem Title')).toHaveValue('Their title')
  await see(field('Time (mins)')).toHaveValue('33')
  await see(field('Submission Count')).toHaveValue('8')
  await button('Update').click()
  await page.waitForURL('**/problems')
  expect((await read()).problem).toMatchObject({
    title: 'Their title',
    time_in_minutes: 33,
    submission_count: 8,
  })
})

it('what was typed before a reload is measured against what stood there when it was typed', async () => {
  const { institutes } = await must(send, 'getInstitutes', { headers })
  const [institute] = institutes
  if (!institute) throw new Error('There is no institute')
  await go('/institute')
  await button(`Edit ${institute.name}`).click()
  await textbox('Name').fill('Typed before the reload')
  await see.poll(async () => JSON.stringify(await keptOnDevice(page))).toContain('Typed before the reload')
  await must(send, 'putInstitute', {
    params: { id: institute.id },
    body: { id: institute.id, name: 'Renamed meanwhile' },
    headers,
  })
  await page.reload()
  await button('Edit Renamed meanwhile').click()
  await see(textbox('Name')).toHaveValue('Typed before the reload')
  await button('Update').click()
  await said(/Someone else changed this institute in the meantime/)
  const { institutes: now } = await must(send, 'getInstitutes', { headers })
  expect(now.find(({ id }) => id === institute.id)?.name).toBe('Renamed meanwhile')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
})

it('a profile begun before a reload does not undo what was changed elsewhere since', async () => {
  const user = await must(send, 'getSession', { headers })
  await go('/profile')
  const edit = () => page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click()
  await edit()
  await textbox('First Name').fill('Typed before')
  await see.poll(async () => JSON.stringify(await keptOnDevice(page))).toContain('Typed before')
  const mobile_number = '9998887776'
  await must(send, 'putUser', { params: { id: user.id }, body: { id: user.id, mobile_number }, headers })
  await page.reload()
  await see(page.getByRole('main')).toContainText(mobile_number)
  await edit()
  await see(textbox('First Name')).toHaveValue('Typed before')
  await see(textbox('Mobile Number')).toHaveValue(mobile_number)
  await button('Update').click()
  await see(page.getByRole('main')).toContainText('Typed before')
  expect(await must(send, 'getSession', { headers })).toMatchObject({
    first_name: 'Typed before',
    mobile_number,
  })
})

it('a refused shortlisting puts back its own row alone, and the count is the server’s', async () => {
  const db = openServerDatabase(server.data)
  const drive = db
    .prepare(
      'SELECT drive_id AS id FROM attempts WHERE finished_at IS NOT NULL GROUP BY drive_id ORDER BY count(*) DESC LIMIT 1',
    )
    .get() as { id: number }
  db.close()
  const params = { id: drive.id }
  const { results } = await must(send, 'getResults', { params, query: { page: 1 }, headers })
  for (const { token, is_selected } of results)
    if (is_selected)
      await must(send, 'putShortlist', { params, body: { token, is_selected: false }, headers })
  await go(`/admin/drive/${drive.id}/result`)
  const boxes = page.getByRole('checkbox')
  await see(boxes.nth(2)).toBeVisible()
  const held: Route[] = []
  await page.route(`${api}/admin/drives/${drive.id}/shortlist_candidate`, (route) =>
    held.length === 0 ? void held.push(route) : route.fallback(),
  )
  await boxes.nth(0).click()
  await see.poll(() => held.length).toBe(1)
  await boxes.nth(1).click()
  await see(page.getByRole('status').filter({ hasText: 'is shortlisted' })).toBeVisible()
  await held[0]?.fulfill({
    status: 503,
    contentType: 'application/json',
    body: '{"message":"Busy","code":"unavailable"}',
  })
  await see(boxes.nth(0)).not.toBeChecked()
  await see(boxes.nth(1)).toBeChecked()
  await page.unroute(`${api}/admin/drives/${drive.id}/shortlist_candidate`)

  const other = results.findLast(({ score }) => score !== null)
  await must(send, 'putShortlist', {
    params,
    body: { token: other?.token ?? '', is_selected: true },
    headers,
  })
  await boxes.nth(2).click()
  const figure = page.locator('dl > div').filter({ hasText: 'Shortlisted' })
  await see(figure.getByRole('definition')).toHaveText('3')
})

it('the wizard goes by what the organization may use now', async () => {
  const { email, password } = server.demo.super_admin
  const asSuper = await signIn(send, email, password)
  const { organizations } = await must(send, 'getOrganizations', { query: {}, headers: asSuper })
  const id = organizations.find(({ name }) => name === 'Northgate Marine Systems')?.id ?? 0
  const { organization } = await must(send, 'getOrganization', { params: { id }, headers: asSuper })
  const { show_name, name, description, contact_number, credits } = organization
  const body = {
    show_name: show_name ?? name,
    description: description || 'Builds what floats.',
    contact_number: contact_number ?? '',
    credits,
    is_param_ai_allowed: false,
    allow_mcq: true,
  }
  const allow = (allow_coding: boolean) =>
    must(send, 'putOrganization', {
      params: { organizationId: id },
      body: { ...body, allow_coding },
      headers: asSuper,
    })
  const coding = page.getByRole('tab', { name: /Add Coding Problem to Drive/ })
  const mcqs = page.getByRole('tab', { name: /Add MCQs to Drive/ })
  // An answer to what the page asked before is not to come after the change.
  await Promise.all([page.waitForResponse((one) => one.url().endsWith('/auth/session')), go('/admin')])
  await allow(false)
  const answer = await hold('/auth/session', 'GET')
  await go('/admin/drive/1/edit')
  await see(field('Question Type')).toHaveValue('problems_mcq')
  await button('Next').click()
  await see(coding).toBeVisible()
  await answer()
  await see(mcqs).toBeVisible()
  await see(coding).toHaveCount(0)
  await see(page.getByRole('complementary', { name: 'In this drive' })).not.toContainText(/problem/)
  await go('/drive/create')
  await see(field('Question Type').getByRole('option')).toHaveText(['Select question type', 'MCQs'])
  await allow(true)
})

it('a page that a list no longer has gives way to its last one', async () => {
  for (const list of ['candidates', 'result']) {
    await go(`/admin/drive/1/${list}?page=9`)
    await see(page.getByRole('row').nth(1)).toBeVisible()
    await see.poll(() => new URL(page.url()).searchParams.get('page')).not.toBe('9')
  }
  expect(faults).toEqual([])
})
