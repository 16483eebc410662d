import { strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { walkPictures } from '#api/storage/pictures.ts'
import { urlOf } from '#contract/paths.ts'
import type { BankProblemView } from '#contract/views/bank.ts'
import { picturesOf } from '#pwa/attempt/pictures.ts'
import { call, must, seedOrganization, signIn, startDevice } from '../../factories/index.ts'
import { openSeeded } from '../forFile.ts'
import { upload } from './support.ts'

/** Pictures within the text of a statement: they come with its package, are seen with it, and go out with it. */

const { app, org, headers } = await openSeeded('seen')

let problem: BankProblemView
let warnings: string[]
const colours = { 'tree.png': '#123456', 'two words.jpg': '#fedcba' }

beforeAll(async () => {
  const drawn = async (background: string) =>
    new Uint8Array(
      await sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    )
  const content = zipSync({
    'problem.yaml': strToU8('name: Seen in its text'),
    'problem_statement/problem.en.tex': strToU8(
      'Look:\n\\begin{center}\\includegraphics[width=3cm]{tree}\\end{center}\nand \\includegraphics{img/two words.jpg}, again \\includegraphics{tree.png}, not \\includegraphics{gone} nor \\includegraphics{plan.pdf}.',
    ),
    'problem_statement/tree.png': await drawn(colours['tree.png']),
    'problem_statement/img/two words.jpg': await drawn(colours['two words.jpg']),
    'problem_statement/plan.pdf': strToU8('%PDF'),
    'data/sample/1.in': strToU8('1'),
    'data/sample/1.ans': strToU8('1'),
  })
  const answer = await upload(app, 'postPackageImport', headers, {
    name: 'p.zip',
    content: new Uint8Array(content),
  })
  expect(answer.status, answer.text).toBe(200)
  const { data } = answer.json as { data: { problem: BankProblemView; warnings: string[] } }
  problem = data.problem
  warnings = data.warnings
})

const namedIn = (text: string): string[] =>
  [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, address = '']) => address)
const pathOf = (url: string) => url.split('?')[0] ?? ''
const read = async (url: string) => (await app.send(url)).status

test('each has an address, which its signature opens', async () => {
  const named = namedIn(problem.description)
  expect(named).toHaveLength(3)
  expect(named[2]).toBe(named[0])
  expect(problem.pictures.map(pathOf)).toEqual(named.slice(0, 2))
  expect(await Promise.all(problem.pictures.map(read))).toEqual([200, 200])
  expect(await read(named[0] ?? '')).not.toBe(200)
  expect(warnings).toContain('The statement shows pictures that are not in the package: gone.')
  expect(warnings.join()).toContain('were not imported: problem_statement/plan.pdf')
})

test('a candidate has them on the device', async () => {
  await must(app.send, 'putDrive', {
    params: { id: org.driveId },
    body: { drives_problems_attributes: [{ problem_id: problem.id }] },
    headers,
  })
  await startDevice(app, org.candidates[0])
  const problems = await must(app.send, 'getDriveProblems', {
    params: { id: org.driveId },
    token: org.candidates[0]?.token ?? '',
  })
  const own = problems.filter(({ id }) => id === problem.id)
  expect(own[0]?.pictures).toEqual(problem.pictures)
  expect(picturesOf({ problems: own, questions: [] })).toEqual(problem.pictures)
})

test('they count as named, and as the organization’s own alone', async () => {
  for await (const { key, what } of walkPictures(app.ctx)) expect([key, what]).toEqual([key, null])
  const key = pathOf(problem.pictures[0] ?? '')
  const stored = key.replace('/files/', '')
  await app.ctx.storage.remove(stored)
  const found: string[] = []
  for await (const { key, what } of walkPictures(app.ctx)) if (what) found.push(`${key}: ${what}`)
  expect(found).toEqual([`${stored}: it is missing`])
  const save = (description: string, as = headers, id = problem.id) =>
    call(app.send, 'putProblem', { params: { id }, body: { description }, headers: as })
  expect((await save(`${problem.description} And more.`)).status).toBe(200)
  const other = await seedOrganization(app.ctx, 'unseen')
  const foreign = await signIn(app.send, other.admin.email, other.admin.password)
  const answer = await save(`Not mine: ![](${key})`, foreign, other.problems[0].id)
  expect([answer.status, answer.failure.errors?.description]).toEqual([
    422,
    [`You have no picture at ${key}.`],
  ])
})

test('they go out with the package, and come in again', async () => {
  const response = await app.send(urlOf('getProblemPackage', { id: problem.id }), { headers })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder().decode(unzipSync(bytes)['problem_statement/problem.en.md'])
  // The first of them is gone from the disk.
  expect(namedIn(text)).toEqual([
    pathOf(problem.pictures[0] ?? ''),
    'picture-1.png',
    pathOf(problem.pictures[0] ?? ''),
  ])
  const answer = await upload(app, 'postPackageImport', headers, { name: 'p.zip', content: bytes })
  const again = (answer.json as { data: { problem: BankProblemView } }).data.problem
  expect(again.pictures).toHaveLength(1)
  expect(problem.pictures).not.toContain(again.pictures[0])
  expect(await read(again.pictures[0] ?? '')).toBe(200)
})
