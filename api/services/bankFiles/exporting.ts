import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { BankScope } from '#db/queries/bank.ts'
import { listWholeProblems, listWholeQuestions } from '#db/queries/bankFiles.ts'
import { nextTurn } from '#db/turn.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { csvOptions } from '../csv.ts'
import { download, fileStamp } from '../download.ts'
import { GUARDED, toRow } from './cell.ts'
import type { FileKind } from './columns.ts'
import { exported, type WrittenFile } from './exportFiles.ts'
import { problemCells, problemFile, problemSamples } from './problemFile.ts'
import { questionCells, questionFile, questionSamples } from './questionFile.ts'

/** The bank as files that can be imported again, and samples to begin with: one table of columns for all. */

/** Items that are read and written at once; problems carry large tests. */
const QUESTIONS_A_PAGE = 200
const PROBLEMS_A_PAGE = 5

export interface FileQuery {
  search: string
  difficulty_list: string[]
  tag_list: string[]
}

const linesOf = (kind: FileKind, rows: readonly Record<string, string>[], header: boolean): string => {
  const columns = kind.columns.map(({ name }) => name)
  return stringify(
    rows.map((row) => toRow(columns, row)),
    {
      columns: [...columns, GUARDED],
      ...csvOptions,
      header,
      bom: header,
      // `toRow` guards them, so that they read back as they were.
      escape_formulas: false,
    },
  )
}

const filterOf = (actor: StaffActor, query: FileQuery): BankScope => ({
  organizationId: actor.organizationId,
  search: query.search,
  difficulties: query.difficulty_list,
  tags: query.tag_list,
})

/** The address of a picture as a form names it. */
const addressOf = (key: string | null): string | null => (key === null ? null : `/files/${key}`)

async function* written<T extends { id: number }>(
  kind: FileKind,
  read: (after: number) => Promise<T[]>,
  cells: (item: T) => Record<string, string>[],
): AsyncGenerator<WrittenFile> {
  for (let after = 0; ; ) {
    const items = await read(after)
    const last = items.at(-1)
    if (!last) return
    for (const item of items) {
      const rows = cells(item)
      yield { bytes: Buffer.from(linesOf(kind, rows, false)), rows: rows.length }
    }
    after = last.id
    await nextTurn()
  }
}

const namedFor = (ctx: Context, list: string, kind: FileKind) => ({
  name: `${list}_${fileStamp(ctx.now())}`,
  head: Buffer.from(linesOf(kind, [], true)),
  now: ctx.now(),
})

/** The bank's questions that fit, oldest first. */
export function questionsCsv(ctx: Context, actor: StaffActor, query: FileQuery): Promise<Response> {
  const filter = filterOf(actor, query)
  const items = written(
    questionFile,
    (after) => listWholeQuestions(ctx.db.read, filter, after, QUESTIONS_A_PAGE),
    (question) => [
      questionCells({
        ...question,
        image: addressOf(question.image_key),
        options: question.options.map((option) => ({ ...option, image: addressOf(option.image_key) })),
      }),
    ],
  )
  return exported(namedFor(ctx, 'mcq-list', questionFile), items)
}

/** The bank's problems that fit, oldest first. */
export function problemsCsv(ctx: Context, actor: StaffActor, query: FileQuery): Promise<Response> {
  const filter = filterOf(actor, query)
  const items = written(
    problemFile,
    (after) => listWholeProblems(ctx.db.read, filter, after, PROBLEMS_A_PAGE),
    (problem) => problemCells({ ...problem, image: addressOf(problem.image_key) }),
  )
  return exported(namedFor(ctx, 'problem-list', problemFile), items)
}

const sample = (name: string, kind: FileKind, rows: readonly Record<string, string>[]): Response =>
  download(name, Readable.from([Buffer.from(linesOf(kind, [], true) + linesOf(kind, rows, false))]))

export const questionSample = (): Response =>
  sample('sampleQuestions.csv', questionFile, questionSamples.map(questionCells))
export const problemSample = (): Response =>
  sample('sampleProblems.csv', problemFile, problemSamples.flatMap(problemCells))
