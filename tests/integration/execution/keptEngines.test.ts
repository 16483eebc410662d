import { expect, onTestFinished, test } from 'vitest'
import { syncLanguages } from '#api/execution/languages.ts'
import type { Program, Tier } from '#api/execution/port.ts'
import { pinEnginesOfBegun } from '#db/queries/drives.ts'
import {
  must,
  openApp,
  programs,
  scripted,
  scriptedExecutor,
  seedOrganization,
  startDevice,
  waitFor,
} from '../../factories/index.ts'

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
