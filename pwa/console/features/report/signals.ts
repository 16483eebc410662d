import type { Signal } from '../../views.ts'

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
  focus_lost: { kind: 'focus', name: 'Window left', ends: 'focus_returned', isJudgedLater: true },
  fullscreen_left: { kind: 'fullScreen', name: 'Full screen left', ends: 'fullscreen_entered' },
  camera_lost: { kind: 'camera', name: 'Camera lost', ends: 'camera_returned' },
}
const moments: Record<string, { kind: SignalKind; name: string }> = {
  copy_attempt: { kind: 'copy', name: 'Tried to copy' },
  clock_jump: { kind: 'device', name: 'Device clock changed' },
  sync_stall: { kind: 'device', name: 'Sending stalled' },
  restored: { kind: 'device', name: 'Page opened again' },
  device_changed: { kind: 'device', name: 'Went on on another device' },
}

/** Joins each beginning with its end; the first entry into full screen ends nothing and is left out. */
export function noticedFrom(signals: readonly Signal[]): Noticed[] {
  const list: Noticed[] = []
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
      const name = signal.device ? `${moment.name}: ${signal.device}` : moment.name
      list.push({ kind: moment.kind, name, at, seconds, isOpen: false, counted: signal.counted })
    }
  }
  return list
}

const pick = ({ kind, name }: { kind: SignalKind; name: string }) => ({ kind, name })
