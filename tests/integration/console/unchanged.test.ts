import { expect, test } from 'vitest'
import type { CallName } from '#contract/paths.ts'
import { must } from '../../factories/index.ts'
import { openSeeded } from '../seeded.ts'

/** Two people on one small record: the second is told what stands there now, and writes over it knowingly or not at all. */

const { app, org, headers, send } = await openSeeded('unchanged')

interface Case {
  call: CallName
  params: () => Record<string, string | number> | Promise<Record<string, string | number>>
  /** The body that makes it `value`. */
  body: (value: unknown) => Record<string, unknown>
  values: [first: unknown, second: unknown, third: unknown]
  said: RegExp
}

const template = async () => {
  const body = { language_id: 1, code: 'first', is_default: true }
  const { templates } = await must(app.send, 'getTemplates', { headers })
  const known = templates.find((one) => one.language_id === 1)
  const { id } = known ?? (await must(app.send, 'postDefaultTemplate', { body, headers })).template
  return { id }
}
const accommodation = (percent: number) => ({ time_factor: 1 + percent / 100, lifted_rules: [] })

const cases: Case[] = [
  {
    call: 'putRule',
    params: () => ({ id: org.ruleId }),
    body: (description) => ({ description }),
    values: ['First rule.', 'Second rule.', 'Third rule.'],
    said: /It says: ‘Second rule\.’/,
  },
  {
    call: 'putInstitute',
    params: () => ({ id: org.instituteId }),
    body: (name) => ({ name }),
    values: ['First place', 'Second place', 'Third place'],
    said: /It is called ‘Second place’ now/,
  },
  {
    call: 'putDefaultTemplate',
    params: template,
    body: (code) => ({ code, language_id: 1 }),
    values: ['// first', '// second', '// third'],
    said: /Its code is another one now/,
  },
  {
    call: 'putAccommodation',
    params: () => ({ ref: org.candidates[0]?.ref ?? '' }),
    body: (value) => ({ ...(value as object) }),
    values: [accommodation(10), accommodation(25), accommodation(50)],
    said: /It is 25 % more time now, and 0 rules do not count/,
  },
]

test.each(cases)('$call', async ({ call: name, params, body, values: [first, second, third], said }) => {
  const at = await params()
  const put = (value: unknown, was?: unknown) =>
    send(name, { params: at, body: { ...body(value), ...(was !== undefined && { was }) } })
  expect((await put(first)).status).toBe(200)
  expect((await put(second, first)).status).toBe(200)
  const refused = await put(third, first)
  expect(refused.status).toBe(409)
  expect(refused.failure.message).toMatch(said)
  expect(refused.failure.details).toEqual({ current: second })
  // Knowing what stands there, it is written over; and whoever says nothing of it writes over it as ever.
  expect((await put(third, second)).status).toBe(200)
  expect((await put(first)).status).toBe(200)
})
