import { expect, test } from 'vitest'
import type { CallName } from '#contract/paths.ts'
import { call, must, seedSuperAdmin, signIn } from '../../factories/index.ts'
import { openSeeded } from '../forFile.ts'
import { fillBank, screening } from './assessmentSupport.ts'

/** Two people on one small record: the second is told what stands there now, and writes over it knowingly or not at all. */

const { app, org, headers, send } = await openSeeded('unchanged')
const root = await seedSuperAdmin(app.ctx)

interface Case {
  call: CallName
  params: () => Record<string, string | number> | Promise<Record<string, string | number>>
  /** The body that makes it `value`. */
  body: (value: unknown) => Record<string, unknown>
  values: [first: unknown, second: unknown, third: unknown]
  said: RegExp
  /** Whether a dialog names who saved it. */
  isSigned?: true
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
    said: /It now says: ‘Second rule\.’/,
  },
  {
    call: 'putInstitute',
    params: () => ({ id: org.instituteId }),
    body: (name) => ({ name }),
    values: ['First place', 'Second place', 'Third place'],
    said: /It is now called ‘Second place’/,
  },
  {
    call: 'putDefaultTemplate',
    params: template,
    body: (code) => ({ code, language_id: 1 }),
    values: ['// first', '// second', '// third'],
    said: /Its code is now different/,
    isSigned: true,
  },
  {
    call: 'putAccommodation',
    params: () => ({ ref: org.candidates[0]?.ref ?? '' }),
    body: (value) => ({ ...(value as object) }),
    values: [accommodation(10), accommodation(25), accommodation(50)],
    said: /It is now 25% more time, and 0 rules do not count/,
  },
]

test.each(cases)(
  '$call',
  async ({ call: name, params, body, values: [first, second, third], said, isSigned }) => {
    const at = await params()
    const put = (value: unknown, was?: unknown) =>
      send(name, { params: at, body: { ...body(value), ...(was !== undefined && { was }) } })
    expect((await put(first)).status).toBe(200)
    expect((await put(second, first)).status).toBe(200)
    const refused = await put(third, first)
    expect(refused.status).toBe(409)
    expect(refused.failure.message).toMatch(said)
    const saved = {
      user_id: org.admin.id,
      name: expect.stringMatching(/\S/),
      at: expect.stringMatching(/Z$/),
    }
    expect(refused.failure.details).toEqual({ current: second, ...(isSigned && { saved }) })
    // Knowing what stands there, it is written over; and whoever says nothing of it writes over it as ever.
    expect((await put(third, second)).status).toBe(200)
    expect((await put(first)).status).toBe(200)
  },
)

/** A record with a version, and who may change it. */
interface Versioned {
  call: CallName
  params: () => Record<string, string | number> | Promise<Record<string, string | number>>
  body: (text: string) => Record<string, unknown>
  bySuperAdmin?: true
}

const versioned: Versioned[] = [
  {
    call: 'putProblem',
    params: () => ({ id: org.problems[0].id }),
    body: (title) => ({ title }),
  },
  {
    call: 'putQuestion',
    params: () => ({ id: org.questions[0].id }),
    body: (description) => ({ description }),
  },
  {
    call: 'putAssessment',
    params: async () => {
      await fillBank(app, org)
      const { assessment } = await must(app.send, 'postAssessment', { body: screening(org), headers })
      return { id: assessment.id }
    },
    body: (name) => ({ name }),
  },
  {
    call: 'putOrganization',
    params: () => ({ organizationId: org.id }),
    body: (description) => ({
      show_name: 'Unchanged Works',
      description,
      contact_number: '5550100300',
      credits: 40,
      is_param_ai_allowed: false,
      allow_coding: true,
      allow_mcq: true,
    }),
    bySuperAdmin: true,
  },
]

test.each(versioned)('$call tells who saved last', async ({ call: name, params, body, bySuperAdmin }) => {
  const by = bySuperAdmin ? await signIn(app.send, root.email, root.password) : headers
  const at = await params()
  // Records of two kinds may have one number: another was saved at another time.
  app.clock.move(1_000)
  const put = (text: string) =>
    call(app.send, name, { params: at, body: { ...body(text), version: 1 }, headers: by })
  expect((await put('Theirs, saved first')).status).toBe(200)
  const { status, failure } = await put('Mine, saved later')
  expect(status).toBe(409)
  expect(failure.details).toMatchObject({
    saved: {
      user_id: expect.any(Number),
      name: expect.stringMatching(/\S/),
      at: new Date(app.clock.now()).toISOString(),
    },
  })
})
