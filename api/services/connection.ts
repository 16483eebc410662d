import type { z } from 'zod'
import type { OpType, SpanBody } from '#contract/ops.ts'
import type { arrival, reportView } from '#contract/views/admin.ts'
import { afterFinish } from '#machines/attempt/rules.ts'
import { storedText } from '../attempts/storedBody.ts'
import { iso } from '../kit/iso.ts'
import { arrivalVerdict } from './toldVerdict.ts'

interface LoggedOp {
  seq: number
  type: string
  body: Buffer | null
  body_deflated: boolean | null
  made_at: number
  received_at: number
  verdict: 'on_time' | 'on_time_claimed' | 'late'
  result: 'applied' | 'applied_late' | 'rejected'
  /** Staff's decision about work that came late. */
  decision?: 'accepted' | 'rejected' | null
}
interface Gap {
  from_at: number
  to_at: number
}
type Arrival = z.input<typeof arrival>
type Connection = z.input<typeof reportView>['connection']

/** An op made this long before it arrived was kept on the device meanwhile. */
const LATE_MS = 10_000

/**
 * The connection as two accounts side by side: stretches without contact (from the device's own ops, and where they are
 * missing from what the server did not hear), and what arrived when.
 * @param silentSince since when the device is silent that has not come back
 */
export function connectionTrack(
  ops: readonly LoggedOp[],
  gaps: readonly Gap[],
  attempt: {
    announced: readonly (readonly [seq: number, at: number, ...unknown[]])[] | null
    head_seq: number
  },
  silentSince: number | null,
): Connection {
  const told = toldSpans(ops).slice(0, SHOWN_MAX)
  const work = ops
    .filter((op) => isWork(op.type))
    .map((op) => op.made_at)
    .toSorted((a, b) => a - b)
  const heard = gaps.filter((gap) => !told.some((s) => s.from < gap.to_at && s.to > gap.from_at))
  const reopened = reopeningsOf(ops)
  const spans: Span[] = [
    ...told.map((span) => ({ ...span, how: 'offline' as const })),
    ...heard.map((gap) => spanOfGap(gap, reopened)),
  ]
  if (silentSince !== null) spans.push({ from: silentSince, to: null, how: 'unheard' })
  return {
    offline: spans
      .toSorted((a, b) => a.from - b.from)
      .map(({ from, to, how }) => ({
        from: iso(from),
        to: to === null ? null : iso(to),
        seconds: to === null ? null : Math.round((to - from) / 1000),
        how,
        ops_kept: countUpTo(work, to ?? Infinity) - countUpTo(work, from - 1),
      })),
    arrivals: arrivalsOf(ops),
    awaited: awaitedOf(attempt),
  }
}

/** More than anybody looks at; a modified client may write any number. */
const SHOWN_MAX = 1_000

/** How many of the sorted times are not above `limit`. */
function countUpTo(times: readonly number[], limit: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? Infinity) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Without these, what else the announcement covers is less believable: its hash has not been seen. */
function awaitedOf({ announced, head_seq }: Parameters<typeof connectionTrack>[2]): Connection['awaited'] {
  const last = announced?.at(-1)
  return last ? { count: last[0] - head_seq, announced_at: iso(last[1]) } : null
}

const isWork = (type: string): boolean => !['online', 'offline', 'sync_stall', 'clock_jump'].includes(type)

interface Span {
  from: number
  /** null: not back. */
  to: number | null
  how: Connection['offline'][number]['how']
}

interface Reopening {
  at: number
  /** When the page had noted anything before. */
  before: number
}

/** When the page was opened again. One under which the browser's data was deleted stayed open, and tells no time. */
const reopeningsOf = (ops: readonly LoggedOp[]): Reopening[] =>
  ops
    .filter((op) => op.type === 'restored' && op.result !== 'rejected')
    .slice(0, SHOWN_MAX)
    .map((op) => ({ at: op.made_at, ms: readSpan(op).ms ?? 0 }))
    .filter(({ ms }) => ms > 0)
    .map(({ at, ms }) => ({ at, before: at - ms }))

/** A silence that ends with the page being opened again, and in which it noted nothing, is one of a closed page. */
function spanOfGap({ from_at, to_at }: Gap, reopened: readonly Reopening[]): Span {
  const wasClosed = reopened.some(
    ({ at, before }) => at > from_at && at <= to_at + LATE_MS && before <= from_at + LATE_MS,
  )
  return { from: from_at, to: to_at, how: wasClosed ? 'closed' : 'unheard' }
}

/**
 * Stretches that the device noted itself. A device that sends the note of one is back by then: behind a finish nobody
 * notes the return any more, and a closed page never did.
 */
function toldSpans(ops: readonly LoggedOp[]): { from: number; to: number }[] {
  const spans: { from: number; to: number; isOver: boolean }[] = []
  for (const op of ops) {
    if (op.result === 'rejected') continue
    const last = spans.at(-1)
    const open = last && !last.isOver && op.made_at <= last.to ? last : null
    if (op.type === 'offline') {
      // One that came as it was made says nothing of the return.
      const isKept = op.received_at - op.made_at >= LIVE_MS
      if (!open) spans.push({ from: op.made_at, to: isKept ? op.received_at : Infinity, isOver: false })
    } else if (open && (op.type === 'online' || isLive(op, open.from))) {
      open.to = op.made_at
      open.isOver = true
    }
  }
  return spans.map(({ from, to }) => ({ from, to: to === Infinity ? from : to }))
}

/** It came as it was made: whoever wrote it was in reach, also where nobody noted the return. */
const isLive = (op: LoggedOp, from: number): boolean =>
  op.type !== 'offline' && op.made_at > from && op.received_at - op.made_at < LIVE_MS

const LIVE_MS = 2_000

/** Groups what came in one sync long after it was made. Feedback and pictures may come after the end: nobody is late with them. */
function arrivalsOf(ops: readonly LoggedOp[]): Arrival[] {
  const groups: Group[] = []
  for (const op of ops) {
    const isUntimed = op.verdict === 'late' && afterFinish.has(op.type as OpType)
    if (op.received_at - op.made_at < LATE_MS && (op.verdict === 'on_time' || isUntimed)) continue
    const verdict = isUntimed ? 'after_end' : arrivalVerdict({ ...op, decision: op.decision ?? null })
    const last = groups.at(-1)
    if (last && last.received === op.received_at && last.verdict === verdict) add(last, op)
    else
      groups.push(
        add({ received: op.received_at, verdict, count: 0, from: op.made_at, to: op.made_at, types: {} }, op),
      )
  }
  return groups.slice(0, SHOWN_MAX).map(({ received, from, to, ...group }) => ({
    ...group,
    received_at: iso(received),
    made_from: iso(from),
    made_to: iso(to),
  }))
}

/** An arrival, with its times in milliseconds: a full log has too many changes to write each of them out. */
interface Group extends Pick<Arrival, 'verdict' | 'count' | 'types'> {
  received: number
  from: number
  to: number
}

/** A log need not stand in the order of its times. */
function add(group: Group, { made_at, type }: LoggedOp): Group {
  group.count++
  group.from = Math.min(group.from, made_at)
  group.to = Math.max(group.to, made_at)
  group.types[type] = (group.types[type] ?? 0) + 1
  return group
}

const signalTypes = new Set([
  'focus_lost',
  'focus_returned',
  'fullscreen_left',
  'fullscreen_entered',
  'copy_attempt',
  'camera_lost',
  'camera_returned',
  'clock_jump',
  'sync_stall',
  'restored',
])

type Signals = z.input<typeof reportView>['signals']

interface Lease {
  device_id: string | null
  device_name: string
  granted_at: number
}

/**
 * The signs that the page noted itself, and each device on which the test went on after its first: evidence to look at,
 * no judgement.
 */
export function signalsOf(ops: readonly LoggedOp[], leases: readonly Lease[]): Signals {
  const noted = ops
    .filter((op) => signalTypes.has(op.type) && op.result !== 'rejected')
    .slice(0, SHOWN_MAX)
    .map((op) => {
      const body = readSpan(op)
      return {
        type: op.type,
        at: iso(op.made_at),
        ms: body.ms ?? null,
        counted: body.counted ?? false,
        device: null,
      }
    })
  return [...noted, ...changesOf(leases)].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** The same device takes its test again after a reset; that is no change. */
function changesOf(leases: readonly Lease[]): Signals {
  const ofDevices = leases.filter(({ device_id }) => device_id !== null)
  return ofDevices
    .filter((lease, index) => index > 0 && lease.device_id !== ofDevices[index - 1]?.device_id)
    .slice(0, SHOWN_MAX)
    .map(({ device_name, granted_at }) => ({
      type: 'device_changed',
      at: iso(granted_at),
      ms: null,
      counted: false,
      device: device_name,
    }))
}

function readSpan(op: LoggedOp): SpanBody {
  if (op.body === null) return {}
  try {
    return JSON.parse(storedText(op.body, op.body_deflated === true)) as SpanBody
  } catch {
    return {}
  }
}
