import type { ReportView, Signal } from '#contract/views/admin.ts'

export type SignalKind = 'focus' | 'fullScreen' | 'copy' | 'camera' | 'device'

/** One thing that was noticed, from when it began until it ended. */
export interface Noticed {
  kind: SignalKind
  name: string
  at: number
  /** Null where it has no length or its end was never told. */
  seconds: number | null
  /** It began and nothing told its end. */
  isOpen: boolean
  counted: boolean
}

const begins: Record<string, { kind: SignalKind; name: string; ends: string; isJudgedLater?: true }> = {
  focus_lost: { kind: 'focus', name: 'Left the window', ends: 'focus_returned', isJudgedLater: true },
  fullscreen_left: { kind: 'fullScreen', name: 'Left full screen', ends: 'fullscreen_entered' },
  camera_lost: { kind: 'camera', name: 'Camera lost', ends: 'camera_returned' },
}
const moments: Record<string, { kind: SignalKind; name: string }> = {
  copy_attempt: { kind: 'copy', name: 'Tried to copy' },
  clock_jump: { kind: 'device', name: 'Device clock changed' },
  sync_stall: { kind: 'device', name: 'Sending stalled' },
  restored: { kind: 'device', name: 'Page opened again' },
  device_changed: { kind: 'device', name: 'Moved to another device' },
}

/**
 * Joins each beginning with its end; the first entry into full screen ends nothing and is left out. A signal that
 * follows from a device that staff freed is named so, because the candidate's device did nothing of its own.
 */
export function noticedFrom(
  signals: readonly Signal[],
  interventions: ReportView['interventions'] = [],
): Noticed[] {
  const list: Noticed[] = []
  const followsReset = firstAfterReset(interventions)
  const open = new Map<string, Noticed>()
  for (const signal of signals) {
    const at = Date.parse(signal.at)
    const begin = begins[signal.type]
    const moment = moments[signal.type]
    const started = open.get(signal.type)
    const before = begin && open.get(begin.ends)
    // A focus that went is written a second time once the rules count it.
    if (begin?.isJudgedLater && before && signal.counted) before.counted = true
    else if (begin) {
      const item: Noticed = { ...pick(begin), at, seconds: null, isOpen: true, counted: signal.counted }
      list.push(item)
      open.set(begin.ends, item)
    } else if (started) {
      started.seconds = Math.round((signal.ms ?? at - started.at) / 1000)
      started.isOpen = false
      started.counted ||= signal.counted
      open.delete(signal.type)
    } else if (moment) {
      const seconds = signal.ms === null ? null : Math.round(signal.ms / 1000)
      const isOfStaff = followsReset(signal.type, at)
      // The page never went away: there is nothing but what staff did.
      if (isOfStaff && seconds === 0) continue
      const said = isOfStaff ? `${moment.name} after staff freed the device` : moment.name
      const name = signal.device ? `${said}: ${signal.device}` : said
      list.push({ kind: moment.kind, name, at, seconds, isOpen: false, counted: signal.counted })
    }
  }
  return list
}

const followUps = new Set(['restored', 'device_changed'])

/** Whether a signal is the first of its type since staff freed the device; asked in the order of the signals. */
function firstAfterReset(interventions: ReportView['interventions']) {
  const freed = interventions
    .filter(({ action }) => action === 'candidate.reset_device')
    .map(({ at }) => Date.parse(at))
  const told = new Map<string, number>()
  return (type: string, at: number): boolean => {
    const newest = freed.findLast((time) => time <= at)
    if (!followUps.has(type) || newest === undefined || told.get(type) === newest) return false
    told.set(type, newest)
    return true
  }
}

const pick = ({ kind, name }: { kind: SignalKind; name: string }) => ({ kind, name })
