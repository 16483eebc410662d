import type { Queries } from '#db/connect.ts'
import {
  type DriveProblem,
  type DriveQuestion,
  listActiveLanguages,
  listDriveProblems,
  listDriveQuestions,
} from '#db/queries/content.ts'
import type { QuestionFacts } from '#machines/attempt/rules.ts'

/** A drive's content as the server uses it: with answers and hidden tests. It leaves only through a view. */
export interface DriveContent {
  problems: DriveProblem[]
  questions: DriveQuestion[]
  languages: Awaited<ReturnType<typeof listActiveLanguages>>
  /** The same as the rules want it. */
  facts: {
    questions: ReadonlyMap<number, QuestionFacts>
    problems: ReadonlyMap<number, number>
    languages: ReadonlySet<number>
  }
}

const KEPT = 200

/** Drives' content by version of the drive; whoever changes a drive or its content raises the version. */
export class ContentCache {
  readonly #kept = new Map<string, DriveContent>()

  async get(q: Queries, driveId: number, version: number): Promise<DriveContent> {
    const key = `${driveId}:${version}`
    const known = this.#kept.get(key)
    if (known) return known
    const problems = await listDriveProblems(q, driveId)
    const questions = await listDriveQuestions(q, driveId)
    const languages = await listActiveLanguages(q)
    const content: DriveContent = {
      problems,
      questions,
      languages,
      facts: {
        questions: new Map(
          questions.map((row) => [
            row.id,
            { isMultiSelect: row.is_multi_select, options: new Set(row.options.map((o) => o.id)) },
          ]),
        ),
        problems: new Map(problems.map((row) => [row.id, row.submission_count])),
        languages: new Set(languages.map((row) => row.id)),
      },
    }
    if (this.#kept.size >= KEPT) this.#kept.clear()
    this.#kept.set(key, content)
    return content
  }
}
