import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { inviteCandidate } from '#api/services/invitations.ts'
import { organizationArchive, planExport } from '#api/services/moving/exporting.ts'
import {
  behind,
  type Organization,
  openApp,
  seedOrganization,
  startDevice,
  type TestApp,
  wholeTest,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { exported, imported, set } from './support.ts'

/** What is exported, and what is not while something is under way. */

const source = await appForFile({ judging: true })
let org: Organization

beforeAll(async () => {
  org = (await wholeTest(source)).org
})

async function fresh(): Promise<TestApp> {
  const app = await openApp({ judging: true })
  onTestFinished(() => app.remove())
  return app
}

describe('an export', () => {
  test('is of a number or a name, and a name may be a number', async () => {
    const target = await fresh()
    const [a, b] = [await seedOrganization(target.ctx, 'a'), await seedOrganization(target.ctx, 'b')]
    await set(target, 'UPDATE organizations SET name = ? WHERE id = ?', String(a.id), b.id)
    await set(target, 'UPDATE organizations SET name = ? WHERE id = ?', 'Straße 7', a.id)
    const planned = async (called: string) => (await planExport(target.ctx, called, () => {})).organization.id
    expect(await planned(String(a.id))).toBe(a.id)
    expect(await planned(String(b.id))).toBe(b.id)
    expect(await planned('straße 7')).toBe(a.id)
    // The number of another one is no name that is taken.
    await set(source, 'UPDATE organizations SET name = ? WHERE id = ?', String(b.id), org.id)
    const numbered = await exported(source, org.id)
    await set(source, 'UPDATE organizations SET name = ? WHERE id = ?', org.name, org.id)
    expect((await imported(target, numbered)).organization.name).toBe(String(b.id))
  })

  test('is refused where somebody begins after it was planned', async () => {
    const email = 'begins-late@people.example'
    await source.ctx.db.write((tx) =>
      inviteCandidate(
        source.ctx,
        tx,
        { organizationId: org.id, driveId: org.driveId, email },
        source.clock.now(),
      ),
    )
    const plan = await planExport(source.ctx, String(org.id), () => {})
    await set(
      source,
      'UPDATE attempts SET started_at = 5 WHERE candidate_id = (SELECT id FROM candidates WHERE email = ?)',
      email,
    )
    await expect(buffer(organizationArchive(source.ctx, plan, () => {}))).rejects.toThrow(
      '1 test not over yet',
    )
    await set(source, 'UPDATE attempts SET started_at = NULL WHERE started_at = 5')
  })

  test('waits for tests that run', async () => {
    const running = await seedOrganization(source.ctx, 'running')
    await startDevice(source, running.candidates[0])
    await expect(exported(source, running.id)).rejects.toThrow(/1 test not over yet/)
  })

  test('says which evidence does not hold, and so does the server that takes it', async () => {
    const app = await fresh()
    const spoilt = await wholeTest(app)
    behind(app.data, 'UPDATE submissions SET marks = marks + 1')
    const archive = await exported(app, spoilt.org.id)
    const done = await imported(await fresh(), archive)
    expect(done.findings).toEqual([
      `on the source, attempt ${spoilt.who.ref}: the records beside the log (marks, times, decisions, kept work) are not what the server sealed`,
    ])
  })

  test('says which picture of the bank is missing', async () => {
    await set(source, "UPDATE problems SET image_key = 'images/lost.jpg'")
    // A test was begun with a version that had another one.
    await set(
      source,
      "UPDATE item_versions SET content = json_set(content, '$.image_key', 'images/former.jpg')",
    )
    const done = await imported(await fresh(), await exported(source, org.id))
    expect(done.findings).toEqual([
      'on the source, picture images/lost.jpg is missing, or was changed',
      'on the source, picture images/former.jpg is missing, or was changed',
    ])
  })
})
