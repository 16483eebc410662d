import type { Queries } from '#db/connect.ts'
import type { DriveProblem } from '#db/queries/content.ts'
import { findProblemVersion } from '#db/queries/papers.ts'
import * as rows from '#db/queries/rejudges.ts'
import { totalsOf, versionAsked } from '../../attempts/paper.ts'

/**
 * The marks that can be had in a test. A new version of a problem may be worth more or less than the old one: that changes
 * everybody's percentage, also of those who submitted nothing for it.
 */

interface Of {
  rejudgeId: number
  driveId: number
  problemId: number
  version: number
}

const marksOf = (problem: DriveProblem): number =>
  totalsOf({ problems: [problem], questions: [] }).total_marks

/** The problem as a paper names it. */
async function asked(tx: Queries, paper: { items: string }, problemId: number): Promise<DriveProblem> {
  const version = versionAsked(paper, problemId)
  const problem = version === null ? undefined : await findProblemVersion(tx, problemId, version)
  if (!problem) throw new Error(`Problem ${problemId}@${version} is not kept`)
  return problem
}

/**
 * Keeps the totals before and after at what is judged anew.
 * @returns how many attempts without a submission for the problem have another total by it
 */
export async function keepAllTotals(tx: Queries, of: Of, newest: DriveProblem): Promise<number> {
  let others = 0
  for (const paper of await rows.listDuePapers(tx, of)) {
    const before = paper.total_marks
    const after = before + marksOf(newest) - marksOf(await asked(tx, paper, of.problemId))
    await rows.keepTotals(tx, { rejudgeId: of.rejudgeId, paperId: paper.id, before, after })
    if (after !== before) others += paper.without
  }
  return others
}
