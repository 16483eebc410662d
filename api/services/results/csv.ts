import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { ResultColumnInFile, ResultSort } from '#contract/forms/results.ts'
import { type ResultExportRow, streamResults } from '#db/queries/results.ts'
import { searchText } from '#db/searchKey.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../kit/errors.ts'
import { csvOptions, csvText } from '../csv.ts'
import { download, fileName } from '../download.ts'
import { requireDrive } from '../drives.ts'
import { timeTaken } from './timeTaken.ts'
import { totalMarksOf } from './totalMarks.ts'

/** Results as files. */

const iso = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())
const yes = (is: boolean): string => (is ? 'YES' : 'NO')

/** @param totalMarks of whom nothing was asked yet */
const resultOf =
  (totalMarks: number) =>
  (row: ResultExportRow): Record<ResultColumnInFile, string | number> => ({
    'Candidate Id': row.candidate_id,
    'First Name': csvText(row.first_name),
    'Last Name': csvText(row.last_name),
    Email: csvText(row.email),
    'Mobile Number': csvText(row.mobile_number),
    // The earlier score of a reopened test is no result while it runs again.
    Score: row.finished_at === null ? '' : (row.score ?? ''),
    'Total Marks': row.total_marks ?? totalMarks,
    Time: timeTaken(row),
    'Tried to copy': yes(row.is_fraud),
    'Test End Reason': csvText(row.end_reason),
    Shortlisted: yes(row.is_selected),
    Started: iso(row.started_at),
    Finished: iso(row.finished_at),
  })

const absentOf = (row: ResultExportRow) => ({
  'Candidate Id': row.candidate_id,
  'First Name': csvText(row.first_name),
  'Last Name': csvText(row.last_name),
  Email: csvText(row.email),
  'Mobile Number': csvText(row.mobile_number),
  Invited: iso(row.invited_at),
})

/** The rows and columns of a file of results. */
interface Wanted {
  /** Names of columns in their order; none: all. */
  columns: readonly string[]
  /** As in the list: part of a name or an address; '' finds everybody. */
  search: string
  /** Those on the shortlist alone. */
  shortlisted?: boolean | undefined
  /** As in the list; not given: best first. */
  sort?: ResultSort | undefined
}

const everything: Wanted = { columns: [], search: '' }

/** Whether a row is among those that the list would show. */
const isWanted = ({ search, shortlisted }: Wanted, which: 'all' | 'absent') => {
  const text = searchText(search)
  return (row: ResultExportRow): boolean =>
    (which === 'all' || row.started_at === null) &&
    (!shortlisted || row.is_selected) &&
    (text === '' || row.search_key.includes(text))
}

/**
 * The results of a drive in the order of the list, or those who did not attend in that of their invitation; read and
 * written in pages, so that a hundred thousand rows need no more memory than a hundred, and their numbers.
 * @throws DomainError not_found; invalid: a column that there is not
 */
export async function resultCsv(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
  which: 'all' | 'absent',
  wanted: Wanted = everything,
): Promise<Response> {
  const drive = await requireDrive(ctx, actor, driveId)
  const rows = streamResults(
    ctx.db.read,
    driveId,
    which === 'absent'
      ? { only: 'absent', order: 'invited' }
      : { only: wanted.shortlisted ? 'selected' : undefined, order: wanted.sort ?? 'best' },
  )
  const { total } = await totalMarksOf(ctx.db.read, drive)
  const toLine: (row: ResultExportRow) => object = which === 'all' ? resultOf(total) : absentOf
  const all = Object.keys(toLine(nobody))
  const unknown = wanted.columns.filter((name) => !all.includes(name))
  if (unknown.length > 0)
    throw new DomainError(
      'invalid',
      `There is no column ${unknown.join(', ')}. The columns are: ${all.join(', ')}.`,
      {
        errors: { columns: ['has names of no column'] },
      },
    )
  const columns = wanted.columns.length > 0 ? [...wanted.columns] : all
  // Who came or was taken off the list since it was asked for is in the file no more.
  const isAmong = isWanted(wanted, which)
  async function* pages() {
    yield Buffer.from(stringify([], { ...csvOptions, columns }))
    for await (const page of rows)
      yield Buffer.from(
        stringify(page.filter(isAmong).map(toLine), { ...csvOptions, columns, header: false, bom: false }),
      )
  }
  const name = fileName(which === 'all' ? 'Report' : 'Absent-candidates', drive.name, ctx.now())
  return download(name, Readable.from(pages()))
}

/** A row of nothing, for the names of the columns. */
const nobody: ResultExportRow = {
  id: 0,
  candidate_id: 0,
  first_name: null,
  last_name: null,
  email: '',
  search_key: '',
  mobile_number: null,
  score: null,
  started_at: null,
  finished_at: null,
  unused_ms: 0,
  invited_at: 0,
  is_fraud: false,
  is_selected: false,
  end_reason: null,
  total_marks: null,
}

/** The same as one text, for a few rows: the file in the mail with the results. */
export const resultCsvOf = (rows: readonly ResultExportRow[], totalMarks: number): string =>
  stringify(rows.map(resultOf(totalMarks)), {
    ...csvOptions,
    columns: Object.keys(resultOf(totalMarks)(nobody)),
  })
