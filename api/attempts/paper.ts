import type { Queries } from '#db/connect.ts'
import {
  type DriveProblem,
  type DriveQuestion,
  listDriveProblems,
  listDriveQuestions,
} from '#db/queries/content.ts'
import {
  ensurePaper,
  findContentVersion,
  findPaperOf,
  findProblemVersion,
  findQuestionVersion,
  keepVersion,
  type PaperRow,
} from '#db/queries/papers.ts'

/**
 * An attempt's items are fixed when it begins: a paper names the version of each item, and each version is kept as it
 * was. Staff may change the bank at any time; a candidate who begins later gets the newer versions (decision 0016).
 */

export interface PaperItems {
  problems: DriveProblem[]
  questions: DriveQuestion[]
}

/** Seconds allotted for the items, and the marks that can be had. */
export const totalsOf = ({ problems, questions }: PaperItems) => ({
  allotted_seconds:
    problems.reduce((sum, row) => sum + row.time_in_minutes * 60, 0) +
    questions.reduce((sum, row) => sum + row.time_in_seconds, 0),
  total_marks:
    problems.reduce((sum, row) => sum + row.tests.reduce((marks, test) => marks + test.marks, 0), 0) +
    questions.reduce((sum, row) => sum + row.marks, 0),
})

/** The paper of whoever begins now; made where nobody began with these versions yet. */
export async function newestPaper(tx: Queries, driveId: number, now: number): Promise<PaperRow> {
  const contentVersion = (await findContentVersion(tx, driveId)) ?? 0
  const known = await findPaperOf(tx, driveId, contentVersion)
  if (known) return known
  // Read in this very transaction and not from a cache: the versions named are those that are kept.
  const items = {
    problems: await listDriveProblems(tx, driveId),
    questions: await listDriveQuestions(tx, driveId),
  }
  return makePaper(tx, { driveId, contentVersion }, items, now)
}

/** Keeps the items' versions and the paper that names them. */
export async function makePaper(
  tx: Queries,
  of: { driveId: number; contentVersion: number },
  { problems, questions }: PaperItems,
  now: number,
): Promise<PaperRow> {
  for (const content of problems)
    await keepVersion(tx, {
      kind: 'problem',
      item_id: content.id,
      version: content.version,
      content,
      created_at: now,
    })
  for (const content of questions)
    await keepVersion(tx, {
      kind: 'question',
      item_id: content.id,
      version: content.version,
      content,
      created_at: now,
    })
  return ensurePaper(tx, {
    drive_id: of.driveId,
    content_version: of.contentVersion,
    items: namesOf({ problems, questions }),
    ...totalsOf({ problems, questions }),
    created_at: now,
  })
}

/** Kind, id and version, as `namesOf` writes them. */
const ITEM = /([pq])(\d+)@(\d+)/g

const namesOf = ({ problems, questions }: PaperItems): string =>
  [
    problems.map(({ id, version }) => `p${id}@${version}`).join(','),
    questions.map(({ id, version }) => `q${id}@${version}`).join(','),
  ].join(';')

/** The version of a problem that a paper names; null where it does not ask it. */
export function versionAsked({ items }: Pick<PaperRow, 'items'>, problemId: number): number | null {
  const named = [...items.matchAll(ITEM)].find(([, kind, id]) => kind === 'p' && Number(id) === problemId)
  return named ? Number(named[3]) : null
}

/**
 * A paper's items in their order.
 * @throws where a version is missing: it is kept in the transaction that makes the paper and never deleted
 */
export async function itemsOfPaper(q: Queries, paper: PaperRow): Promise<PaperItems> {
  const items: PaperItems = { problems: [], questions: [] }
  for (const [, kind, id, version] of paper.items.matchAll(ITEM)) {
    const item =
      kind === 'p'
        ? await findProblemVersion(q, Number(id), Number(version))
        : await findQuestionVersion(q, Number(id), Number(version))
    if (!item) throw new Error(`Paper ${paper.id}: ${kind}${id}@${version} is not kept`)
    if ('tests' in item) items.problems.push(item)
    else items.questions.push(item)
  }
  return items
}
