import { chakra, type SystemStyleObject } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Label, labelsOf, type Span, type TimeScale } from './timeScale.ts'

interface TrackProps {
  styles: Record<'row' | 'label' | 'labelNote' | 'line', SystemStyleObject>
  icon: LucideIcon
  name: string
  note: string
  children: ReactNode
}

/** One row of the timeline. Its content is drawing; the tables below say the same in words. */
export function Track({ styles, icon: Icon, name, note, children }: TrackProps) {
  return (
    <chakra.div css={styles.row}>
      <chakra.div css={styles.label}>
        <Icon size={16} aria-hidden style={{ flexShrink: 0 }} />
        <span>
          {name}
          <chakra.span css={styles.labelNote}>{note}</chakra.span>
        </span>
      </chakra.div>
      <chakra.div css={styles.line} aria-hidden>
        {children}
      </chakra.div>
    </chakra.div>
  )
}

interface SpansProps<T extends Span> {
  styles: Record<'span' | 'note', SystemStyleObject>
  scale: TimeScale
  spans: readonly T[]
  /** The words over spans that lie close together. */
  words: (spans: readonly T[]) => string
}

/** Stretches of time on a track, with their words over them. */
export function Spans<T extends Span>({ styles, scale, spans, words }: SpansProps<T>) {
  const ends = ({ from, to }: Span) => [scale.place(from), to === null ? 100 : scale.place(to)] as const
  const middle = (span: Span): number => (ends(span)[0] + ends(span)[1]) / 2
  return (
    <>
      {spans.map((span) => {
        const [from, to] = ends(span)
        return (
          <chakra.span
            key={span.from}
            css={styles.span}
            style={{ left: `${from}%`, width: `${to - from}%` }}
          />
        )
      })}
      <Labels styles={styles} labels={labelsOf(spans, middle, words)} />
    </>
  )
}

interface LabelsProps {
  styles: Record<'note', SystemStyleObject>
  labels: readonly Label[]
}

/** Words over a track; at its ends they end where it does. */
export function Labels({ styles, labels }: LabelsProps) {
  return labels.map(({ place, words }) => (
    <chakra.span
      key={place}
      css={styles.note}
      style={{ left: `${place}%`, transform: `translateX(-${place}%)` }}
    >
      {words}
    </chakra.span>
  ))
}
