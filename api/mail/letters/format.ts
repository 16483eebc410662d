import { plural } from '#contract/plural.ts'

const isZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** `Thursday 15 January 2026 at 10:00 (Europe/Berlin, GMT+01:00), 09:00 UTC`; a zone nobody knows is UTC. */
export function moment(at: number, timeZone = 'UTC'): string {
  const zone = isZone(timeZone) ? timeZone : 'UTC'
  const utc = partsOf(at, 'UTC')
  if (zone === 'UTC') return `${utc.day} at ${utc.time} UTC`
  const local = partsOf(at, zone)
  const otherDay = local.day === utc.day ? '' : ` on ${utc.day}`
  return `${local.day} at ${local.time} (${zone}, ${local.offset}), ${utc.time} UTC${otherDay}`
}

function partsOf(at: number, timeZone: string): { day: string; time: string; offset: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((p) => p.type === type)?.value ?? ''
  return {
    day: `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`,
    time: `${part('hour')}:${part('minute')}`,
    offset: part('timeZoneName'),
  }
}

/** `2 hours 5 minutes 30 seconds`, as long as the clock will run. */
export function duration(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ]
  const words = parts.filter(([n]) => n > 0).map(([n, unit]) => plural(n, unit))
  return words.join(' ') || plural(0, 'second')
}
