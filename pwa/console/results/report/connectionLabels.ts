import { plural } from '#contract/plural.ts'
import type { ReportConnection } from '#contract/views/admin.ts'
import { formatSpan } from '../../kit/format/dates.ts'

type Stretch = ReportConnection['offline'][number]

/** The kind of a stretch without contact, as far as the log tells it. */
export const stretchLabels: Readonly<Record<Stretch['how'], string>> = {
  offline: 'Offline',
  closed: 'Page closed',
  unheard: 'Offline or closed',
}

/** A connection that told of no stretch and no delay. A device that lost the test is not part of it: its work came late. */
export const heldMessage = (hasLateWork: boolean): string =>
  hasLateWork
    ? 'The device with the test stayed connected. What arrived late is under Late work.'
    : 'The connection held throughout; everything arrived as it was made.'

/** Beside the track: '2 × offline', of several kinds their number, or that it held. */
export function formatStretches(stretches: readonly Pick<Stretch, 'how'>[]): string {
  const [first] = stretches
  if (!first) return 'held throughout'
  if (stretches.every(({ how }) => how === first.how))
    return `${stretches.length} × ${stretchLabels[first.how].toLowerCase()}`
  return `${stretches.length} times away`
}

const lengthOf = (seconds: number | null): string =>
  seconds === null ? 'until the end' : formatSpan(seconds)

/** The label at stretches that lie close together: the length of a single one, or the total of several. */
export function stretchLabel(stretches: readonly Omit<Stretch, 'from' | 'to'>[]): string {
  const [first] = stretches
  if (!first) return ''
  const kept = stretches.reduce((sum, { ops_kept }) => sum + ops_kept, 0)
  const keptText = kept > 0 ? `, ${kept} kept` : ''
  if (stretches.length === 1)
    return `${stretchLabels[first.how].toLowerCase()} ${lengthOf(first.seconds)}${keptText}`
  return `${stretches.length} times, ${together(stretches.map(({ seconds }) => seconds))}${keptText}`
}

/** The same of the times the clock stood still; `seconds` is null for one that stands still. */
export const pauseLabel = (seconds: readonly (number | null)[]): string =>
  seconds.length === 1
    ? `paused ${lengthOf(seconds[0] ?? null)}`
    : `${plural(seconds.length, 'pause')}, ${together(seconds)}`

function together(seconds: readonly (number | null)[]): string {
  const ended = seconds.filter((length) => length !== null)
  const sum = formatSpan(ended.reduce((all, length) => all + length, 0))
  return ended.length === seconds.length ? `${sum} in total` : `${sum} and until the end`
}

/** How many changes came at some marks that stand close together, and how many of them after the end of the test. */
export function arrivalLabel(marks: readonly { count: number; isBeyond: boolean }[]): string {
  const sum = (isBeyond: boolean): number =>
    marks.filter((mark) => mark.isBeyond === isBeyond).reduce((all, { count }) => all + count, 0)
  const parts = [sum(false) > 0 && `${sum(false)}`, sum(true) > 0 && `${sum(true)} after the end`]
  return parts.filter(Boolean).join(' + ')
}
