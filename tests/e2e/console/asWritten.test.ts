import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { must, type Send, signIn } from '../../factories/client.ts'
import { waitFor } from '../../factories/wait.ts'
import { violationsOf } from '../support/axe.ts'
import { beginTest, dialog, openMcqs, openProblems } from '../support/candidate.ts'
import { openSignedIn } from '../support/console.ts'
import { see } from '../support/see.ts'

/** Candidates are asked what staff write: on the form, in its preview, in the test and in the report. */

const { server, profile, page, faults, field } = await openSignedIn()
const send: Send = (path, init) => fetch(server.base + path, init)
const headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
const TAG = 'as written'

/** Options that mean something in Markdown or HTML. */
const options = [
  ['<b>', '<script>', '<!-- -->', '&amp;', '</span>'],
  ['+', '-', '*', '#', '1.'],
  ['>=', '__init__', 'a*b*c', '`x` is $y$', 'two  spaces\n  and a line'],
] as const

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const CRANES = 'Five cranes along a quay'
const QUAY = 'A quay with two ships, seen from above'

/** The address of a picture that lies there now. */
async function uploaded(whatFor: 'problem' | 'question'): Promise<string> {
  const { url } =
    whatFor === 'problem'
      ? await must(send, 'getProblemImageUrl', { headers })
      : await must(send, 'postQuestionImageUrl', { headers, body: { image_for: whatFor } })
  const body = new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' })
  // A server that is busy with a whole suite puts pictures off.
  await waitFor('the picture to be taken', async () => {
    const answer = await fetch(new URL(url, server.base), { method: 'PUT', body })
    if (!answer.ok && answer.status !== 503)
      throw new Error(`The picture was not taken: ${answer.status} ${await answer.text()}`)
    return answer.ok
  })
  return url.split('?', 1)[0] ?? url
}

const questionOf = async (row: number) => ({
  description: `Which of these signs is meant in **row ${row}**?`,
  is_multi_select: false,
  marks: 1,
  time_in_seconds: 600,
  difficulty_list: 'Hard',
  tag_list: [TAG],
  ...(row < 2 && { image_url: await uploaded('question') }),
  ...(row === 0 && { image_alt: CRANES }),
  options_attributes: (options[row] ?? []).map((description, at) => ({ description, is_answer: at === 0 })),
})

const statement = `Read [the rules](https://rules.example) and add **all** of $a_1, a_2$.

![A crane](data:image/png;base64,${PIXEL})

**Note**

<div class="loud" style="color: red">Whole <button>numbers</button> only</div>

## Example

\`\`\`
1 2
\`\`\`

\`\`\`
3
\`\`\``

const problemBody = {
  title: 'A problem as it was written',
  description: statement,
  submission_count: 3,
  time_in_minutes: 10,
  difficulty: 'Hard',
  tags: [TAG],
  test_cases_attributes: [
    { input: '1 2', output: '3', marks: 1, is_sample: true },
    { input: '4 5', output: '9', marks: 1 },
  ],
}

/** A problem and all questions of this file, in a test that somebody new has begun. */
async function beginAll(): Promise<Page> {
  const { users } = await must(send, 'getUsersList', { headers })
  const { assessment } = await must(send, 'postAssessment', {
    headers,
    body: {
      name: 'As it was written',
      description: 'What staff wrote, as candidates read it.',
      problem_count_hash: { hard: 1 },
      mcq_count_hash: { hard: options.length },
      tag_list: [TAG],
      assessments_contacts_attributes: [{ user_id: users[0]?.id ?? 0 }],
    },
  })
  const email = 'reader@people.example'
  await must(send, 'putAssessmentInvite', { headers, body: { email, assessment_id: assessment.id } })
  const { candidates } = await must(send, 'getAssessmentCandidates', {
    headers,
    query: { id: assessment.id },
  })
  const ref = candidates[0]?.token ?? ''
  const { link } = await must(send, 'postAttemptLink', { headers, params: { ref }, body: {} })
  const reader = await profile.context.newPage()
  await beginTest(reader, link)
  return reader
}

const image_url = await uploaded('problem')
await must(send, 'postProblem', { headers, body: { ...problemBody, image_url, image_alt: QUAY } })
const questions: { id: number }[] = []
for (const n of options.keys())
  questions.push((await must(send, 'postQuestion', { headers, body: await questionOf(n) })).question)

const reader = await beginAll()

it('an option is shown as it was written, to staff and to candidates', async () => {
  for (const [n, { id }] of questions.entries()) {
    await page.goto(`${server.base}/admin/question/${id}/details`)
    const cells = page.getByRole('table', { name: 'Answer Options' }).getByRole('rowheader')
    await see(cells).toHaveCount(5)
    expect(await cells.allInnerTexts()).toEqual(options[n])
  }
  await openMcqs(reader)
  for (const n of options.keys()) {
    await see(reader.getByText(`Question ${n + 1}/${options.length}`)).toBeVisible()
    const question = reader.getByRole('region', { name: 'Question' })
    // The description is Markdown: it is set once its renderer is here.
    await see(question.locator('strong')).toHaveText(/^row \d$/)
    const row = Number((await question.locator('strong').innerText()).at(-1))
    const texts = reader.getByRole('region', { name: 'Options' }).locator('.option-text')
    expect(await texts.allInnerTexts()).toEqual(options[row])
    if (n < options.length - 1) await reader.getByRole('button', { name: 'Next question' }).click()
  }
})

it('the words for a picture reach whoever cannot see it', async () => {
  for (const n of [3, 2, 1]) {
    await see(reader.getByText(`Question ${n}/3`)).toBeVisible()
    const question = reader.getByRole('region', { name: 'Question' })
    await see(question.locator('strong')).toHaveText(/^row \d$/)
    const row = (await question.locator('strong').innerText()).at(-1)
    // A picture without words is called what it belongs to; the last row has no picture.
    const name = row === '0' ? CRANES : `Diagram of question ${n}`
    await see(question.getByRole('img', { name, exact: true })).toHaveCount(row === '2' ? 0 : 1)
    if (n > 1) await reader.getByRole('button', { name: 'Previous question' }).click()
  }
  await openProblems(reader)
  await reader.getByRole('button', { name: `Enlarge: ${QUAY}` }).click()
  await see(dialog(reader).getByRole('img', { name: QUAY })).toBeVisible()
  await dialog(reader).getByRole('button', { name: 'Close' }).click()
})

it('the preview beside a question shows its options so as well', async () => {
  await page.goto(`${server.base}/admin/question/${questions[2]?.id}/edit`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await see(preview.locator('strong')).toHaveText('row 2')
  // Code is read sign by sign: >= must not look like another one.
  await see(preview).toHaveCSS('font-variant-ligatures', 'none')
  await see(preview.getByRole('heading', { name: 'Choose one answer' })).toBeVisible()
  expect(await preview.getByRole('listitem').locator('> div').allInnerTexts()).toEqual(options[2])
  await field('Description of option A').fill('<i>')
  await see(preview.getByRole('listitem').first()).toHaveText('A<i>')
  expect(await violationsOf(page)).toEqual([])
})

it('the preview beside a statement is what candidates read', async () => {
  await page.goto(`${server.base}/problem/create`)
  await field('Description').fill(statement)
  const preview = page.getByRole('region', { name: 'Preview' })
  await see(preview.locator('math')).toBeVisible()
  await see(preview.getByRole('figure')).toHaveText([/^Input\s*1 2/, /^Output\s*3/])
  await see(preview.getByRole('img', { name: 'A crane' })).toBeVisible()
  await see(preview.getByRole('link')).toHaveCount(0)
  const read = reader.getByRole('article', { name: problemBody.title }).locator('.markdown')
  await openProblems(reader)
  await see(read.locator('math')).toBeVisible()
  expect(await preview.locator('> div').innerHTML()).toBe(await read.innerHTML())
})

it('a long test is cut on the screen, and on paper says how much is missing', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at + 1} of the input`)
  const body = {
    ...problemBody,
    title: 'With a long test',
    test_cases_attributes: [
      { input: lines.join('\n'), output: '1', marks: 1, is_sample: true },
      { input: '2', output: '2', marks: 1 },
    ],
  }
  const { problem } = await must(send, 'postProblem', { headers, body })
  await page.goto(`${server.base}/admin/problem/${problem.id}/details`)
  const cell = page.getByRole('cell').filter({ hasText: 'line 1 of the input' })
  const shown = async () => (await cell.innerText()).split('\n')
  await see(cell.getByRole('button', { name: /^Show all/ })).toBeVisible()
  expect(await shown()).not.toContain(lines[20])
  await page.emulateMedia({ media: 'print' })
  expect((await shown()).filter((line) => line !== '')).toEqual([
    ...lines.slice(0, 12),
    '28 more lines, not printed',
  ])
  await page.emulateMedia({ media: 'screen' })
  expect(faults).toEqual([])
})
