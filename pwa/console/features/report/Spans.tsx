import { chakra, type SystemStyleObject } from '@chakra-ui/react'
import type { Span } from './pauses.ts'
import { readable, type TimeScale } from './timeScale.ts'

/** About what a label takes, in percent of the line. */
const LABEL_WIDTH = 26

interface Props {
  styles: Record<'span' | 'note', SystemStyleObject>
  scale: TimeScale
  spans: readonly (Span & { words: string })[]
}

/** Stretches of time on a track, each with its words where there is room. */
export function Spans({ styles, scale, spans }: Props) {
  const labels = readable(
    spans.map((span) => scale.place(span.from)),
    LABEL_WIDTH,
  )
  return spans.map((span, index) => {
    const from = scale.place(span.from)
    const to = span.to === null ? 100 : scale.place(span.to)
    // Near the right edge the words end where the stretch does.
    const place = from > 60 ? { right: `${100 - to}%` } : { left: `${from}%` }
    return (
      <span key={span.from}>
        <chakra.span css={styles.span} style={{ left: `${from}%`, width: `${to - from}%` }} />
        {labels[index] && (
          <chakra.span css={styles.note} style={place}>
            {span.words}
          </chakra.span>
        )}
      </span>
    )
  })
}
