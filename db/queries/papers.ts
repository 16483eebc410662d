import { and, desc, eq, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import { insertedRow } from '../inserted.ts'
import * as s from '../schema/index.ts'
import type { DriveProblem, DriveQuestion } from './content.ts'

/** Papers: what attempts were begun with. Neither a paper's items nor a version of an item ever changes. */

export type PaperRow = typeof s.papers.$inferSelect

export const findPaper = async ({ orm }: Queries, id: number) =>
  (await orm.select().from(s.papers).where(eq(s.papers.id, id)).limit(1))[0]

/** The paper that a drive's contents make, where somebody began with it already. */
export const findPaperOf = async ({ orm }: Queries, driveId: number, contentVersion: number) =>
  (
    await orm
      .select()
      .from(s.papers)
      .where(and(eq(s.papers.drive_id, driveId), eq(s.papers.content_version, contentVersion)))
      .orderBy(desc(s.papers.id))
      .limit(1)
  )[0]

/** The different totals of what a drive's candidates were asked; none where nobody has begun. */
export const listTotals = async (q: Queries, driveId: number): Promise<number[]> =>
  (
    await q.raw.all<{ total: number }>(
      `SELECT DISTINCT p.total_marks AS total FROM papers p
       WHERE p.drive_id = ? AND EXISTS (SELECT 1 FROM attempts a WHERE a.paper_id = p.id) ORDER BY total`,
      driveId,
    )
  ).map((row) => row.total)

/** The items of the papers that running tests are asked, each paper once. */
export const listRunningPapers = (q: Queries) =>
  q.raw.all<Pick<PaperRow, 'items'>>(
    `SELECT DISTINCT p.items FROM attempts a JOIN papers p ON p.id = a.paper_id
     WHERE a.deadline_at IS NOT NULL AND a.finished_at IS NULL`,
  )

/** Makes a paper, or answers the one that asks the same. */
export async function ensurePaper({ orm }: Queries, row: typeof s.papers.$inferInsert): Promise<PaperRow> {
  const rows = await orm
    .insert(s.papers)
    .values(row)
    .onConflictDoUpdate({
      target: [s.papers.drive_id, s.papers.items],
      // The newest one keeps its place where another attempt comes to the same items by another way.
      set: { content_version: sql`max(${s.papers.content_version}, excluded.content_version)` },
    })
    .returning()
  return insertedRow(rows)
}

/** Keeps a version of an item; one that is kept already stays as it is. */
export const keepVersion = ({ orm }: Queries, row: typeof s.itemVersions.$inferInsert) =>
  orm.insert(s.itemVersions).values(row).onConflictDoNothing()

const findVersion = async ({ orm }: Queries, kind: 'problem' | 'question', id: number, version: number) =>
  (
    await orm
      .select({ content: s.itemVersions.content })
      .from(s.itemVersions)
      .where(
        and(
          eq(s.itemVersions.kind, kind),
          eq(s.itemVersions.item_id, id),
          eq(s.itemVersions.version, version),
        ),
      )
      .limit(1)
  )[0]?.content

/** A version that somebody began with; undefined where nobody did. */
export const findProblemVersion = async (q: Queries, id: number, version: number) =>
  (await findVersion(q, 'problem', id, version)) as DriveProblem | undefined
export const findQuestionVersion = async (q: Queries, id: number, version: number) =>
  (await findVersion(q, 'question', id, version)) as DriveQuestion | undefined

export const findContentVersion = async ({ orm }: Queries, driveId: number) =>
  (
    await orm
      .select({ content_version: s.drives.content_version })
      .from(s.drives)
      .where(eq(s.drives.id, driveId))
      .limit(1)
  )[0]?.content_version
