import type { LateItem } from '#contract/views/lateWork.ts'

export const kindWords: Record<LateItem['kind'], string> = {
  draft: 'Program, not submitted',
  submission: 'Submission',
  choice: 'Choice',
}

const MINUTE = 60
const HOUR = 3_600

/** '3 min 20 s before the end': what the times are looked at for. */
export function distanceInWords(at: string, end: string): string {
  const seconds = Math.round((Date.parse(at) - Date.parse(end)) / 1_000)
  if (seconds === 0) return 'at the end'
  const size = Math.abs(seconds)
  const parts =
    size >= HOUR
      ? [`${Math.floor(size / HOUR)} h`, `${Math.floor((size % HOUR) / MINUTE)} min`]
      : size >= MINUTE
        ? [`${Math.floor(size / MINUTE)} min`, `${size % MINUTE} s`]
        : [`${size} s`]
  return `${parts.join(' ')} ${seconds > 0 ? 'after' : 'before'} the end`
}

/**
 * What is known of a piece of work, and who vouches for it.
 * @param end of the test
 */
export function evidenceOf(
  item: LateItem,
  end: string,
  format: (at: string) => string,
): [name: string, value: string][] {
  const date = (at: string): string => `${format(at)}, ${distanceInWords(at, end)}`
  const why =
    item.source === 'aside'
      ? 'Another device had taken the test over, and has written to the same place since, or this came after the end.'
      : item.verdict === 'late'
        ? 'It was made after the end, or nothing proves that it was not.'
        : 'It is claimed to be made in time, while the device was without contact.'
  return [
    ['Why it waits', why],
    ['Made, says the device', date(item.made_at)],
    ...(item.announced_at === null
      ? []
      : ([['First named to the server', date(item.announced_at)]] as [string, string][])),
    ['Received by the server', date(item.received_at)],
    ...(item.decided_by === null
      ? []
      : ([
          [
            'Decided',
            `${item.decided_by === 'policy' ? 'by itself' : `by ${item.decided_by}`}${item.decided_at ? `, ${format(item.decided_at)}` : ''}`,
          ],
        ] as [string, string][])),
  ]
}
