import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { audit } from '#api/services/audit.ts'
import { organizationArchive, planExport } from '#api/services/moving/exporting.ts'
import { type ImportWishes, importOrganization } from '#api/services/moving/importing.ts'
import { ATTEMPT_TABLES, ORGANIZATION_TABLES } from '#db/movedTables.ts'
import { type Exam, seedSuperAdmin, type TestApp } from '../../factories/index.ts'

/** An organization's way from one app to another, in process. */

let count = 0

/** Rows of the kinds that a whole test does not come to by itself. */
export async function fillRest(app: TestApp, { org, who }: Exam): Promise<void> {
  await seedSuperAdmin(app.ctx)
  await app.ctx.db.write(async (tx) => {
    const now = app.clock.now()
    const [{ id: problem }] = org.problems
    const superAdmin = await tx.raw.get<{ id: number }>("SELECT id FROM users WHERE role = 'SuperAdmin'")
    const submission = await tx.raw.get<{ id: number }>('SELECT min(id) AS id FROM submissions')
    const test = await tx.raw.get<{ id: number }>('SELECT min(id) AS id FROM test_cases')
    const tests = JSON.stringify([
      { test_case_id: test?.id, marks: 1 },
      { test_case_id: 998, marks: 0 },
    ])
    for (const [sql, ...values] of [
      ["INSERT INTO package_submissions VALUES (?, 'submissions/wrong.py', x'00ff')", problem],
      [
        "INSERT INTO rejudges (id, drive_id, problem_id, version, status, user_id, created_at) VALUES (7, ?, ?, 1, 'applied', ?, ?)",
        org.driveId,
        problem,
        superAdmin?.id,
        now,
      ],
      [
        'INSERT INTO rejudge_results (rejudge_id, submission_id, tests, marks, marks_before) VALUES (7, ?, ?, 1, 2)',
        submission?.id,
        tests,
      ],
      [
        "INSERT INTO executions (token, attempt_id, problem_id, language_id, source, status, created_at) VALUES ('t', ?, ?, 1, 'x', 'done', ?)",
        who.attemptId,
        problem,
        now,
      ],
      [
        "INSERT INTO notices (attempt_id, kind, text, created_at) VALUES (?, 'message', 'Look up.', ?)",
        who.attemptId,
        now,
      ],
      ['INSERT INTO contact_gaps (attempt_id, from_at, to_at) VALUES (?, ?, ?)', who.attemptId, now - 9, now],
      ['INSERT INTO templates (organization_id, language_id, code) VALUES (?, 2, ?)', org.id, '# begin'],
      ['UPDATE drives SET results_retention_days = 365, results_erased_at = ?', now],
    ] as [string, ...unknown[]][])
      await tx.raw.run(sql, ...values)
    await audit(
      tx,
      { userId: null, organizationId: org.id },
      {
        action: 'test_case.update',
        subject: `test case 999 of problem ${problem}`,
        after: { problem, contacts: [org.admin.id, 998], marks: 7 },
      },
      now,
    )
    for (const { action, after } of [
      { action: 'candidate.invite', after: { rows: [3], drive: 'named' } },
      { action: 'problem.import', after: { first: problem, last: 997 } },
    ])
      await audit(tx, { userId: null, organizationId: org.id }, { action, subject: 'two rows', after }, now)
    await tx.raw.run('UPDATE attempts SET newest_notice = 1 WHERE id = ?', who.attemptId)
  })
}

/** Rows of each table that moves. */
export const rowCounts = async (app: TestApp): Promise<Map<string, number>> => {
  const counts = new Map<string, number>()
  for (const { name } of [...ORGANIZATION_TABLES, ...ATTEMPT_TABLES]) {
    const [row] = await app.rows<{ n: number }>(`SELECT count(*) AS n FROM ${name}`)
    counts.set(name, row?.n ?? 0)
  }
  return counts
}

/** Changes a server's rows as no page does. */
export const set = (app: TestApp, sql: string, ...params: unknown[]) =>
  app.ctx.db.write((tx) => tx.raw.run(sql, ...params))

/** @returns the archive's path, below the app's own data */
export async function exported(app: TestApp, organizationId: number): Promise<string> {
  const plan = await planExport(app.ctx, String(organizationId), () => {})
  const file = join(app.data, `organization-${count++}.zip`)
  writeFileSync(file, await buffer(organizationArchive(app.ctx, plan, () => {})))
  return file
}

export const imported = (app: TestApp, file: string, wishes: Partial<ImportWishes> = {}) =>
  importOrganization(
    app.ctx,
    file,
    { name: null, isTrial: false, keepsOurs: false, trusted: null, ...wishes },
    () => {},
  )

/** Why it was refused. @throws where it was not */
export async function refusalOf(
  app: TestApp,
  file: string,
  wishes: Partial<ImportWishes> = {},
): Promise<string> {
  try {
    await imported(app, file, wishes)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('It was not refused')
}
