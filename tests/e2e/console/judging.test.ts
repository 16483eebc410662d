import type { Locator } from 'playwright'
import { expect, it } from 'vitest'
import { newProblem } from '../../factories/bankInputs.ts'
import { must, type Send, signIn } from '../../factories/client.ts'
import { violationsOf } from '../support/axe.ts'
import { openSignedIn } from '../support/console.ts'
import { see } from '../support/see.ts'

/** How a problem is judged, as its author says it: groups of tests, and a program of their own. */

const { server, page, button, said, write } = await openSignedIn()
const dialog = (): Locator => page.getByRole('dialog')
const region = (name: string): Locator => page.getByRole('region', { name })

const SOLUTION = 'def add(a, b):\n    return a + b\n'
const TESTS =
  'from solution import add\n\ndef test_small():\n    assert add(1, 2) == 3\n\ndef test_large():\n    assert add(10**9, 1) == 10**9 + 1\n'

async function putTest(place: number, input: string, group: string) {
  await button(`Edit test ${place}`).click()
  await dialog().getByRole('textbox', { name: 'Input' }).fill(input)
  await dialog().getByRole('textbox', { name: 'Output' }).fill('passes')
  await dialog().getByLabel('Group').fill(group)
  await button('Update', dialog()).click()
  await see(dialog()).toHaveCount(0)
}

it('unit tests in groups judge the reference solution, and are there after a reload', async () => {
  const send: Send = (path, init) => fetch(`${server.base}${path}`, init)
  const headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  const { problem } = await must(send, 'postProblem', { body: newProblem(), headers })
  await page.goto(`${server.base}/admin/problem/${problem.id}/edit`)
  await page.getByLabel('Checker').selectOption('Judge’s program')
  const judge = region('Judge’s program')
  await judge.getByLabel('Kind').selectOption('Unit tests')
  await see(judge.getByText(/The input of each test case is the name of a test/)).toBeVisible()
  await write(judge.getByRole('textbox', { name: 'Judge’s program' }), TESTS)
  await putTest(1, 'test_small', 'small numbers')
  await putTest(2, 'test_large', 'large numbers')
  const groups = region('Groups of tests')
  await see(groups.getByText('1 test, 5 marks')).toHaveCount(2)
  await groups.getByLabel('Marks of large numbers').selectOption('Each test for itself')
  await groups.getByText('small numbers').last().click()
  expect(await violationsOf(page)).toEqual([])
  const reference = region('Reference solution')
  const python = reference.locator('option', { hasText: /^Python/ })
  await reference.getByLabel('Language').selectOption((await python.getAttribute('value')) ?? '')
  await write(reference.getByRole('textbox', { name: 'Reference solution' }), SOLUTION.replace('+', '-'))
  await button('Run on all tests').click()
  await said('0 of 2 passed')
  await write(reference.getByRole('textbox', { name: 'Reference solution' }), SOLUTION)
  await button('Run on all tests').click()
  await said('2 of 2 passed')
  await button('Update').click()
  await see(page).toHaveURL(/problems/)
  await page.goto(`${server.base}/admin/problem/${problem.id}/details`)
  await see(page.getByText(/unit tests in python \(.+\); group small numbers: all or nothing/)).toContainText(
    'group large numbers: each test for itself, after small numbers',
  )
})
