import { describe, expect, onTestFinished, test } from 'vitest'
import { auditHashOf } from '#api/services/audit.ts'
import { sealAudit } from '#api/services/seals.ts'
import { verifyAll } from '#api/services/verification.ts'
import { listAuditRows } from '#db/queries/evidence.ts'
import {
  call,
  must,
  newDrive,
  type Organization,
  openApp,
  PASSWORD,
  seedOrganization,
  seedSuperAdmin,
  signIn,
  type TestApp,
} from '../../factories/index.ts'
import { addAdmin, tokenOf } from './support.ts'

/** Every change staff makes to accounts and organizations stands in the audit log, bound to the one before. */

async function open() {
  const app = await openApp({ settings: { HOLDFAST_SIGNUP: 'open' } })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'audited')
  const superAdmin = await seedSuperAdmin(app.ctx)
  return {
    app,
    org,
    admin: await signIn(app.send, org.admin.email, PASSWORD),
    root: await signIn(app.send, superAdmin.email, superAdmin.password),
  }
}

const edit = {
  show_name: 'Audited Works',
  description: 'Builds what floats.',
  contact_number: '5550100300',
  credits: 40,
  is_param_ai_allowed: false,
  allow_coding: true,
  allow_mcq: true,
}

/** Each change once, and every secret that passed by. */
async function changeEverything({
  app,
  org,
  admin,
  root,
}: Awaited<ReturnType<typeof open>>): Promise<string[]> {
  const colleague = await addAdmin(app, org, 'colleague')
  const params = { id: colleague.id }
  await must(app.send, 'putUser', { headers: admin, params, body: { is_active: false } })
  await must(app.send, 'putUser', { headers: admin, params, body: { is_active: true } })
  const own = { id: org.admin.id }
  await must(app.send, 'putUser', { headers: admin, params: own, body: { last_name: 'Berg' } })
  const organizationId = org.id
  await must(app.send, 'putOrganization', { headers: root, params: { organizationId }, body: edit })
  await must(app.send, 'postForgotPassword', { body: { email: org.admin.email } })
  const reset = await tokenOf(app, 'reset', org.admin.email)
  const password = 'words that are secret'
  const body = { reset_password_token: reset, password, password_confirmation: password }
  await must(app.send, 'postPasswordReset', { body })
  await must(app.send, 'postSignupLink', { headers: root, body: { email: 'new@example.org' } })
  const link = await tokenOf(app, 'signup', 'new@example.org')
  await must(app.send, 'acceptInvite', {
    body: {
      invitation_token: link,
      first_name: 'Ana',
      last_name: 'Berg',
      mobile_number: '5550100300',
      password,
      password_confirmation: password,
      show_name: 'Harbour Works',
    },
  })
  return [reset, link, password, PASSWORD]
}

const log = async (app: TestApp, headers: Record<string, string>) =>
  (await must(app.send, 'getAuditLog', { headers, query: { limit: 100 } })).entries

test('each change stands in the log with who, what, before and after, and no secret', async () => {
  const given = await open()
  const { app, org, root } = given
  const secrets = await changeEverything(given)
  const entries = await log(app, root)
  expect(entries.map((e) => e.action).toReversed()).toEqual([
    'user.deactivate',
    'user.activate',
    'user.update',
    'organization.update',
    'user.reset_password',
    'sign_up.send_link',
    'organization.create',
    'user.sign_up',
  ])
  expect(entries.find((e) => e.action === 'user.update')).toMatchObject({
    subject: `user ${org.admin.id}`,
    before: { last_name: 'Storm' },
    after: { last_name: 'Berg' },
  })
  expect(entries.find((e) => e.action === 'organization.update')).toMatchObject({
    user: 'super@holdfast.example',
    subject: `organization ${org.id}`,
    before: { credits: 100, show_name: org.name },
    after: { credits: 40, show_name: 'Audited Works' },
  })
  const rows = JSON.stringify(await app.rows('SELECT * FROM audit_log'))
  for (const secret of secrets) expect(rows).not.toContain(secret)
  expect(rows).not.toContain('$argon2')
  expect((await verifyAll(app.ctx)).findings).toEqual([])
})

test('an organization sees its own entries, also those of the super admin; the super admin sees all', async () => {
  const given = await open()
  const { app, org, root } = given
  await changeEverything(given)
  const own = await log(app, await signIn(app.send, org.admin.email, 'words that are secret'))
  expect(own.map((e) => e.action)).toEqual([
    'user.reset_password',
    'organization.update',
    'user.update',
    'user.activate',
    'user.deactivate',
  ])
  const other = await log(app, await signIn(app.send, 'new@example.org', 'words that are secret'))
  expect(other.map((e) => e.action)).toEqual(['user.sign_up', 'organization.create'])
  const all = await log(app, root)
  expect(all).toHaveLength(8)
  // Rows of several organizations look alike where they do not say whose they are.
  const whose = (action: string) => all.find((e) => e.action === action)?.organization
  expect(whose('user.update')).toBe('Audited Works')
  expect(whose('user.sign_up')).toBe('Harbour Works')
  expect(whose('sign_up.send_link')).toBeNull()
  const page = await must(app.send, 'getAuditLog', { headers: root, query: { offset: 6, limit: 5 } })
  expect(page.total).toBe(8)
  expect(page.entries.map((e) => e.action)).toEqual(['user.activate', 'user.deactivate'])
})

test('what changes nothing, or is refused, leaves no entry', async () => {
  const { app, org, admin, root } = await open()
  const params = { organizationId: org.id }
  await must(app.send, 'putOrganization', { headers: root, params, body: edit })
  await must(app.send, 'putOrganization', { headers: root, params, body: edit })
  await must(app.send, 'putUser', {
    headers: admin,
    params: { id: org.admin.id },
    body: { first_name: 'Ida' },
  })
  await call(app.send, 'putUser', {
    headers: admin,
    params: { id: org.admin.id },
    body: { is_active: false },
  })
  await call(app.send, 'putOrganization', {
    headers: root,
    params,
    body: { ...edit, credits: 1, version: 1 },
  })
  expect((await log(app, root)).map((e) => e.action)).toEqual(['organization.update'])
})

test.each([
  ['what was changed', 'UPDATE audit_log SET "after" = \'{"credits":9999}\' WHERE id = 4', 'audit entry 4'],
  ['what was changed, by no JSON', 'UPDATE audit_log SET "after" = \'{\' WHERE id = 4', 'audit entry 4'],
  ['who changed it', 'UPDATE audit_log SET user_id = NULL WHERE id = 3', 'audit entry 3'],
  ['when it was changed', 'UPDATE audit_log SET created_at = created_at + 1 WHERE id = 3', 'audit entry 3'],
  ['that it was changed', 'DELETE FROM audit_log WHERE id = 5', 'audit entry 6'],
])('a chain of hashes tells who rewrites %s', async (_what, rewrite, broken) => {
  const given = await open()
  await changeEverything(given)
  await given.app.ctx.db.write((tx) => tx.raw.run(rewrite))
  expect((await verifyAll(given.app.ctx)).findings[0]?.where).toBe(broken)
})

describe('the server’s seal', () => {
  test('tells that the newest entries are gone, which no chain does', async () => {
    const given = await open()
    const { app } = given
    await changeEverything(given)
    expect(await sealAudit(app.ctx)).toBe(8)
    await app.ctx.db.write((tx) => tx.raw.run('DELETE FROM audit_log WHERE id > 6'))
    const { findings } = await verifyAll(app.ctx)
    expect(findings).toEqual([
      { where: 'audit log', what: 'entry 8, up to which the server sealed it, is missing' },
    ])
  })

  test('tells of a chain that was made anew without the keys', async () => {
    const given = await open()
    const { app } = given
    await changeEverything(given)
    await sealAudit(app.ctx)
    await app.ctx.db.write(async (tx) => {
      await tx.raw.run('UPDATE audit_log SET action = ? WHERE id = 1', 'user.forged')
      let prev_hash = ''
      for (const row of await listAuditRows(tx, 0, 100)) {
        const read = (json: string | null) => (json === null ? null : JSON.parse(json))
        const hash = auditHashOf({ ...row, prev_hash, before: read(row.before), after: read(row.after) })
        await tx.raw.run('UPDATE audit_log SET prev_hash = ?, hash = ? WHERE id = ?', prev_hash, hash, row.id)
        prev_hash = hash
      }
    })
    expect((await verifyAll(app.ctx)).findings).toEqual([
      { where: 'audit entry 8', what: 'entries up to it are not those that the server sealed' },
    ])
  })

  test('is made in parts, and holds what comes after it', async () => {
    const given = await open()
    const { app, root } = given
    await changeEverything(given)
    await sealAudit(app.ctx)
    await must(app.send, 'putOrganization', {
      headers: root,
      params: { organizationId: given.org.id },
      body: { ...edit, credits: 7 },
    })
    expect((await verifyAll(app.ctx)).findings).toEqual([])
    expect(await sealAudit(app.ctx)).toBe(1)
    expect(await sealAudit(app.ctx)).toBe(0)
    expect((await verifyAll(app.ctx)).findings).toEqual([])
  })
})

test('changes at the same moment make one chain', async () => {
  const { app, org, root } = await open()
  const organizations: Organization[] = [org]
  for (const tag of ['b', 'c', 'd']) organizations.push(await seedOrganization(app.ctx, tag))
  await Promise.all(
    organizations.map(({ id }) =>
      must(app.send, 'putOrganization', { headers: root, params: { organizationId: id }, body: edit }),
    ),
  )
  expect(await log(app, root)).toHaveLength(4)
  expect((await verifyAll(app.ctx)).findings).toEqual([])
})

test('what an entry holds ids of has its name beside it, also after it was deleted', async () => {
  const { app, org, admin } = await open()
  const [problem, second] = org.problems
  const [question] = org.questions
  const titled = { headers: admin, params: { id: problem.id }, body: { title: 'Count the ships' } }
  await must(app.send, 'putProblem', titled)
  const { drive } = await must(app.send, 'postDrive', { headers: admin, body: newDrive(org) })
  await must(app.send, 'postRule', { headers: admin, body: { drive_id: drive.id, description: 'No calls.' } })
  const changed = { drives_problems_attributes: [{ problem_id: second.id }] }
  await must(app.send, 'putDrive', { headers: admin, params: { id: drive.id }, body: changed })
  const { test_case } = await must(app.send, 'postTestCase', {
    headers: admin,
    body: { problem_id: second.id, input: '1', output: '2', marks: 1 },
  })
  await must(app.send, 'deleteProblem', { headers: admin, params: { id: problem.id } })
  await must(app.send, 'deleteQuestion', { headers: admin, params: { id: question.id } })

  const [{ title = '' } = {}] = await app.rows<{ title: string }>(
    'SELECT title FROM problems WHERE id = ?',
    second.id,
  )
  const [{ description = '' } = {}] = await app.rows<{ description: string }>(
    'SELECT description FROM questions WHERE id = ?',
    question.id,
  )
  const entries = await log(app, admin)
  const entryOf = (action: string) => entries.find((entry) => entry.action === action)
  expect(entryOf('problem.update')).toMatchObject({
    subject: `problem ${problem.id}`,
    about: 'Count the ships',
  })
  expect(entryOf('problem.delete')?.about).toBe('Count the ships')
  expect(entryOf('question.delete')).toMatchObject({
    subject: `question ${question.id}`,
    about: description.slice(0, 300),
  })
  expect(entryOf('test_case.create')?.about).toBe(`test case ${test_case.id} of ${title}`)
  expect(entryOf('rule.create')?.about).toMatch(/^rule \d+ of Another drive$/)
  expect(entryOf('drive.create')).toMatchObject({
    after: { problems: [problem.id], contacts: [org.admin.id] },
    names: {
      problems: { [problem.id]: 'Count the ships' },
      questions: { [question.id]: description.slice(0, 300) },
      contacts: { [org.admin.id]: expect.stringContaining(org.admin.email) },
    },
  })
  expect(entryOf('drive.update')?.names.problems).toEqual({
    [problem.id]: 'Count the ships',
    [second.id]: title,
  })
})
