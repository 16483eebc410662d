import { expect, onTestFinished, test } from 'vitest'
import { syncLanguages } from '#api/execution/languages.ts'
import type { Program, Tier } from '#api/execution/port.ts'
import { pinEnginesOfBegun } from '#db/queries/drives.ts'
import { forgetTiers } from '#db/queries/languages.ts'
import {
  call,
  must,
  openApp,
  programs,
  scripted,
  scriptedExecutor,
  seedOrganization,
  signIn,
  startDevice,
  waitFor,
} from '../../factories/index.ts'
import { spoil } from '../console/attemptSupport.ts'

/** A drive that has begun keeps the engine of each language, whatever the machine offers afterwards. */

async function drive() {
  const asked: Program[] = []
  const executor = scriptedExecutor((program, testCase) => {
    asked.push(program)
    return scripted(program, testCase)
  })
  const app = await openApp({ judging: true, executor })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'engines', { candidates: 2 })
  const offer = (tier: Tier) =>
    app.ctx.db.write((tx) =>
      syncLanguages(
        tx,
        ['javascript', 'python'].map((id) => ({ id, name: id, version: '1', tier })),
      ),
    )
  const engines = async () =>
    (await app.rows<{ engines: string | null }>('SELECT engines FROM drives')).map(
      ({ engines }) => engines && JSON.parse(engines),
    )
  return { app, org, asked, offer, engines }
}

test('Runs and verdicts of a begun drive ask for the engines it began with, those of another one for the best there is', async () => {
  const { app, org, asked, offer, engines } = await drive()
  await offer('wasm')
  expect(await engines()).toEqual([null])
  const [first, second] = org.candidates
  const device = await startDevice(app, first)
  expect(await engines()).toEqual([{ javascript: 'wasm', python: 'wasm' }])
  await offer('jail')
  await startDevice(app, second)
  expect(await engines()).toEqual([{ javascript: 'wasm', python: 'wasm' }])
  const problem_id = org.problems[0].id
  device.write('submit', `code:${problem_id}:1`, { problem_id, language_id: 1, source_code: programs.right })
  await device.sync()
  await waitFor(
    'the verdict',
    async () => (await app.rows("SELECT 1 FROM submissions WHERE status = 'accepted'"))[0],
  )
  await must(app.send, 'postExecution', {
    token: first?.token ?? '',
    body: { problem_id, language_id: 1, source_code: programs.echo, stdin: 'in' },
  })
  await app.idle()
  expect(new Set(asked.map(({ source }) => source)).size).toBe(2)
  expect(new Set(asked.map(({ tier }) => tier))).toEqual(new Set(['wasm']))
})

test('a test that begins while no engine answers leaves it to the next one to keep what there is', async () => {
  const { app, org, offer, engines } = await drive()
  await app.ctx.db.write((tx) => forgetTiers(tx))
  await startDevice(app, org.candidates[0])
  expect(await engines()).toEqual([null])
  await offer('piston')
  await startDevice(app, org.candidates[1])
  expect(await engines()).toEqual([{ javascript: 'piston', python: 'piston' }])
})

test('a drive that had begun before engines were kept goes on with the one that ran everything then', async () => {
  const { app, org, offer, engines } = await drive()
  await offer('wasm')
  await startDevice(app, org.candidates[0])
  await app.ctx.db.write(async (tx) => {
    await tx.raw.run('UPDATE drives SET engines = NULL')
    await tx.raw.run("UPDATE languages SET is_active = 0 WHERE code_id = 'javascript'")
  })
  const before = await seedOrganization(app.ctx, 'unbegun')
  await app.ctx.db.write((tx) => pinEnginesOfBegun(tx, 'piston'))
  expect(await engines()).toEqual([{ python: 'piston' }, null])
  await app.ctx.db.write((tx) => pinEnginesOfBegun(tx, 'wasm'))
  expect(await engines()).toEqual([{ python: 'piston' }, null])
  expect(before.candidates).toHaveLength(1)
})

test('what is judged anew asks for the engine of its drive too', async () => {
  const { app, org, asked, offer } = await drive()
  await offer('wasm')
  const device = await startDevice(app, org.candidates[0])
  const problem_id = org.problems[0].id
  device.write('submit', `code:${problem_id}:1`, { problem_id, language_id: 1, source_code: programs.right })
  device.write('finish', '', { reason: 'candidate' })
  await device.sync()
  await app.idle()
  await offer('jail')
  asked.splice(0)
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  await spoil(app, org, headers, 'nobody prints this\n')
  await must(app.send, 'postRejudge', { params: { driveId: org.driveId }, body: { problem_id }, headers })
  await app.idle()
  // Each of its three tests.
  expect(asked.map(({ tier }) => tier)).toEqual(['wasm', 'wasm', 'wasm'])
})

test('staff lets a begun drive be run by the engine of now, with before and after in the audit log', async () => {
  const { app, org, asked, offer } = await drive()
  await offer('wasm')
  const [who] = org.candidates
  const device = await startDevice(app, who)
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const params = { id: org.driveId }
  const put = (body: { language: string; engine: Tier; was?: Tier }) =>
    call(app.send, 'putEngine', { params, body, headers })
  // That engine has it no more than any other one.
  expect((await put({ language: 'python', engine: 'jail' })).status).toBe(409)
  await offer('jail')
  const { engines } = await must(app.send, 'getDriveDetails', { params: { driveId: org.driveId }, headers })
  expect(engines).toContainEqual({
    language: 'javascript',
    name: 'javascript',
    engine: 'wasm',
    offered: 'jail',
  })
  expect((await put({ language: 'cobol', engine: 'jail' })).status).toBe(404)
  expect((await put({ language: 'javascript', engine: 'jail', was: 'piston' })).status).toBe(409)
  expect(await put({ language: 'javascript', engine: 'jail', was: 'wasm' })).toMatchObject({
    status: 200,
    json: {
      data: {
        engines: [
          { engine: 'jail', offered: 'jail' },
          { engine: 'wasm', offered: 'jail' },
        ],
      },
    },
  })
  const problem_id = org.problems[0].id
  device.write('submit', `code:${problem_id}:1`, { problem_id, language_id: 1, source_code: programs.right })
  await device.sync()
  await app.idle()
  expect(new Set(asked.map(({ tier }) => tier))).toEqual(new Set(['jail']))
  expect(await app.rows("SELECT before, after FROM audit_log WHERE action = 'drive.engine'")).toEqual([
    {
      before: JSON.stringify({ language: 'javascript', engine: 'wasm' }),
      after: JSON.stringify({ language: 'javascript', engine: 'jail' }),
    },
  ])
})
