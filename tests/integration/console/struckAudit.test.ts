import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { audit } from '#api/services/audit.ts'
import { deleteCandidate } from '#api/services/candidates/deleting.ts'
import { sweep } from '#api/services/sweep.ts'
import { verifyAll } from '#api/services/verification.ts'
import { DAY, HOUR, lateWorkIn, must, openApp, signIn, startExam } from '../../factories/index.ts'
import { filesWith } from './erased.ts'

/** The audit log outlives a test, and keeps nothing of one that is erased; it can be checked as before. */

/** A test whose late work staff decided about, with a note, and whose marks a rejudge changed beside those of another. */
async function told() {
  const app = await openApp({ judging: true })
  onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
  const late = lateWorkIn(app)
  const { e } = await late.two({ lasts: 2 * HOUR, candidates: 2 })
  const [, other] = e.org.candidates
  app.clock.move(3 * HOUR)
  await app.seal()
  late.choose(e, 'mcq_save', true, app.clock.now() - 2.5 * HOUR)
  await e.device.sync()
  const { items } = await late.workOf(e)
  const body = { op_ids: items.map(({ op_id }) => op_id), decision: 'accepted' as const }
  const note = 'Ana Quokkason was in hospital, see her letter.'
  const headers = await late.headersOf(e)
  await must(app.send, 'postLateDecision', { params: { ref: e.who.ref }, body: { ...body, note }, headers })
  await app.idle()
  const marks = { marks: 20, score: 40, total: 100 }
  await app.ctx.db.write((tx) =>
    audit(
      tx,
      { userId: e.org.admin.id, organizationId: e.org.id },
      {
        action: 'drive.rejudge_marks',
        subject: `drive ${e.org.driveId}`,
        before: { [e.who.ref]: marks, [other?.ref ?? '']: marks },
        after: { problem: 1, version: 2, [e.who.ref]: marks, [other?.ref ?? '']: marks },
      },
      app.clock.now(),
    ),
  )
  const entries = async () => {
    const log = await must(app.send, 'getAuditLog', { headers: await late.headersOf(e) })
    return log.entries.filter(({ action }) => /late_|rejudge_marks/.test(action))
  }
  return { app, ...e, other: other?.ref ?? '', marks, entries }
}

test('what staff wrote about a test, its scores and its reference are nowhere after its results went', async () => {
  const { app, who, other, entries } = await told()
  expect((await entries()).find(({ action }) => action === 'candidate.late_accepted')).toMatchObject({
    subject: `attempt ${who.ref}`,
    after: { note: expect.stringContaining('Quokkason') },
  })
  await app.ctx.db.write((tx) => tx.raw.run('UPDATE drives SET results_retention_days = 30'))
  await app.live(31 * DAY)
  await sweep(app.ctx)
  expect(await app.rows('SELECT 1 FROM attempts')).toEqual([])
  expect(await entries()).toMatchObject([
    { action: 'drive.rejudge_marks', before: {}, after: { problem: 1, version: 2 } },
    { action: 'candidate.late_accepted', subject: 'an erased test', before: null, after: null },
  ])
  expect((await verifyAll(app.ctx)).findings).toEqual([])
  await app.close()
  expect(filesWith(app.data, ['quokkason', who.ref, other])).toEqual([])
})

test('a candidate who is deleted is struck, and the marks of others in the same entry stay', async () => {
  const { app, org, who, other, marks, entries } = await told()
  onTestFinished(() => app.close())
  const actor = { userId: org.admin.id, organizationId: org.id, role: 'Admin' } as unknown
  await deleteCandidate(app.ctx, actor as Parameters<typeof deleteCandidate>[1], who.candidateId)
  expect(await entries()).toMatchObject([
    { before: { [other]: marks }, after: { [other]: marks } },
    { subject: 'an erased test', before: null, after: null },
  ])
  expect(JSON.stringify(await entries())).not.toContain(who.ref)
  expect((await verifyAll(app.ctx)).findings).toEqual([])
  // Whatever is left of a struck entry is vouched for as well.
  const [row] = await app.rows<{ id: number }>(
    "SELECT id FROM audit_log WHERE action = 'drive.rejudge_marks'",
  )
  const changed = { where: `audit entry ${row?.id}`, what: 'it was changed' }
  await app.ctx.db.write((tx) =>
    tx.raw.run("UPDATE audit_log SET after = replace(after, '40', '90') WHERE id = ?", row?.id),
  )
  expect((await verifyAll(app.ctx)).findings).toEqual([changed])
})

test('an entry that nobody struck may not be emptied', async () => {
  const { app } = await told()
  onTestFinished(() => app.close())
  const [row] = await app.rows<{ id: number }>(
    "SELECT id FROM audit_log WHERE action = 'candidate.late_accepted'",
  )
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      "UPDATE audit_log SET subject = 'an erased test', before = NULL, after = NULL WHERE id = ?",
      row?.id,
    ),
  )
  expect((await verifyAll(app.ctx)).findings).toEqual([
    { where: `audit entry ${row?.id}`, what: 'it was changed' },
  ])
})

test('tests that were erased before anything was struck are struck by the first sweep', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const { org, who } = await startExam(app, { lasts: 2 * HOUR })
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  await app.ctx.db.write(async (tx) => {
    const actor = { userId: org.admin.id, organizationId: org.id }
    for (const ref of ['gone-before', who.ref])
      await audit(
        tx,
        actor,
        { action: 'candidate.late_rejected', subject: `attempt ${ref}`, after: { note: 'wombat' } },
        app.clock.now(),
      )
    await audit(
      tx,
      actor,
      {
        action: 'drive.rejudge_marks',
        subject: `drive ${org.driveId}`,
        before: { 'gone-before': { marks: 1 }, [who.ref]: { marks: 2 } },
        after: { problem: 3, 'gone-before': { marks: 4 }, [who.ref]: { marks: 5 } },
      },
      app.clock.now(),
    )
  })
  await sweep(app.ctx)
  const { entries } = await must(app.send, 'getAuditLog', { headers })
  expect(entries.slice(0, 3)).toMatchObject([
    { before: { [who.ref]: { marks: 2 } }, after: { problem: 3, [who.ref]: { marks: 5 } } },
    { subject: `attempt ${who.ref}`, after: { note: 'wombat' } },
    { subject: 'an erased test', after: null },
  ])
  expect(JSON.stringify(entries)).not.toContain('gone-before')
  expect((await verifyAll(app.ctx)).findings).toEqual([])
  const struck = await app.rows("SELECT 1 FROM audit_log WHERE action = 'audit.strike'")
  await sweep(app.ctx)
  expect(await app.rows("SELECT 1 FROM audit_log WHERE action = 'audit.strike'")).toHaveLength(struck.length)
})
