import { beforeAll, describe, expect, test } from 'vitest'
import { firstAccountLink } from '#api/seed/firstAccount.ts'
import { insertOrganization } from '#db/queries/organizations.ts'
import {
  call,
  DAY,
  must,
  type Organization,
  openApp,
  PASSWORD,
  seedOrganization,
  seedSuperAdmin,
  signIn,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** The super admin: organizations, and the installation's first account. */

const app = await appForFile()
let org: Organization
let headers: Record<string, string>

beforeAll(async () => {
  // One without drives first, so that no drive has the id of its organization.
  await app.ctx.db.write((tx) => insertOrganization(tx, { name: 'Empty', created_at: 0, updated_at: 0 }))
  org = await seedOrganization(app.ctx, 'north', { candidates: 3 })
  const root = await seedSuperAdmin(app.ctx)
  headers = await signIn(app.send, root.email, root.password)
})

const list = (query: Record<string, string | number> = {}) =>
  must(app.send, 'getOrganizations', { headers, query })
const read = async (id = org.id) =>
  (await must(app.send, 'getOrganization', { headers, params: { id } })).organization
const edit = {
  show_name: 'North Works',
  description: 'Builds what floats.',
  contact_number: '5550100300',
  credits: 100,
  is_param_ai_allowed: false,
  allow_coding: true,
  allow_mcq: true,
}
const put = (body: Record<string, unknown>, organizationId = org.id) =>
  call(app.send, 'putOrganization', { headers, params: { organizationId }, body })

describe('the list of organizations', () => {
  test('tells drives and assessments with their attended and absent candidates apart', async () => {
    await app.ctx.db.write(async (tx) => {
      await tx.raw.run('UPDATE drives SET appeared = 2 WHERE id = ?', org.driveId)
      await tx.raw.run(
        `INSERT INTO drives (organization_id, uuid, name, search_key, description, start_time, end_time, question_type,
           is_assessment, invitation_sent, appeared, created_at, updated_at)
         SELECT organization_id, 'u1', 'Assessment', 'assessment', 'One', 0, 1, 'mcq', 1, 5, 4, 0, 0 FROM drives WHERE id = ?`,
        org.driveId,
      )
      await tx.raw.run(
        `INSERT INTO drives (organization_id, uuid, name, search_key, description, start_time, end_time, question_type,
           invitation_sent, appeared, deleted_at, created_at, updated_at)
         SELECT organization_id, 'u2', 'Deleted', 'deleted', 'One', 0, 1, 'mcq', 50, 40, 9, 0, 0 FROM drives WHERE id = ?`,
        org.driveId,
      )
    })
    expect((await list({ search: 'north' })).organizations).toEqual([
      {
        id: org.id,
        name: org.name,
        show_name: null,
        description: null,
        credits: 100,
        total_drives: 1,
        total_drives_candidates: 3,
        attended_drives_candidates: 2,
        unattended_drives_candidates: 1,
        total_assessments: 1,
        total_assessments_candidates: 5,
        attended_assessments_candidates: 4,
        unattended_assessments_candidates: 1,
      },
    ])
  })

  test('comes in pages of 15, by name, each once, and searches shown and given names', async () => {
    await app.ctx.db.write(async (tx) => {
      for (let i = 0; i < 20; i++)
        await insertOrganization(tx, {
          name: `Given ${i}`,
          show_name: i % 2 ? `Shown ${String(i).padStart(2, '0')} 100%` : null,
          created_at: 0,
          updated_at: 0,
        })
    })
    const first = await list()
    expect(first).toMatchObject({ total_organizations: 22, pages: 2 })
    expect(first.organizations).toHaveLength(15)
    const second = await list({ offset: 15 })
    const all = [...first.organizations, ...second.organizations]
    expect(new Set(all.map((o) => o.id)).size).toBe(22)
    const shown = all.map((o) => (o.show_name ?? o.name).toLowerCase())
    expect(shown).toEqual(shown.toSorted())
    expect((await list({ search: 'shown 03' })).organizations).toMatchObject([{ name: 'Given 3' }])
    expect((await list({ search: 'given 3' })).organizations).toMatchObject([{ name: 'Given 3' }])
    expect((await list({ search: '0%' })).total_organizations).toBe(10)
    expect(await list({ search: 'nothing of this name' })).toEqual({
      organizations: [],
      total_organizations: 0,
      pages: 0,
    })
  })

  test('goes over the case of every letter, and how its accents are written, to search and to order', async () => {
    await app.ctx.db.write(async (tx) => {
      for (const name of ['ÄRZTE Öst', 'ärzte Nord', 'ÄRZTE Mitte'])
        await insertOrganization(tx, { name, created_at: 0, updated_at: 0 })
    })
    const found = async (search: string) => (await list({ search })).organizations.map(({ name }) => name)
    const all = ['ÄRZTE Mitte', 'ärzte Nord', 'ÄRZTE Öst']
    expect(await found('ärzte')).toEqual(all)
    expect(await found('Ärzte'.normalize('NFD'))).toEqual(all)
    expect(await found('öst')).toEqual(['ÄRZTE Öst'])
  })
})

describe('Organization edit', () => {
  test('shows the owner, changes what may be changed, and says the new state', async () => {
    expect(await read()).toMatchObject({
      name: org.name,
      user_name: 'Ida Storm',
      user_email: org.admin.email,
      user_contact: null,
      credits: 100,
      version: 1,
    })
    const answer = await put({ ...edit, credits: 40, allow_mcq: false, version: 1 })
    expect(answer).toMatchObject({ status: 200, json: { message: 'Organization updated successfully' } })
    expect(await read()).toMatchObject({ ...edit, credits: 40, allow_mcq: false, name: org.name, version: 2 })
    const admin = await signIn(app.send, org.admin.email, PASSWORD)
    expect(await must(app.send, 'getRemainingCredits', { headers: admin })).toEqual({ credits: 40 })
  })

  test('two on one organization: 409 with both states, and nothing is changed', async () => {
    const { version } = await read()
    await put({ ...edit, description: 'The first one.', version })
    const before = await app.version()
    const answer = await put({ ...edit, description: 'The second one.', version })
    expect(answer).toMatchObject({
      status: 409,
      failure: {
        code: 'conflict',
        details: {
          current: { description: 'The first one.', version: version + 1 },
          yours: { description: 'The second one.' },
        },
      },
    })
    expect(await app.version()).toBe(before)
    // With the new version, or none, what was typed goes in.
    expect((await put({ ...edit, description: 'The second one.', version: version + 1 })).status).toBe(200)
    expect((await put({ ...edit, description: 'Told of no version.' })).status).toBe(200)
  })

  test('credits that invitations spent meanwhile are not given back by an edit of something else', async () => {
    const { version, credits } = await read()
    await app.ctx.db.write((tx) =>
      tx.raw.run('UPDATE organizations SET credits = credits - 30 WHERE id = ?', org.id),
    )
    const other = { ...edit, description: 'Another text of it.', credits, seen_credits: credits, version }
    expect((await put(other)).status).toBe(200)
    expect(await read()).toMatchObject({ description: 'Another text of it.', credits: credits - 30 })
    // Who changes the credits themselves is told that they are not what they were.
    const given = { ...edit, credits: 500, seen_credits: credits, version: version + 1 }
    expect(await put(given)).toMatchObject({
      status: 409,
      failure: { details: { current: { credits: credits - 30 }, yours: { credits: 500 } } },
    })
  })

  test('one that has no description is changed without one; a description that was given is not taken away', async () => {
    const { description: _, ...without } = edit
    const bare = await app.ctx.db.write((tx) =>
      insertOrganization(tx, { name: 'Without words', created_at: 0, updated_at: 0 }),
    )
    expect(await put({ ...without, credits: 77 }, bare)).toMatchObject({ status: 200 })
    expect(await read(bare)).toMatchObject({ credits: 77, description: null })
    const { description } = await read()
    expect(await put({ ...without, credits: 78 })).toMatchObject({ status: 200 })
    expect(await read()).toMatchObject({ credits: 78, description })
    expect(await put({ ...edit, description: ' ' })).toMatchObject({
      status: 422,
      failure: { errors: { description: ['Description is a required field'] } },
    })
  })

  test('a form that was filled with what stands there changes, and notes, the credits alone', async () => {
    const fresh = await app.ctx.db.write((tx) =>
      insertOrganization(tx, { name: 'Never edited', created_at: 0, updated_at: 0 }),
    )
    const { description: _, ...without } = edit
    const filled = { ...without, show_name: 'Never edited', contact_number: '' }
    const { credits } = await read(fresh)
    expect(await put({ ...filled, credits: 77 }, fresh)).toMatchObject({ status: 200 })
    const [entry] = (await must(app.send, 'getAuditLog', { headers, query: { limit: 1 } })).entries
    expect(entry?.subject).toBe(`organization ${fresh}`)
    expect([entry?.before, entry?.after]).toEqual([{ credits }, { credits: 77 }])
    expect(await put({ ...filled, show_name: 'Another name', credits: 77 }, fresh)).toMatchObject({
      status: 200,
    })
    expect(await read(fresh)).toMatchObject({ show_name: 'Another name', credits: 77 })
  })

  test('an organization that is not there is 404', async () => {
    expect((await put(edit, 9_999)).status).toBe(404)
    expect((await call(app.send, 'getOrganization', { headers, params: { id: 9_999 } })).status).toBe(404)
  })

  test('its own admin has no part in it', async () => {
    const admin = await signIn(app.send, org.admin.email, PASSWORD)
    const before = await app.version()
    for (const name of [
      'getOrganizations',
      'getOrganization',
      'putOrganization',
      'postSignupLink',
    ] as const) {
      const params = { id: org.id, organizationId: org.id }
      const body = name === 'postSignupLink' ? { email: 'a@example.org' } : edit
      const answer = await call(app.send, name, {
        headers: admin,
        params,
        ...(name.startsWith('get') ? {} : { body }),
      })
      expect(answer.status, name).toBe(403)
    }
    expect(await app.version()).toBe(before)
  })
})

describe('the first account of an empty installation', () => {
  const form = (invitation_token: string, email?: string) => ({
    body: {
      invitation_token,
      first_name: 'Ana',
      last_name: 'Berg',
      mobile_number: '5550100300',
      password: PASSWORD,
      password_confirmation: PASSWORD,
      ...(email && { email }),
    },
  })
  const tokenIn = (link: string | null) =>
    /^http:\/\/app\/accept\/invite\/([\w-]{43})$/.exec(link ?? '')?.[1] ?? ''

  test('is a super admin, made by a link that is printed and holds once, for a day', async () => {
    const own = await openApp()
    try {
      const older = tokenIn(await firstAccountLink(own.ctx))
      const token = tokenIn(await firstAccountLink(own.ctx))
      const check = (invitation_token: string) =>
        call(own.send, 'checkInvite', { body: { invitation_token } })
      expect((await check(older)).status).toBe(404)
      expect(await check(token)).toMatchObject({
        status: 200,
        json: { data: { kind: 'first_account', email: null, organization_name: null } },
      })
      expect(await call(own.send, 'acceptInvite', form(token))).toMatchObject({
        status: 422,
        failure: { errors: { email: ['Email is required!'] } },
      })
      const both = await Promise.all(
        ['one@example.org', 'two@example.org'].map((email) =>
          call(own.send, 'acceptInvite', form(token, email)),
        ),
      )
      expect(both.map((a) => a.status).toSorted()).toEqual([200, 404])
      expect(await own.rows('SELECT role, organization_id FROM users')).toEqual([
        { role: 'SuperAdmin', organization_id: null },
      ])
      expect(await firstAccountLink(own.ctx)).toBeNull()
    } finally {
      await own.remove()
    }
  })

  test('holds while other accounts come, and is nobody’s any more once there is a super admin, or the day is over', async () => {
    const own = await openApp()
    try {
      const late = tokenIn(await firstAccountLink(own.ctx))
      own.clock.move(DAY)
      expect((await call(own.send, 'acceptInvite', form(late, 'late@example.org'))).status).toBe(404)
      const token = tokenIn(await firstAccountLink(own.ctx))
      // By a command, or with an import: no one of them lets organizations in.
      await seedOrganization(own.ctx, 'earlier')
      const check = () => call(own.send, 'checkInvite', { body: { invitation_token: token } })
      expect((await check()).status).toBe(200)
      const another = tokenIn(await firstAccountLink(own.ctx))
      expect((await call(own.send, 'acceptInvite', form(another, 'first@example.org'))).status).toBe(200)
      expect(await firstAccountLink(own.ctx)).toBeNull()
      await own.ctx.db.write((tx) => tx.raw.run('UPDATE account_tokens SET used_at = NULL'))
      expect((await check()).status).toBe(404)
      expect((await call(own.send, 'acceptInvite', form(token, 'late@example.org'))).status).toBe(404)
      expect(await own.rows("SELECT email FROM users WHERE role = 'SuperAdmin'")).toEqual([
        { email: 'first@example.org' },
      ])
    } finally {
      await own.remove()
    }
  })
})
