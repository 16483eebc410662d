import { call } from '../http/call.ts'
import { findContent, putContent, putContentIfHere } from './db/content.ts'
import type { AttemptRecord, ContentRecord, LocalDatabase } from './db/schema.ts'
import type { Memory } from './memory.ts'
import { picturesOf } from './pictures.ts'

/** The wait before the next try at questions that could not be fetched, or that the device's storage did not take. */
const AGAIN_MS = 3_000

/** Questions that this device has no room for: this page shows them from here, and tries on. */
let unkept: ContentRecord | null = null
let isKeeping = false

/** The test's questions: fetched once, after the start, and kept on the device for every later load. */
export async function loadContent(db: LocalDatabase, attempt: AttemptRecord): Promise<ContentRecord> {
  if (unkept?.attempt_id === attempt.attempt_id) return unkept
  const kept = await findContent(db, attempt.attempt_id)
  if (kept) return kept
  const content = await fetchContent(attempt)
  await keepContent(db, content)
  warmImages(content)
  return content
}

/** Resolves with the test's questions, however often they cannot be had; what this device has no room for is kept later. */
export async function bringContent(
  open: () => LocalDatabase,
  attempt: () => AttemptRecord,
): Promise<ContentRecord> {
  for (;;)
    try {
      const content = await loadContent(open(), attempt())
      void keepLater(open)
      return content
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
}

/** Brings the test's questions to this page, as soon as they can be had. */
export async function showContent(open: () => LocalDatabase, memory: Memory): Promise<void> {
  if (memory.state.content !== null) return
  const content = await bringContent(open, () => memory.state.attempt)
  memory.send({ type: 'CONTENT_CAME', content })
}

/** Keeps questions on the device, or with this page where there is no room for them: nothing fetched is thrown away. */
export async function keepContent(db: LocalDatabase, content: ContentRecord): Promise<void> {
  unkept = content
  await putContent(db, content).then(
    () => noteKept(content),
    () => undefined,
  )
}

/** Goes on trying until the device has taken the questions, or the test has left it. */
export async function keepLater(open: () => LocalDatabase): Promise<void> {
  if (isKeeping) return
  isKeeping = true
  while (unkept) {
    const content = unkept
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    await putContentIfHere(open(), content).then(
      () => noteKept(content),
      () => undefined,
    )
  }
  isKeeping = false
}

function noteKept(content: ContentRecord): void {
  if (unkept === content) unkept = null
}

async function fetchContent({ attempt_id, token, view }: AttemptRecord): Promise<ContentRecord> {
  const { allow_coding, allow_mcq, id } = view.drive
  const [problems, questions, languages] = await Promise.all([
    allow_coding ? call('getDriveProblems', { params: { id }, token }) : { data: [] },
    allow_mcq ? call('getQuestions', { token }) : { data: [] },
    call('getLanguages', {}),
  ])
  const templates: ContentRecord['templates'] = {}
  for (const problem of problems.data) {
    const { data } = await call('getDriveTemplates', {
      params: { driveId: id },
      query: { problem_id: problem.id },
      token,
    })
    templates[problem.id] = data.templates
  }
  return {
    attempt_id,
    problems: problems.data,
    questions: questions.data,
    languages: languages.data,
    templates,
  }
}

/** Asks for every picture once, so that the worker has them when the network goes. */
function warmImages(content: ContentRecord): void {
  for (const url of picturesOf(content)) fetch(url, { signal: AbortSignal.timeout(30_000) }).catch(() => {})
}
