import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProblem } from '../../factories/bankInputs.ts'
import {
  call,
  type Organization,
  openApp,
  seedOrganization,
  signIn,
  type TestApp,
} from '../../factories/index.ts'

/** If Piston judges, a test that it could never take is refused when it is written. */

const PISTON = 'http://127.0.0.1:9/api/v2'
/** Piston's 95 KB less the largest program. */
const MOST = 95_000 - 48 * 1024

interface House {
  app: TestApp
  org: Organization
  headers: Record<string, string>
}
const houses: Partial<Record<'piston' | 'fallback' | 'embedded', House>> = {}
const open = async (settings: Record<string, string>): Promise<House> => {
  const app = await openApp({ settings })
  const org = await seedOrganization(app.ctx, 'inputs')
  return { app, org, headers: await signIn(app.send, org.admin.email, org.admin.password) }
}
beforeAll(async () => {
  houses.piston = await open({ PISTON_URL: PISTON })
  houses.fallback = await open({ PISTON_URL: PISTON, PISTON_FALLBACK: 'embedded' })
  houses.embedded = await open({})
})
afterAll(async () => {
  for (const { app } of Object.values(houses)) await app.remove()
})

const house = (name: keyof typeof houses): House => {
  const found = houses[name]
  if (!found) throw new Error(`${name} is not open`)
  return found
}
const write = (name: keyof typeof houses, input: string) => {
  const { app, headers } = house(name)
  const body = newProblem()
  const [first, ...rest] = body.test_cases_attributes
  return call(app.send, 'postProblem', {
    body: { ...body, test_cases_attributes: [{ ...first, input }, ...rest] },
    headers,
  })
}

test.each([
  ['piston', 'x'.repeat(MOST - 2), 200],
  ['piston', 'x'.repeat(MOST - 1), 422],
  // Each line's end is two letters on the way.
  ['piston', '\n'.repeat(MOST / 2 + 1), 422],
  ['fallback', 'x'.repeat(MOST * 2), 200],
  ['embedded', 'x'.repeat(MOST * 2), 200],
] as const)('with %s an input is taken as far as it can be judged', async (name, input, status) => {
  const answer = await write(name, input)
  expect(answer.status, answer.text.slice(0, 300)).toBe(status)
  if (status === 422)
    expect((answer.failure.errors as Record<string, string[]>).test_cases_attributes?.[0]).toMatch(
      /^The input of test 1 is longer than the 45 KB that Piston accepts/,
    )
})

test('an import tells it at its row and column', async () => {
  const { app, headers } = house('piston')
  const head = 'title,description,difficulty,tags,submission_count,time_in_minutes,input_1,output_1,marks_1'
  const line = `Sum of two,Print the sum of both numbers.,Easy,sums,3,15,${'x'.repeat(MOST)},3,5`
  const answer = await call(app.send, 'postProblemsImport', {
    headers,
    body: {},
    file: { name: 'problems.csv', content: `${head}\n${line}` },
  })
  expect(answer).toMatchObject({
    status: 422,
    failure: {
      code: 'import_rows',
      details: { rows: [{ row: 2, column: 'input_1', reason: expect.stringMatching(/Piston/) }] },
    },
  })
})
