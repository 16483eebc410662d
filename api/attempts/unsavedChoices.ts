import type { ChoiceBody } from '#contract/ops.ts'
import type { Queries } from '#db/connect.ts'
import {
  type AnswerRow,
  type LoggedChoice,
  listAnswers,
  listSavedChoices,
  setChoice,
} from '#db/queries/answers.ts'
import { storedText } from './storedBody.ts'

/**
 * The candidate ended the test: what was chosen and not saved counts for nothing, and what was saved before it does. In
 * time both are told apart as they come; what came past the end was taken as saved, because the end of the time would
 * have saved it. The log has all of it: the newest save of each question counts, and of those that need no decision the
 * newest is the verified one.
 * @param isClaimed the device only claims to have finished in time: what is verified stays as the end of the time left it
 */
export async function dropUnsavedChoices(tx: Queries, attemptId: number, isClaimed: boolean): Promise<void> {
  const answers = await listAnswers(tx, attemptId)
  const open = answers.filter(({ key, verdict }) => key.startsWith('mcq:') && verdict !== 'on_time')
  if (open.length === 0) return
  const saves = await listSavedChoices(
    tx,
    attemptId,
    open.map(({ key }) => key),
  )
  for (const answer of open) {
    const own = saves.filter(({ key }) => key === answer.key)
    // A save that came too late does not take the place of one that waits for a decision.
    const inTime = own.find(({ verdict }) => verdict !== 'late')
    const newest = inTime?.verdict === 'on_time_claimed' ? inTime : own[0]
    const verified = own.find(({ verdict }) => verdict === 'on_time')
    const isSaved = newest !== undefined && newest.seq === answer.saved_seq
    await setChoice(tx, attemptId, answer.key, {
      saved: newest ? choiceOf(newest) : null,
      saved_seq: newest?.seq ?? null,
      saved_from: newest?.from ?? null,
      made_at: newest?.made_at ?? answer.made_at,
      verdict: newest?.verdict ?? 'on_time',
      ...(isClaimed
        ? { verified: answer.verified, verified_at: answer.verified_at }
        : verifiedOf(newest === verified ? undefined : verified)),
      ...droppedOf(answer, isSaved),
    })
  }
}

const verifiedOf = (choice: LoggedChoice | undefined) =>
  choice ? { verified: choiceOf(choice), verified_at: choice.made_at } : { verified: null, verified_at: null }

function choiceOf({ body, body_deflated }: LoggedChoice): string {
  const choice = JSON.parse(storedText(body, body_deflated === 1)) as ChoiceBody
  return JSON.stringify(choice.selected_options)
}

/**
 * The choice that was made and does not count, told beside the answer. A click in time stays one: a test that is opened
 * again and runs to its end counts it.
 */
function droppedOf(answer: AnswerRow, isSaved: boolean) {
  const { selected, selected_at, selected_from } = answer
  if (selected_at !== null) return { selected, selected_at, selected_from }
  return isSaved
    ? { selected: null, selected_at: null, selected_from: null }
    : { selected: answer.saved, selected_at: null, selected_from: answer.saved_from }
}
