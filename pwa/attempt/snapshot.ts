import type { AttemptRules, RejectReason } from '#contract/sync.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import { refusalText } from '#machines/attempt/rules.ts'
import { nextTickAt } from '#machines/sync/core.ts'
import type {
  Choice,
  Connection,
  Draft,
  SaveLight,
  SubmissionItem,
  TestPhase,
  TestSnapshot,
  TotalLight,
} from './api.ts'
import type { AnswerRecord, SubmissionRecord } from './db/schema.ts'
import { heldSeq, isEndLost, unsentCount } from './pending.ts'
import { bootId } from './random.ts'
import { receiptCodeOf, receiptFileOf } from './receipt.ts'
import { type ClientState, isUncounted, offlineFor, serverNow } from './state.ts'

/** The screen's view of the memory: a pure function, made anew at every change. */
export function snapshotOf(memory: ClientState): TestSnapshot {
  const { attempt } = memory
  const notKept = memory.storageFault === null ? nothing : new Set([...memory.unwritten, ...memory.typing])
  const choices: Record<number, Choice> = {}
  const drafts: Record<string, Draft> = {}
  for (const [key, answer] of memory.answers) {
    const [kind, ...ids] = key.split(':')
    const light = lightOf(memory, answer, notKept)
    if (kind === 'mcq')
      choices[Number(ids[0])] = { selected: answer.value as number[], saved: answer.saved, light }
    else drafts[ids.join(':')] = draftOf(memory, answer, Number(ids[0]), light)
  }
  for (const [key, { selected, saving }] of memory.choosing) {
    const id = Number(key.split(':')[1])
    const light = { state: notKept.has(key) ? 'unsaved' : 'saving', at: null } as const
    choices[id] = { selected, saved: choices[id]?.saved ?? null, saving, light }
  }
  const submissions = [...memory.submissions.map((row) => submissionItem(memory, row)), ...beingKept(memory)]
  return {
    phase: phaseOf(memory),
    view: attempt.view,
    content: contentOf(memory),
    choices,
    drafts,
    languageOf: memory.languageOf,
    rules: rulesOf(attempt.view),
    strikes: attempt.strikes_seq === undefined ? (attempt.strikes ?? 0) : memory.strikes,
    screenExits: attempt.screen_exits ?? 0,
    mcqsSubmitted: attempt.mcqs_submitted,
    submissions,
    submissionsLeft: submissionsLeftOf(memory, submissions),
    run: memory.run,
    total: totalOf(memory),
    aside: attempt.aside_waiting ?? 0,
    connection: connectionOf(memory),
    deadlineAt: attempt.deadline_at,
    timeBy: attempt.anchor.bootId === bootId ? 'server' : 'computer',
    pausedAt: attempt.paused_at,
    notices: unreadOf(memory),
    arrivals: memory.arrivals,
    endReason: attempt.end_reason,
    finishedAt: isEndLost(attempt) ? null : (attempt.finished_at ?? memory.finishing?.at ?? null),
    isFinishing: memory.finishing !== null,
    receiptCode: isEndLost(attempt) ? null : receiptCodeOf(attempt),
    receiptFile: isEndLost(attempt) ? null : receiptFileOf(attempt),
    storageFault: memory.storageFault,
    notKept,
  }
}

function draftOf(
  memory: ClientState,
  { value, seq }: AnswerRecord,
  problemId: number,
  light: SaveLight,
): Draft {
  const text = value as string
  const own = memory.submissions.filter((row) => row.problem_id === problemId)
  const isBefore = (row: SubmissionRecord) => row.seq < seq || row.result?.not_counted
  const isNewer = own.length > 0 && text.trim() !== '' && own.every(isBefore)
  return { text, light, ...(isNewer && { isNewer }) }
}

const nothing: TestSnapshot['notKept'] = new Set()

const rulesOf = ({ leave_policy, leave_warnings, webcam, lifted_rules }: DriveView): AttemptRules => ({
  leave_policy,
  leave_warnings,
  webcam,
  lifted_rules,
})

/**
 * A pause shows by itself, and its end is news only while nothing else happened. That work of a lost device came in is
 * news once, and where something of it stands here now.
 */
function unreadOf({ attempt, notices, arrivals }: ClientState): TestSnapshot['notices'] {
  const arrived = notices.findLast(({ kind }) => kind === 'adopted')?.id
  const unread = notices.filter(
    ({ id, kind }) =>
      id > (attempt.notices_read ?? 0) &&
      kind !== 'pause' &&
      (kind !== 'resume' || id === attempt.newest_notice) &&
      (kind !== 'adopted' || (id === arrived && arrivals > 0)),
  )
  return unread.length === 0 ? none : unread
}
const none: TestSnapshot['notices'] = []

const contents = new WeakMap<object, NonNullable<TestSnapshot['content']>>()

/** The same object as long as the content is the same: screens compare by identity. */
function contentOf({ attempt, content }: ClientState): TestSnapshot['content'] {
  if (!content) return null
  let known = contents.get(content)
  if (!known) {
    known = { ...content, view: attempt.view }
    contents.set(content, known)
  }
  return known
}

function phaseOf({ attempt, content, finishing, isHolder, sync }: ClientState): TestPhase {
  if (attempt.lease_lost) return 'elsewhere'
  if (attempt.finished_at !== null || finishing) return 'locked'
  // A device that comes back so late was told nothing but that: its test ended long ago.
  if (attempt.state !== 'running' || sync?.mode === 'closed') return 'ended'
  if (!isHolder) return 'second_tab'
  if (!content) return 'loading'
  return attempt.paused_at === null ? 'running' : 'paused'
}

function lightOf(memory: ClientState, answer: AnswerRecord, notKept: ReadonlySet<string>): SaveLight {
  // An answer that was kept before the disk was full is where it was.
  if (notKept.has(answer.key)) return { state: 'unsaved', at: null }
  if (memory.typing.has(answer.key)) return { state: 'saving', at: null }
  if (memory.refused.has(answer.seq)) return { state: 'unsaved', at: null }
  if (isBeside(memory, answer.seq)) return aside
  if (answer.seq <= heldSeq(memory.attempt))
    return {
      state: 'server',
      at: memory.ackedAt.get(answer.seq) ?? answer.saved_at ?? memory.attempt.acked_at,
      ...(isUncounted(memory, answer) && { isLate: true as const }),
    }
  return { state: isSending(memory, answer.seq) ? 'sending' : 'device', at: null }
}

const asideText = 'Sent after the test continued elsewhere. It counts there, or once staff accepts it.'
const aside = { state: 'server', at: null, isAside: true } as const

/** Held by the server, and not in the log. */
const isBeside = ({ attempt }: ClientState, seq: number): boolean =>
  seq > attempt.acked_seq && seq <= heldSeq(attempt)

function isSending({ sync }: ClientState, seq: number): boolean {
  return (
    sync?.inFlight != null &&
    sync.offlineSince === null &&
    seq >= sync.inFlight.fromSeq &&
    seq <= sync.inFlight.toSeq
  )
}

function totalOf(memory: ClientState): TotalLight {
  const { attempt, storageFault, sync, refused } = memory
  const waiting = unsentCount(attempt)
  if (storageFault !== null) return { state: 'unsaved', at: null, waiting }
  if (memory.typing.size > 0 || memory.choosing.size > 0 || memory.submitting.length > 0 || memory.finishing)
    return { state: 'saving', at: null, waiting: waiting + 1 }
  if (refused.size > 0) return { state: 'unsaved', at: null, waiting: waiting + refused.size }
  if (waiting === 0 && isBeside(memory, attempt.tail_seq)) return { ...aside, waiting }
  if (waiting === 0) return { state: 'server', at: attempt.acked_at, waiting }
  const sending = sync?.inFlight != null && sync.offlineSince === null
  return { state: sending ? 'sending' : 'device', at: null, waiting }
}

export function connectionOf(memory: ClientState): Connection {
  const { sync, isHolder } = memory
  if (!isHolder) return { state: 'unknown', since: null, nextTryAt: null }
  if (!sync) return { state: 'online', since: null, nextTryAt: null }
  // Whole seconds: two clocks are never read at the same moment, and what moves by a fraction is drawn anew.
  const toServer = (wall: number): number =>
    Math.round((serverNow(memory) + (wall - Date.now())) / 1_000) * 1_000
  const away = offlineFor(memory)
  const since = away === null ? null : Math.round((serverNow(memory) - away) / 1_000) * 1_000
  if (sync.mode === 'unauthorized') return { state: 'unauthorized', since, nextTryAt: null }
  if (sync.mode === 'closed') return { state: 'closed', since: null, nextTryAt: null }
  if (since === null) return { state: 'online', since: null, nextTryAt: null }
  const next = nextTickAt(sync)
  const nextTryAt = next === Infinity || sync.inFlight ? null : toServer(next)
  return { state: sync.mode === 'captive' ? 'captive' : 'offline', since, nextTryAt }
}

/** They count as made from the moment they were: nobody is to submit again because a disk is slow. */
function beingKept({ submitting, submissions }: ClientState): SubmissionItem[] {
  const kept = new Set(submissions.map(({ op_id }) => op_id))
  return submitting
    .filter(({ op_id }) => !kept.has(op_id))
    .map(({ op_id, problem_id, language_id, made_at }) => ({
      opId: op_id,
      problemId: problem_id,
      languageId: language_id,
      madeAt: made_at,
      stage: 'saving',
      reason: null,
      result: null,
    }))
}

function submissionItem(memory: ClientState, row: ClientState['submissions'][number]): SubmissionItem {
  const refused = memory.rejected.get(row.op_id)
  const { result } = row
  const base = {
    opId: row.op_id,
    problemId: row.problem_id,
    languageId: row.language_id,
    madeAt: row.made_at,
    decision: result?.decision,
  }
  if (refused)
    return {
      ...base,
      stage: 'rejected',
      reason: refusalText[refused as RejectReason] ?? refused,
      result: null,
    }
  const held = result?.not_counted ?? (isBeside(memory, row.seq) ? asideText : null)
  if (held !== null) return { ...base, stage: 'held', reason: held, result: null }
  if (result?.status === 'accepted') return { ...base, stage: 'judged', reason: null, result }
  if (result && result.judged_testcases > 0) return { ...base, stage: 'judging', reason: null, result }
  return { ...base, stage: row.submission_id === null ? 'kept' : 'sent', reason: null, result }
}

function submissionsLeftOf({ content }: ClientState, submissions: SubmissionItem[]): Record<number, number> {
  const left: Record<number, number> = {}
  for (const problem of content?.problems ?? []) {
    const used = submissions.filter((s) => s.problemId === problem.id && s.reason === null).length
    left[problem.id] = Math.max(0, problem.submission_count - used)
  }
  return left
}
