import type { ChoiceBody } from '#contract/ops.ts'
import type { Queries } from '#db/connect.ts'
import {
  type AnswerRow,
  type ChoiceRow,
  findAnswer,
  listAnswers,
  listChoices,
  listClicksInTime,
  setChoice,
} from '#db/queries/answers.ts'
import type { JoinedAttempt } from '#db/queries/attempts.ts'
import type { Verdict } from '#machines/attempt/verdict.ts'
import { storedText } from './storedBody.ts'

/**
 * How a question is answered where more than the order of arrival decides: after the candidate's own finish, and after
 * each decision of staff. The log, what stands beside it and the decisions have all of it.
 */

/** The finish that ended the test, if one did. */
export type Finish = Pick<JoinedAttempt['attempt'], 'finish_kind'>

const dropsClicks = ({ finish_kind }: Finish): boolean => finish_kind !== null && finish_kind !== 'timeout'

/**
 * The candidate ended the test: a choice that was not saved counts for nothing, and the one saved before it does. In
 * time both are told apart as they come; a click past the end was taken as saved, because the end of the time would
 * have saved it.
 */
export async function dropUnsavedChoices(tx: Queries, attemptId: number, finish: Finish): Promise<void> {
  const answers = (await listAnswers(tx, attemptId)).filter(
    ({ key, verdict, selected_at }) =>
      key.startsWith('mcq:') && (verdict !== 'on_time' || selected_at !== null),
  )
  // Under a click in time nothing waits but beside what staff accepted.
  const isMeant = ({ verdict }: Answer, choices: readonly Choice[]): boolean =>
    verdict !== 'on_time' || choices.some(({ decision }) => decision === 'accepted')
  await settle(tx, attemptId, answers, finish, { isMeant })
}

/**
 * The test is opened again, and the finish that ended it counts no more. Neither does its dropping of clicks: those past the
 * end are claimed or late as if there had been none, and those in time stand behind what was saved over them.
 */
export async function takeUpDroppedChoices(tx: Queries, attemptId: number, finish: Finish): Promise<void> {
  // A choice that nothing dropped stands as the log tells it, also where a batch brought late work and a newer click at one moment.
  if (!dropsClicks(finish)) return
  const answers = (await listAnswers(tx, attemptId)).filter(({ key }) => key.startsWith('mcq:'))
  const isMeant = ({ verdict }: Answer, choices: readonly Choice[]): boolean =>
    verdict !== 'on_time' ||
    choices.some(({ type, standing }) => type === 'mcq_select' && standing !== 'accepted')
  await settle(tx, attemptId, answers, { finish_kind: null }, { isMeant })
}

/**
 * Staff decided about a choice.
 * @param logged one for all that is decided together
 */
export async function settleChoice(
  tx: Queries,
  attemptId: number,
  key: string,
  finish: Finish,
  logged: LoggedClicks,
): Promise<void> {
  const answer = (await findAnswer(tx, attemptId, key)) ?? { ...unanswered, key }
  await settle(tx, attemptId, [answer], finish, { logged })
}

type Answer = Omit<AnswerRow, 'attempt_id' | 'made_at'> & { made_at: number | null }

/** Nobody has answered it in the log. */
const unanswered = {
  saved: null,
  saved_seq: null,
  saved_at: null,
  saved_from: null,
  made_at: null,
  verdict: 'on_time',
  verified: null,
  verified_at: null,
  verified_click: null,
  verified_from: null,
  selected: null,
  selected_at: null,
  selected_from: null,
} as const

async function settle(
  tx: Queries,
  attemptId: number,
  answers: readonly Answer[],
  finish: Finish,
  {
    isMeant = () => true,
    logged = loggedClicks(tx, attemptId),
  }: { isMeant?: (answer: Answer, choices: readonly Choice[]) => boolean; logged?: LoggedClicks } = {},
): Promise<void> {
  if (answers.length === 0) return
  const rows = await listChoices(
    tx,
    attemptId,
    answers.map(({ key }) => key),
  )
  for (const answer of answers) {
    const choices = rows.filter(({ key }) => key === answer.key).map(choiceOf)
    if (!isMeant(answer, choices)) continue
    const kept = clickOf(answer, choices)
    // Rows from before the time was kept do not know when it was made.
    const isKnown = kept ? kept.at > 0 : choices.every(({ decision }) => decision === null)
    const click = isKnown ? kept : ((await clickInLog(logged, answer.key, choices)) ?? kept)
    const { made_at, ...to } = settled(answer, choices, click, finish)
    if (made_at !== null) await setChoice(tx, attemptId, answer.key, { ...to, made_at })
  }
}

interface Choice extends Omit<ChoiceRow, 'body' | 'body_deflated' | 'verdict'> {
  value: string
  /** As it counts: what staff decided goes before the verdict of the log. */
  standing: Verdict | 'accepted'
}

const optionsOf = ({ body, body_deflated }: Pick<ChoiceRow, 'body' | 'body_deflated'>): string =>
  JSON.stringify((JSON.parse(storedText(body, body_deflated === 1)) as ChoiceBody).selected_options)

const choiceOf = ({ body, body_deflated, verdict, ...row }: ChoiceRow): Choice => ({
  ...row,
  value: optionsOf({ body, body_deflated }),
  standing: row.decision === null ? verdict : row.decision === 'accepted' ? 'accepted' : 'late',
})

type Arrival = Pick<Choice, 'at' | 'seq'>

/** The later of two at one moment is that of their log, or of their device: a clock that is ahead leaves the moment of arrival to both. */
const newestBy = <C extends Arrival>(choices: readonly C[], rank: (choice: C) => number): C | undefined =>
  choices.toSorted((a, b) => rank(b) - rank(a) || Math.abs(b.seq) - Math.abs(a.seq))[0]

/** Whether it came after another one, which may have been in the same request. */
const isBehind = (choice: Arrival, other: Arrival | undefined): boolean =>
  other === undefined || choice.at > other.at || (choice.at === other.at && choice.seq > other.seq)

/** A click in time that was not saved, with when it came. */
interface Click {
  value: string
  at: number
  from: string | null
}

/** The row of an answer by all that was chosen for it. */
function settled(answer: Answer, all: readonly Choice[], click: Click | undefined, finish: Finish) {
  const isDropping = dropsClicks(finish)
  const counted = all.filter(
    ({ type, standing }) => !isDropping || type === 'mcq_save' || standing === 'accepted',
  )
  const having = (standing: Choice['standing']) => counted.filter((choice) => choice.standing === standing)
  const inTime = newestBy(having('on_time'), ({ at }) => at)
  // Staff lets a choice count in the place of what stood there then; what its author saves later takes its place again.
  const accepted = having('accepted').filter(({ decided_at }) => (decided_at ?? 0) >= (inTime?.at ?? 0))
  const newestAccepted = newestBy(accepted, ({ made_at }) => made_at)
  const base = newestAccepted ?? inTime
  const decidedAt = Math.max(0, ...accepted.map(({ decided_at }) => decided_at ?? 0))
  // The newest of what is accepted counts: what is newer still waits behind it, also where it came before the decision, but
  // for what a click in time had replaced by then.
  const isNewer = ({ at, made_at }: Choice): boolean =>
    at > decidedAt ||
    (made_at > (newestAccepted?.made_at ?? Infinity) && (click === undefined || isDropping || at >= click.at))
  // A choice that came too late does not take the place of one that waits for a decision.
  const waiting = (['on_time_claimed', 'late'] as const)
    .map((standing) => newestBy(having(standing), ({ at }) => at))
    .find((choice) => choice !== undefined && isNewer(choice) && isBehind(choice, inTime))
  const saved = waiting ?? base
  const isUnsaved = click !== undefined && click.at > decidedAt
  // A click in time behind what waits is newer than it, and stays the selection; so does one that a finish drops: whether
  // that finish counts is for the score to tell, which holds no claimed one against what is verified. A choice that staff
  // accepted over it stays verified in its place; the log has the click.
  const isAcceptedOver = accepted.length > 0 && !isUnsaved
  const isKeptAside =
    click !== undefined && (waiting ? !isDropping && !isAcceptedOver && click.at <= waiting.at : !isUnsaved)
  return {
    saved: saved?.value ?? null,
    saved_seq: saved?.seq ?? null,
    saved_at: saved?.at ?? null,
    saved_from: saved?.from ?? null,
    made_at: saved?.made_at ?? answer.made_at,
    verdict: waiting ? verdictOf(waiting) : ('on_time' as const),
    ...(isKeptAside
      ? { verified: click.value, verified_at: click.at, verified_click: true, verified_from: click.from }
      : verifiedOf(waiting ? base : base === inTime ? undefined : inTime)),
    ...(isUnsaved && !isKeptAside
      ? { selected: click.value, selected_at: click.at, selected_from: click.from }
      : droppedOf(answer, saved)),
  }
}

const verdictOf = ({ standing }: Choice): Verdict => (standing === 'on_time_claimed' ? standing : 'late')

const verifiedOf = (choice: Choice | undefined) => ({
  verified: choice?.value ?? null,
  verified_at: choice?.made_at ?? null,
  verified_click: choice ? false : null,
  verified_from: choice?.from ?? null,
})

/**
 * A click that was not saved stands as the selection, or as what is verified, once something claimed or late took its place. A
 * row from before it was noted which of the two is verified holds a click where that was never saved.
 */
function clickOf(answer: Answer, all: readonly Choice[]): Click | undefined {
  const { selected, selected_at, selected_from, verified, verified_at, verified_click, verified_from } =
    answer
  if (selected !== null && selected_at !== null)
    return { value: selected, at: selected_at, from: selected_from }
  if (verified === null || verified_click === false) return undefined
  if (verified_click) return { value: verified, at: verified_at ?? 0, from: verified_from }
  const isSaved = all.some(
    ({ value, made_at, seq, standing, decision }) =>
      value === verified &&
      // Rows from before the time was kept: what waits itself was not what it took the place of.
      (verified_at === null
        ? seq !== answer.saved_seq && (standing === 'on_time' || decision !== null)
        : made_at === verified_at),
  )
  return isSaved ? undefined : { value: verified, at: verified_at ?? 0, from: null }
}

/** The clicks in time on each question, as the log and what stands beside it have them. */
export type LoggedClicks = () => Promise<Awaited<ReturnType<typeof listClicksInTime>>>

/** Reads them when they are first asked for, and once: nothing that is decided changes them. */
export function loggedClicks(tx: Queries, attemptId: number): LoggedClicks {
  let read: ReturnType<LoggedClicks> | undefined
  return () => (read ??= listClicksInTime(tx, attemptId))
}

/**
 * The click in time that no row keeps: an accepted choice had put it aside, and what waited next put that one aside in its
 * place. Nothing that was saved in time came behind it.
 */
async function clickInLog(
  logged: LoggedClicks,
  key: string,
  all: readonly Choice[],
): Promise<Click | undefined> {
  const found = newestBy(
    (await logged()).filter((click) => click.key === key),
    ({ at }) => at,
  )
  if (!found) return undefined
  const isSavedOver = all.some(
    ({ standing, ...saved }) => standing === 'on_time' && isSavedAfter(saved, found),
  )
  return isSavedOver ? undefined : { value: optionsOf(found), at: found.at, from: found.from }
}

/** The choices of a lost device came with the takeover, after whatever the log had by then, and in their own order. */
function isSavedAfter(saved: Arrival, click: Arrival): boolean {
  if (saved.at !== click.at || (saved.seq > 0 && click.seq > 0)) return isBehind(saved, click)
  return saved.seq < 0 && (click.seq > 0 || saved.seq < click.seq)
}

/** The choice made past the end that does not count, told beside the answer. */
function droppedOf(answer: Answer, saved: Choice | undefined) {
  const { selected, selected_at, selected_from } = answer
  if (selected !== null && selected_at === null) return { selected, selected_at, selected_from }
  return answer.saved_seq === null || answer.saved_seq === saved?.seq
    ? { selected: null, selected_at: null, selected_from: null }
    : { selected: answer.saved, selected_at: null, selected_from: answer.saved_from }
}
