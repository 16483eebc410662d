import type { SubmissionView } from '#contract/views/candidate.ts'
import type { SyncState } from '#machines/sync/state.ts'
import type { WrittenOps } from './db/append.ts'
import type { AttemptRecord } from './db/schema.ts'
import { byTime, type Work } from './db/work.ts'
import type { ClientEvent } from './events.ts'
import type { Absence, Choosing, ClientState, ClockReading } from './state.ts'

/** The state after an event. Pure; the same object if the event changes nothing. */
export function reduce(state: ClientState, event: ClientEvent): ClientState {
  switch (event.type) {
    case 'WORK_READ':
      return { ...state, ...withTold(event.work, state) }
    case 'TEST_RESUMED':
      return { ...state, ...withTold(event.work, state), ...event.prefs, strikes: event.strikes }
    case 'OPS_WRITTEN':
      return { ...state, ...written(state, event.written) }
    case 'SERVER_TOLD': {
      const told = event.told && { ...state.told, ...event.told }
      return { ...state, told, attempt: { ...state.attempt, ...told } }
    }
    case 'CONTENT_CAME':
      return { ...state, content: event.content }
    case 'CHOICES_MADE':
      return { ...state, choosing: new Map([...state.choosing, ...event.choices]) }
    case 'CHOICES_KEPT':
      return { ...state, choosing: withoutKept(state.choosing, event.choices) }
    case 'SUBMISSIONS_MADE':
      return { ...state, submitting: [...state.submitting, ...event.submissions] }
    case 'SUBMISSIONS_KEPT':
      return { ...state, submitting: state.submitting.filter((one) => !event.submissions.includes(one)) }
    case 'FINISH_MADE':
      return { ...state, finishing: { at: event.at } }
    case 'FINISH_OVER':
      return { ...state, finishing: null }
    case 'LANGUAGE_CHOSEN':
      return { ...state, languageOf: { ...state.languageOf, [event.problemId]: event.languageId } }
    case 'POSITION_LEFT':
      return { ...state, position: event.position }
    case 'STRIKE_NOTED':
      return { ...state, strikes: state.strikes + 1 }
    case 'NOTICES_CAME':
      return { ...state, notices: [...state.notices, ...event.notices] }
    case 'NOTICES_READ': {
      const read = { notices_read: event.id }
      const told = event.isKept ? state.told : { ...state.told, ...read }
      return { ...state, told, attempt: { ...state.attempt, ...read } }
    }
    case 'WORK_ARRIVED':
      return {
        ...state,
        languageOf: { ...event.languageOf, ...state.languageOf },
        arrivals: state.arrivals + 1,
      }
    case 'RUN_CHANGED':
      return { ...state, run: event.run }
    case 'SUBMISSION_JUDGED':
      return { ...state, submissions: judged(state, event.opId, event.result) }
    case 'SYNC_CHANGED':
      return { ...state, sync: event.sync, outage: outageAt(state, event.sync, event.at) }
    case 'HOLDER_CHANGED':
      return state.isHolder === event.isHolder ? state : { ...state, isHolder: event.isHolder }
    case 'TYPING_CHANGED':
      return { ...state, typing: event.keys }
    case 'LOG_TRIED':
      return event.fault === null && state.storageFault === null
        ? state
        : { ...state, storageFault: event.fault, unwritten: event.unwritten }
    default:
      return state
  }
}

/** The state on the disk, overlaid with what the server said since and the disk would not take. */
const withTold = (work: Work, { told }: Pick<ClientState, 'told'>): Work => ({
  ...work,
  attempt: { ...work.attempt, ...told },
})

/**
 * The state after a write, without reading it back, because this happens beside somebody's typing. A read that began
 * before the write has come by then, because the storage does one after the other.
 */
function written(
  { told, answers, submissions }: ClientState,
  ops: WrittenOps,
): Pick<ClientState, 'attempt' | 'answers' | 'submissions'> {
  return {
    attempt: { ...ops.attempt, ...told },
    answers: new Map([...answers, ...ops.answers.map((row) => [row.key, row] as const)]),
    submissions: [...submissions, ...ops.submissions].sort(byTime),
  }
}

const withoutKept = (
  choosing: ReadonlyMap<string, Choosing>,
  kept: ReadonlyMap<string, Choosing>,
): ReadonlyMap<string, Choosing> => new Map([...choosing].filter(([key, choice]) => kept.get(key) !== choice))

const judged = (
  { submissions }: ClientState,
  opId: string,
  result: SubmissionView,
): ClientState['submissions'] =>
  submissions.map((row) =>
    row.op_id === opId ? { ...row, result, submission_id: result.submission_id } : row,
  )

function outageAt(
  { attempt, outage }: ClientState,
  { offlineSince, lastContactAt }: SyncState,
  { mono, wall, server }: ClockReading,
): Absence | null {
  if (offlineSince === null) return null
  // Both follow a clock that is set back: what lies between them is another one after another answer alone.
  const mark = lastContactAt === null ? 0 : offlineSince - lastContactAt
  if (outage?.mark === mark) return outage
  return { began: mono - Math.max(0, wall - offlineSince, awayBefore(attempt, lastContactAt, server)), mark }
}

/** A page that was loaded in an outage goes by what the one before noted, as long as it has heard nothing itself. */
const awayBefore = (
  { connection, offline_since }: Readonly<AttemptRecord>,
  lastContactAt: number | null,
  server: number,
): number =>
  lastContactAt === null && connection === 'offline' && offline_since !== undefined
    ? server - offline_since
    : 0
