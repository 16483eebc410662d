import { questionKindOf } from '#contract/questionKinds.ts'
import type { Queries } from '#db/connect.ts'
import {
  type DriveProblem,
  type DriveQuestion,
  listActiveLanguages,
  listDriveProblems,
  listDriveQuestions,
} from '#db/queries/content.ts'
import { type DriveEngines, findEngines } from '#db/queries/languages.ts'
import { findPaper } from '#db/queries/papers.ts'
import type { QuestionFacts } from '#machines/attempt/rules.ts'
import { itemsOfPaper, totalsOf } from './paper.ts'

/** A drive's content as the server uses it: with answers and hidden tests. It leaves only through a view. */
export interface DriveContent {
  driveId: number
  problems: DriveProblem[]
  questions: DriveQuestion[]
  /** Those that candidates are shown; what comes in another one that is judged here is taken too. */
  languages: Awaited<ReturnType<typeof listActiveLanguages>>
  /** The engine that runs each language, by its code, since the first test of the drive began. */
  engines: DriveEngines | null
  totalMarks: number
  allottedSeconds: number
  /** The same as the rules want it. */
  facts: {
    questions: ReadonlyMap<number, QuestionFacts>
    problems: ReadonlyMap<number, number>
    languages: ReadonlySet<number>
  }
}

/** Whose content: an attempt's own paper once it has begun, the drive's newest before that. */
interface Asked {
  drive_id: number
  content_version: number
  paper_id: number | null
}

export const contentRef = ({
  drive,
  attempt,
}: {
  drive: { id: number; content_version: number }
  attempt?: { paper_id: number | null }
}): Asked => ({
  drive_id: drive.id,
  content_version: drive.content_version,
  paper_id: attempt?.paper_id ?? null,
})

const KEPT = 200

/** Contents by paper, which never change, and by version of the drive, which rises with all that it asks. */
export class ContentCache {
  #kept = new Map<string, DriveContent>()

  async get(q: Queries, asked: Asked): Promise<DriveContent> {
    const key =
      asked.paper_id === null ? `${asked.drive_id}:${asked.content_version}` : `paper ${asked.paper_id}`
    const kept = this.#kept
    const known = kept.get(key)
    if (known) return known
    const content = await readContent(q, asked)
    if (kept.size >= KEPT) kept.clear()
    kept.set(key, content)
    return content
  }

  /** Reads all of it anew when it is next asked for; what is being read just now is not kept. */
  forget(): void {
    this.#kept = new Map()
  }
}

/**
 * The languages that a drive offers. A program in SQL has a database for its input: it is offered where a problem has starter
 * code in it, and would be no language of the others.
 */
const offeredIn = <Language extends { id: number; code_id: string }>(
  problems: readonly Pick<DriveProblem, 'templates'>[],
  languages: readonly Language[],
): Language[] =>
  languages.filter(
    ({ id, code_id }) =>
      code_id !== 'sql' || problems.some(({ templates }) => templates.some((one) => one.language_id === id)),
  )

/** Reads it as the database has it now. */
export async function readContent(
  q: Queries,
  asked: Pick<Asked, 'drive_id' | 'paper_id'>,
): Promise<DriveContent> {
  const paper = asked.paper_id === null ? undefined : await findPaper(q, asked.paper_id)
  const { problems, questions } = paper
    ? await itemsOfPaper(q, paper)
    : {
        problems: await listDriveProblems(q, asked.drive_id),
        questions: await listDriveQuestions(q, asked.drive_id),
      }
  const languages = await listActiveLanguages(q)
  const engines = await findEngines(q, asked.drive_id)
  const totals = totalsOf({ problems, questions })
  return {
    driveId: asked.drive_id,
    problems,
    questions,
    languages: offeredIn(problems, languages),
    engines,
    totalMarks: totals.total_marks,
    allottedSeconds: totals.allotted_seconds,
    facts: {
      questions: new Map(
        questions.map((row) => [
          row.id,
          { kind: questionKindOf(row), options: new Set(row.options.map((o) => o.id)) },
        ]),
      ),
      problems: new Map(problems.map((row) => [row.id, row.submission_count])),
      languages: new Set(languages.map((row) => row.id)),
    },
  }
}
