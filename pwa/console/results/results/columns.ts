import { consoleTexts } from '#contract/consoleTexts.ts'
import { type ResultSort, resultColumnsInFile } from '#contract/forms/results.ts'
import { texts } from '#contract/texts.ts'
import type { ResultRow } from '#contract/views/admin.ts'
import type { Column } from '#pwa/ui/DataTable.tsx'

export interface Score {
  proven: number
  /** The marks beyond it that only the device claims. */
  claimed: number
  judging: number
}

/** By the server's word for the time of a test that has begun and has no end yet, also of one that was reopened. */
export const isRunning = (row: ResultRow): boolean => row.time_taken === consoleTexts.inProgress

/** None while a test runs: what a reopened one had before is no result, or it would stand above who is further. */
export function scoreOf(row: ResultRow): Score | null {
  if (row.score === null || isRunning(row)) return null
  return {
    proven: row.score,
    claimed: Math.max(0, (row.score_claimed ?? row.score) - row.score),
    judging: row.judging,
  }
}

/** The specification's columns in its order; the first one always stands. */
export const columnNames = [
  'Candidate Id',
  'First Name',
  'Last Name',
  'Email',
  'Score',
  'Time',
  'Result',
  texts.triedToCopy,
  texts.testEndReason,
  'Shortlisted',
] as const
export type ColumnName = (typeof columnNames)[number]
export const LOCKED: ColumnName = 'Candidate Id'

const looks: Record<ColumnName, Omit<Column, 'name'>> = {
  'Candidate Id': { width: '124px' },
  'First Name': { width: '7%', isSticky: true },
  'Last Name': { width: '8%' },
  Email: {},
  Score: {},
  Time: { width: '104px', isNumber: true },
  Result: { width: '72px' },
  [texts.triedToCopy]: { width: '112px' },
  [texts.testEndReason]: { width: '164px' },
  Shortlisted: { width: '96px' },
}

/** The orders that sort by a column: first this way, then the other. */
const sorts: Partial<Record<ColumnName, readonly [first: ResultSort, other: ResultSort]>> = {
  'Candidate Id': ['invited', 'newest'],
  Email: ['email', 'email_down'],
  Score: ['best', 'worst'],
}
const rising: readonly ResultSort[] = ['invited', 'email', 'worst']

/** So wide as what stands in it: what it does not take, the address has. */
function scoreWidth(rows: readonly ResultRow[]): string {
  const scores = rows.map(scoreOf).filter((score) => score !== null)
  if (scores.some(({ judging }) => judging > 0)) return '188px'
  return scores.some(({ claimed }) => claimed > 0) ? '140px' : '104px'
}

/** The columns that are shown, with what sorts them. */
export const columnsOf = (
  shown: readonly ColumnName[],
  sort: ResultSort,
  onSort: (sort: ResultSort) => void,
  rows: readonly ResultRow[],
): Column[] =>
  shown.map((name) => {
    const ways = sorts[name]
    return {
      name,
      ...looks[name],
      ...(name === 'Score' && { width: scoreWidth(rows) }),
      ...(ways && {
        sort: {
          is: ways.includes(sort) ? (rising.includes(sort) ? 'ascending' : 'descending') : null,
          onSort: () => onSort(sort === ways[0] ? ways[1] : ways[0]),
        } as const,
      }),
    }
  })

/** The file leaves out what the table hides, and nothing else. */
export function resultFileColumns(shown: readonly ColumnName[]): { columns?: string } {
  const hidden: readonly string[] = columnNames.filter((name) => name !== 'Result' && !shown.includes(name))
  return hidden.length === 0
    ? {}
    : { columns: resultColumnsInFile.filter((name) => !hidden.includes(name)).join(',') }
}
