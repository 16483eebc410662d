import { describe, expect, test } from 'vitest'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { bearer, call, HOUR, must, newDrive, seedOrganization, signIn } from '../../factories/index.ts'
import { openSeeded } from '../forFile.ts'

const { app, org, headers, send } = await openSeeded('r')
const other = await seedOrganization(app.ctx, 's')

describe('default rules', () => {
  test('are added, changed and deleted, and counted', async () => {
    const add = (description: string) =>
      must(app.send, 'postRule', { body: { is_default: true, description }, headers })
    const { rule } = await add('  Be on time.  ')
    await add('Be kind.')
    expect(rule).toMatchObject({ description: 'Be on time.', is_default: true, drive_id: null })
    await must(app.send, 'putRule', {
      params: { id: rule.id },
      body: { id: rule.id, description: 'Be early.' },
      headers,
    })
    const read = () => must(app.send, 'getDefaultRules', { headers })
    expect((await read()).rules.map((row) => row.description)).toEqual(['Be early.', 'Be kind.'])
    expect((await read()).rules_count).toBe(2)
    await must(app.send, 'deleteRule', { params: { id: rule.id }, headers })
    expect(await read()).toMatchObject({ rules: [{ description: 'Be kind.' }], rules_count: 1 })
  })

  test.each(['be KIND', 'Be  kind!!', 'be-kind'])('%j is said already', async (description) => {
    const answer = await send('postRule', { body: { is_default: true, description } })
    expect(answer.status).toBe(422)
    expect(answer.failure.message).toBe(t.duplicateRule)
  })

  test('a rule may be written anew with itself', async () => {
    const { rules } = await must(app.send, 'getDefaultRules', { headers })
    const id = rules[0]?.id ?? 0
    await must(app.send, 'putRule', { params: { id }, body: { description: 'Be KIND!' }, headers })
  })

  test.each(['', '   '])('description %j is refused', async (description) => {
    const answer = await send('postRule', { body: { is_default: true, description } })
    expect(answer.failure.errors).toEqual({ description: ['Description is a required field'] })
  })
})

test('a candidate reads the default rules, then the drive’s own, each once', async () => {
  await must(app.send, 'postRule', { body: { is_default: true, description: 'work alone' }, headers })
  const [who] = org.candidates
  const { rules } = await must(app.send, 'getDriveRules', {
    params: { id: org.driveId },
    headers: bearer(who?.invitation ?? ''),
  })
  expect(rules.map((rule) => rule.description)).toEqual(['Be KIND!', 'work alone', 'Keep your camera on.'])
})

describe('rules of a drive', () => {
  test('belong to it alone', async () => {
    const { drive } = await must(app.send, 'postDrive', { body: newDrive(org), headers })
    await must(app.send, 'postRule', { body: { drive_id: drive.id, description: 'Work alone.' }, headers })
    const rulesOf = async (drive_id: number) =>
      (await must(app.send, 'getRules', { query: { drive_id }, headers })).rules.map(
        (rule) => rule.description,
      )
    expect(await rulesOf(drive.id)).toEqual(['Work alone.'])
    expect(await rulesOf(org.driveId)).toEqual(['Work alone.', 'Keep your camera on.'])
  })

  test('are not said twice in one drive', async () => {
    const answer = await send('postRule', { body: { drive_id: org.driveId, description: 'work alone' } })
    expect(answer.failure.message).toBe(t.duplicateRule)
  })

  test('need their drive', async () => {
    const answer = await send('postRule', { body: { description: 'Of no drive.' } })
    expect(answer.status).toBe(422)
    expect(answer.failure.message).toBe(t.createProblemFirst)
  })

  test('of another organization are not found', async () => {
    const answers = await Promise.all([
      send('postRule', { body: { drive_id: other.driveId, description: 'Foreign.' } }),
      send('getRules', { query: { drive_id: other.driveId } }),
      send('putRule', { params: { id: other.ruleId }, body: { description: 'Foreign.' } }),
      send('deleteRule', { params: { id: other.ruleId } }),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404])
  })
})

test('a completed drive keeps its rules as they were', async () => {
  const past = await seedOrganization(app.ctx, 'past', { lasts: HOUR })
  app.clock.move(2 * HOUR)
  const session = await signIn(app.send, past.admin.email, past.admin.password)
  const read = () => must(app.send, 'getRules', { query: { drive_id: past.driveId }, headers: session })
  const before = await read()
  const asked = { headers: session }
  const answers = [
    await call(app.send, 'postRule', {
      ...asked,
      body: { drive_id: past.driveId, description: 'Too late.' },
    }),
    await call(app.send, 'putRule', {
      ...asked,
      params: { id: past.ruleId },
      body: { description: 'Too late.' },
    }),
    await call(app.send, 'deleteRule', { ...asked, params: { id: past.ruleId } }),
  ]
  expect(answers.map(({ status, failure }) => [status, failure.message])).toEqual(
    Array(3).fill([409, 'A completed drive keeps its rules. Copy it instead.']),
  )
  expect(await read()).toEqual(before)
})

describe('institutes', () => {
  test('have a name that can be seen, in one line', async () => {
    const unseen = await send('postInstitute', { body: { name: '\u200B'.repeat(5) } })
    expect(unseen.failure.errors?.name).toEqual(['Institute name is required.'])
    const { institute } = await must(app.send, 'postInstitute', { body: { name: 'North\r\nShore' }, headers })
    expect(institute.name).toBe('North Shore')
    await must(app.send, 'deleteInstitute', { params: { id: institute.id }, headers })
  })

  test('are added, renamed and deleted; a drive held there keeps its name', async () => {
    const answer = await send('postInstitute', { body: { name: ' North ' } })
    expect((answer.json as { message: string }).message).toBe('Institute added successfully')
    const { institute } = (answer.json as { data: { institute: { id: number; name: string } } }).data
    expect(institute.name).toBe('North')
    const { drive } = await must(app.send, 'postDrive', {
      body: { ...newDrive(org), institute_id: institute.id },
      headers,
    })
    await must(app.send, 'putInstitute', { params: { id: institute.id }, body: { name: 'South' }, headers })
    await must(app.send, 'deleteInstitute', { params: { id: institute.id }, headers })
    const { institutes, total } = await must(app.send, 'getInstitutes', { headers })
    expect(institutes.map((row) => row.id)).toEqual([org.instituteId])
    expect(total).toBe(1)
    const kept = await must(app.send, 'getAdminDrive', { params: { id: drive.id }, headers })
    expect(kept.drive.institute_name).toBe('South')
    const gone = await send('postDrive', { body: { ...newDrive(org), institute_id: institute.id } })
    expect(gone.status).toBe(404)
  })

  test.each(['', '  '])('name %j is refused', async (name) => {
    const answer = await send('postInstitute', { body: { name } })
    expect(answer.failure.errors).toEqual({ name: ['Institute name is required.'] })
  })

  test('have each name once', async () => {
    expect((await send('postInstitute', { body: { name: 'INSTITUTE r' } })).status).toBe(409)
  })
})
