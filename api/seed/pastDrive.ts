import type { OpType } from '#contract/ops.ts'
import { choiceKey, codeKey } from '#contract/ops.ts'
import { findAttemptById, setProfile } from '#db/queries/attempts.ts'
import { findDrive, listAttemptIds } from '#db/queries/drives.ts'
import { hurryJobsOf } from '#db/queries/jobs.ts'
import { contentRef } from '../attempts/content.ts'
import { appendFromRest } from '../attempts/plain.ts'
import { startAttempt } from '../attempts/start.ts'
import type { Context } from '../context.ts'

const MINUTE = 60_000

const names: [string, string][] = [
  ['Chidi', 'Fernandes'],
  ['Daria', 'Kowal'],
  ['Emil', 'Haugen'],
  ['Farah', 'Nadeem'],
  ['Gita', 'Raman'],
  ['Hugo', 'Silva'],
  ['Inés', 'Moreau'],
  ['Jonas', 'Vetter'],
]

/** A program for a problem, by the problem's title and the language's id. */
export type Solution = (title: string, language: string) => string | undefined

/**
 * Takes the completed drive as its candidates did, through the same start, log and judge same as everyone: only the clock
 * stands in the past. Every other one solves all problems with the bank's own solutions; the others leave some open.
 * The last one never came. Most write JavaScript, which the embedded engine judges in a tenth of the time.
 *
 * Each step is a commit of its own. If an earlier start ended in the middle, this one goes on behind the last step.
 */
export async function fillCompletedDrive(
  ctx: Context,
  driveId: number,
  organizationId: number,
  solution: Solution,
): Promise<void> {
  const drive = await findDrive(ctx.db.read, driveId, organizationId)
  if (!drive) return
  const content = await ctx.content.get(ctx.db.read, contentRef({ drive }))
  const inOneOf = (preferred: readonly string[], title: string) => {
    for (const code of preferred) {
      const language = content.languages.find((l) => l.code_id === code)
      const source_code = solution(title, code)
      if (language && source_code !== undefined) return { language_id: language.id, source_code }
    }
    return null
  }
  const ids = await listAttemptIds(ctx.db.read, driveId)
  for (const [index, attemptId] of ids.slice(0, -1).entries()) {
    let clock = drive.start_time + (10 + index * 7) * MINUTE
    let stepsDone = 0
    const past: Context = { ...ctx, now: () => clock, downtime: [] }
    await ctx.db.write(async (tx) => {
      const found = await findAttemptById(tx, attemptId)
      if (!found) return
      stepsDone = found.attempt.head_seq
      const [first_name, last_name] = names[index] ?? ['Kim', 'Sato']
      const profile = { first_name, last_name, mobile_number: `555010030${index}` }
      await setProfile(tx, found.attempt, profile, clock)
      const ready = await findAttemptById(tx, attemptId)
      if (ready) await startAttempt(tx, ready, clock)
    })
    const append = async (type: OpType, key: string, body: unknown): Promise<void> => {
      if (stepsDone-- > 0) return
      const op = { type, key, body, idempotencyKey: null }
      await ctx.db.write((tx) => appendFromRest(past, tx, attemptId, op, clock))
    }
    for (const [place, question] of content.questions.entries()) {
      clock += MINUTE
      const right = question.options.filter((o) => o.is_answer).map((o) => o.id)
      const other = question.options.filter((o) => !o.is_answer).map((o) => o.id)
      const selected = (place + index) % 3 === 0 ? other.slice(0, 1) : right
      await append('mcq_save', choiceKey(question.id), {
        question_id: question.id,
        selected_options: selected,
      })
    }
    await append('mcq_submit_all', '', {})
    for (const [place, problem] of content.problems.entries()) {
      clock += 8 * MINUTE
      const written = inOneOf(
        index === 0 ? ['python', 'javascript'] : ['javascript', 'python'],
        problem.title,
      )
      if (!written || (index + place) % 4 === 3) continue
      await append('submit', codeKey(problem.id, written.language_id), { problem_id: problem.id, ...written })
    }
    clock += 2 * MINUTE
    await append('finish', '', { reason: 'candidate' })
    await append('feedback', '', { rating: (index % 5) + 1, comment: 'The problems were clear.' })
  }
  // The jobs of a test that is over do not wait for a minute's turn.
  await ctx.db.write((tx) => hurryJobsOf(tx, driveId))
}
