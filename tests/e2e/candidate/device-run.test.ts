import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { oneAttempt } from '../support/attempts.ts'
import { chooseLanguage, expectAllSaved, setOffline, writeCode } from '../support/candidate.ts'
import { newestAttempt, opsOf } from '../support/database.ts'
import { keptEngines, keptOnDevice } from '../support/device.ts'
import { see } from '../support/see.ts'

const { now, database } = oneAttempt()

/** Files of JavaScript, of what takes the types out of TypeScript, of SQL and of Python. */
const ENGINES = 4
const LABEL = 'on this device, not graded'
const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const run = (page: Page) =>
  page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: /^Run/ }).click()

/** Everything the server has written down of runs and submissions. */
const recorded = (): unknown => {
  const db = database()
  const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  const found = [count('executions'), count('submissions'), count('submission_tests')]
  db.close()
  return found
}

async function runCustom(page: Page, input: string): Promise<void> {
  await results(page).getByRole('tab', { name: 'Custom input' }).click()
  await results(page).getByRole('textbox').fill(input)
  await results(page).getByRole('button', { name: 'Run Code' }).click()
}

/** A Python program that knows the sample tests of the problem on the screen by heart. */
async function knowingProgram(page: Page): Promise<string> {
  const title = await page
    .getByRole('region', { name: 'Statement' })
    .getByRole('heading')
    .first()
    .textContent()
  const content = (await keptOnDevice(page)).databases.find(({ store }) => store === 'content')?.rows[0]
  const { problems } = content as {
    problems: { title: string; sample_tests: { input: string; output: string }[] }[]
  }
  const samples = problems.find((problem) => problem.title === title)?.sample_tests ?? []
  const known = Object.fromEntries(samples.map(({ input, output }) => [input.trim(), output]))
  return `import sys\nprint(${JSON.stringify(known)}[sys.stdin.read().strip()])`
}

const labelled = async (page: Page): Promise<void> =>
  see(results(page).getByText(LABEL, { exact: true })).toBeVisible()

describe('Run without the server', () => {
  it('runs samples and custom input in its languages on the device and leaves no trace', async () => {
    const { page, server } = now
    await see.poll(() => keptEngines(page), { timeout: 60_000 }).toHaveLength(ENGINES)
    const before = recorded()
    await server.kill()
    await setOffline(page, true)

    await chooseLanguage(page, /^Python/)
    const differences = page.getByRole('group').filter({ hasText: 'How this differs from Python 3.12' })
    await differences.locator('summary').click()
    await see(differences.getByText('Only the standard library can be imported.')).toBeVisible()
    await page.keyboard.press('Escape')
    await see(differences.getByText('Only the standard library can be imported.')).toBeHidden()

    await chooseLanguage(page, /^JavaScript/)
    await writeCode(page, 'console.log("what no test expects")')
    await run(page)
    await labelled(page)
    await see(results(page)).toContainText('Wrong answer: line 1 differs')
    await see(results(page)).toContainText('what no test expects')
    await see(results(page)).toContainText(/0 of \d+ sample tests passed/)

    await writeCode(page, "console.log(require('fs').readFileSync(0, 'utf8').trim().toUpperCase())")
    await runCustom(page, 'a line of my own')
    await labelled(page)
    await see(results(page)).toContainText('Finished')
    await see(results(page)).toContainText('A LINE OF MY OWN')

    await chooseLanguage(page, /^Python/)
    await writeCode(page, await knowingProgram(page))
    await run(page)
    await see(results(page)).toContainText('Passed: the output is as expected')
    await labelled(page)

    await writeCode(
      page,
      'def depth(n):\n    return 0 if n == 0 else 1 + depth(n - 1)\nprint(input()[::-1], depth(900))',
    )
    await runCustom(page, 'desrever')
    await see(results(page)).toContainText('reversed 900')
    await labelled(page)

    await chooseLanguage(page, /^TypeScript/)
    await writeCode(
      page,
      "import { readFileSync } from 'node:fs'\nenum Side { Left, Right }\nconst line: string = readFileSync(0, 'utf8').trim()\nconsole.log(line, Side.Right)",
    )
    await runCustom(page, 'typed')
    await see(results(page)).toContainText('typed 1')
    await labelled(page)
    await writeCode(page, 'let n: number = 1\nlet x: = 3')
    await runCustom(page, '')
    await see(results(page)).toContainText('main.ts:2:8')

    await chooseLanguage(page, /^SQL/)
    await writeCode(page, 'SELECT name, tons FROM ships ORDER BY tons')
    await runCustom(
      page,
      "CREATE TABLE ships (name, tons); INSERT INTO ships VALUES ('Bea', 2), ('Ada', NULL);",
    )
    await see(results(page)).toContainText('Ada | NULL')
    await labelled(page)
    await writeCode(page, 'SELCT 1')
    await runCustom(page, '')
    await see(results(page)).toContainText('Error on line 1: near "SELCT": syntax error')

    await server.restart()
    await setOffline(page, false)
    await expectAllSaved(page, 60_000)
    expect(recorded()).toEqual(before)
    const db = database()
    const types = opsOf(db, newestAttempt(db).id).map((op) => op.type)
    db.close()
    expect(types).toContain('draft')
    expect(types).not.toContain('submit')

    await chooseLanguage(page, /^Python/)
    await writeCode(page, 'print("the server is back")')
    await runCustom(page, '')
    await see(results(page)).toContainText('the server is back')
    await see(results(page).getByText(LABEL)).toBeHidden()
    expect(recorded()).not.toEqual(before)
  })

  it('ends a program that does not end by itself, and runs the next one', async () => {
    const { page } = now
    await see.poll(() => keptEngines(page), { timeout: 60_000 }).toHaveLength(ENGINES)
    await setOffline(page, true)
    for (const [language, endless, short] of [
      [/^JavaScript/, 'while (true) {}', 'console.log(6 * 7)'],
      [/^Python/, 'while True:\n    pass', 'print(6 * 7)'],
      [
        /^SQL/,
        'WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c',
        'SELECT 6 * 7',
      ],
    ] as const) {
      await chooseLanguage(page, language)
      await writeCode(page, endless)
      await runCustom(page, '')
      await see(results(page).getByRole('heading', { name: 'Time limit' })).toBeVisible()
      await labelled(page)
      await writeCode(page, short)
      await runCustom(page, '')
      await see(results(page).locator('pre')).toHaveText(/^42\s*$/)
    }
  })

  it('keeps the engines of this version alone', async () => {
    const { page } = now
    await setOffline(page, false)
    await page.evaluate(async () => {
      const cache = await caches.open('holdfast-engines')
      await cache.put('/assets/candidate/python-of-last-year.wasm', new Response('old'))
    })
    await page.reload()
    await see
      .poll(async () => (await keptEngines(page)).join(' '), { timeout: 60_000 })
      .not.toContain('last-year')
    expect(await keptEngines(page)).toHaveLength(ENGINES)
  })
})
