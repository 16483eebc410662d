import { call } from '../http/call.ts'
import type { AttemptRecord, ContentRecord, LocalDatabase } from '../local/database.ts'
import { picturesOf } from '../local/pictures.ts'
import type { LanguageView, ProblemView, QuestionView } from './views.ts'

/** The test's questions: fetched once, after the start, and kept on the device for every later load. */
export async function loadContent(db: LocalDatabase, attempt: AttemptRecord): Promise<ContentRecord> {
  const kept = await db.content.get(attempt.attempt_id)
  if (kept) return kept
  const { token, view } = attempt
  const { allow_coding, allow_mcq, id } = view.drive
  const [problems, questions, languages] = await Promise.all([
    allow_coding ? call<ProblemView[]>('getDriveProblems', { params: { id }, token }) : { data: [] },
    allow_mcq ? call<QuestionView[]>('getQuestions', { token }) : { data: [] },
    call<LanguageView[]>('getLanguages', {}),
  ])
  const templates: ContentRecord['templates'] = {}
  for (const problem of problems.data) {
    const { data } = await call<{ templates: { language_id: number; code: string }[] }>('getDriveTemplates', {
      params: { driveId: id },
      query: { problem_id: problem.id },
      token,
    })
    templates[problem.id] = data.templates
  }
  const record: ContentRecord = {
    attempt_id: attempt.attempt_id,
    problems: problems.data,
    questions: questions.data,
    languages: languages.data,
    templates,
  }
  await db.content.put(record)
  warmImages(record)
  return record
}

/** Asks for every picture once, so that the worker has them when the network goes. */
function warmImages(content: ContentRecord): void {
  for (const url of picturesOf(content)) fetch(url, { signal: AbortSignal.timeout(30_000) }).catch(() => {})
}
