import { plural } from '#contract/plural.ts'
import type { LateItem, LateReason, LateWorkView } from '#contract/views/lateWork.ts'

const kindLabels: Record<LateItem['kind'], string> = {
  draft: 'Program, not submitted',
  submission: 'Submission',
  choice: 'Choice',
}

export const lateKindLabel = ({ kind, is_unsaved }: Pick<LateItem, 'kind' | 'is_unsaved'>): string =>
  is_unsaved ? 'Choice, not saved' : kindLabels[kind]

const MINUTE = 60
const HOUR = 3_600

/** The moment against which another one is held. */
export interface End {
  at: string
  name: 'the end' | 'the deadline' | 'the beginning of the pause'
}

type Ended = Pick<LateWorkView, 'ended_at' | 'deadline_at' | 'is_paused'>

/** The true end; before it the deadline, and null where that still moves. */
export function endOf({ ended_at, deadline_at, is_paused }: Ended): End | null {
  if (ended_at !== null) return { at: ended_at, name: 'the end' }
  return is_paused ? null : { at: deadline_at, name: 'the deadline' }
}

/** A test may end before its time is over: then both moments are told, each by its name. */
export function formatTestEnd(
  { ended_at, deadline_at, is_paused }: Ended,
  format: (at: string) => string,
): string {
  if (ended_at === null)
    return is_paused
      ? 'The test is paused, so its deadline is not fixed yet.'
      : `The test is running; its deadline is ${format(deadline_at)}.`
  const wasEarly = Date.parse(deadline_at) - Date.parse(ended_at) >= 1_000
  return `The test ended ${format(ended_at)}${wasEarly ? `; its deadline was ${format(deadline_at)}` : ''}.`
}

/** '3 min 20 s before the end': what the times are looked at for. */
export function formatDistance(at: string, end: End | null): string | null {
  if (end === null) return null
  const seconds = Math.round((Date.parse(at) - Date.parse(end.at)) / 1_000)
  if (seconds === 0) return `at ${end.name}`
  const size = Math.abs(seconds)
  const parts =
    size >= HOUR
      ? [`${Math.floor(size / HOUR)} h`, `${Math.floor((size % HOUR) / MINUTE)} min`]
      : size >= MINUTE
        ? [`${Math.floor(size / MINUTE)} min`, `${size % MINUTE} s`]
        : [`${size} s`]
  return `${parts.join(' ')} ${seconds > 0 ? 'after' : 'before'} ${end.name}`
}

const reasons: Record<LateReason, string> = {
  paused: 'It was made while the test was paused, after the 30 s that still count.',
  made_late: 'It was made after the deadline.',
  unproven: 'It came too late, and nothing proves that it was made in time.',
  claimed: 'The device was offline and says it was made in time.',
  adopted:
    'It came from a device that no longer had the test. Nothing had been written in the same place since, so it automatically became the answer.',
  written_over:
    'It came from a device that no longer had the test, and automatically became the answer. The newer device has overwritten it, and nothing shows that it knew of it by then.',
  superseded:
    'It came from a device that no longer had the test, and automatically became the answer. The newer device knew of it and overwrote it: the newer version counts, and there is nothing to decide.',
  written_before:
    'It came from a device that no longer had the test, after the newer device had written in the same place.',
  after_end: 'It came after the end, from a device that no longer had the test.',
  given_up: 'Its device started a new log and has not sent it again.',
  same: 'It came from a device that no longer had the test, and matches what already counts: there is nothing to decide.',
  lost: 'It came from a device that no longer had the test, and did not automatically become the answer.',
}

const formatPause = ({ from, to }: NonNullable<LateItem['pause']>, format: (at: string) => string): string =>
  to === null ? `since ${format(from)}` : `${format(from)} to ${format(to)}`

/** The outcome, by the settings alone, for work that a device says it made in time. */
const policies: Record<LateWorkView['late_policy'], string> = {
  accept: 'The settings count work made offline in time.',
  hold: 'Work made offline in time waits for your decision.',
  reject: 'The settings do not count work made offline in time.',
}

/** Null where it is about none of these: what was made in a pause waits whatever the settings say. */
export function formatPolicy({
  items,
  late_policy,
  max_offline_minutes,
}: Pick<LateWorkView, 'items' | 'late_policy' | 'max_offline_minutes'>): string | null {
  const isMeant = items.some(({ why }) => why === 'claimed' || why === 'unproven')
  return isMeant ? `Offline limit: ${plural(max_offline_minutes, 'minute')}. ${policies[late_policy]}` : null
}

/**
 * The facts known of a piece of work, and who vouches for them.
 * @param end the moment against which the times are held
 */
export function evidenceOf(
  item: LateItem,
  end: End | null,
  format: (at: string) => string,
): [name: string, value: string][] {
  const { pause } = item
  const against: End | null = pause ? { at: pause.from, name: 'the beginning of the pause' } : end
  const date = (at: string): string =>
    [format(at), formatDistance(at, against)].filter((part) => part !== null).join(', ')
  return [
    [item.state === 'waiting' ? 'Why it waits' : 'Why it is here', reasons[item.why]],
    ...(pause ? ([['Paused', formatPause(pause, format)]] as [string, string][]) : []),
    ['Made, by device', date(item.made_at)],
    ...(item.announced_at === null
      ? []
      : ([['First reported to server', date(item.announced_at)]] as [string, string][])),
    ['Received by server', date(item.received_at)],
    ...(item.decided_by === null
      ? []
      : ([
          [
            'Decided',
            `${item.decided_by === 'policy' ? 'automatically' : `by ${item.decided_by}`}${item.decided_at ? `, ${format(item.decided_at)}` : ''}`,
          ],
        ] as [string, string][])),
  ]
}

/** The consequences of accepting these. */
export function acceptedMessage(items: readonly Pick<LateItem, 'kind' | 'counts_now' | 'source'>[]): string {
  const replaces = items.some(({ kind, counts_now }) => kind === 'choice' && counts_now !== null)
  const stays = items.some(({ source }) => source === 'aside')
  return [
    'It counts from now on, programs are judged, and the score is updated.',
    replaces && 'A choice replaces the one that counts now, even in a running test.',
    stays && 'Accepting work from a device that no longer had the test cannot be undone.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** The options that a choice names by their letters. @param value 'A, C' */
export function optionsIn({ options }: Pick<LateItem, 'options'>, value: string): LateItem['options'] {
  const letters = new Set(value.split(', '))
  return options.filter(({ letter }) => letters.has(letter))
}
