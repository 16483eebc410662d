import { Box, chakra, useSlotRecipe } from '@chakra-ui/react'
import { CirclePause, Eye, PackageCheck, Wifi } from 'lucide-react'
import { plural } from '#contract/plural.ts'
import { trackRecipe } from '#pwa/ui/recipes/track.ts'
import { formatSpan } from '../../format/dates.ts'
import type { Connection } from '../../views.ts'
import type { Span } from './pauses.ts'
import { Spans } from './Spans.tsx'
import type { Noticed } from './signals.ts'
import { Track } from './Track.tsx'
import { sharing, type TimeScale, tickWords } from './timeScale.ts'

interface Props {
  scale: TimeScale
  connection: Connection
  noticed: readonly Noticed[]
  pauses: readonly Span[]
}

/** About what a label takes, in percent of the line. */
const ARRIVAL_WIDTH = 13

const shapes: Record<string, string> = {
  on_time: 'dot',
  on_time_claimed: 'diamond',
  accepted_late: 'diamond',
  late: 'square',
  after_end: 'dot',
}
const lengthOf = (seconds: number | null): string =>
  seconds === null ? 'until the end' : formatSpan(seconds)
const many = (n: number, one: string, more: string) =>
  n === 0 ? `no ${more}` : `${n} ${n === 1 ? one : more}`

/** How many changes came at each mark, or at some that stand close together. */
function arrivalLabelsOf(arrivals: Connection['arrivals'], scale: TimeScale) {
  const marks = arrivals.map(({ count, received_at }) => ({ count, at: Date.parse(received_at) }))
  const places = marks.map(({ at }) => scale.place(at))
  return sharing(places, ARRIVAL_WIDTH).map((indices) => {
    const together = marks.filter((_, index) => indices.includes(index))
    const sum = together.reduce((all, { count }) => all + count, 0)
    const isBeyond = together.every(({ at }) => scale.isBeyond(at))
    return { at: together[0]?.at ?? scale.from, words: `${sum}${isBeyond ? ' after the end' : ''}` }
  })
}

export function Timeline({ scale, connection, noticed, pauses }: Props) {
  const styles = useSlotRecipe({ recipe: trackRecipe })()
  const arrivalLabels = arrivalLabelsOf(connection.arrivals, scale)
  const delayed = connection.arrivals.reduce((sum, { count }) => sum + count, 0)
  const tickLabels = tickWords(scale.ticks)
  const left = (ms: number) => ({ left: `${scale.place(ms)}%` })
  return (
    <Box
      overflowX="auto"
      px={{ base: '4', md: '6' }}
      pb="3"
      tabIndex={0}
      role="region"
      aria-label="Timeline, drawn"
    >
      <chakra.div css={styles.root} data-drawn>
        <chakra.div css={styles.scale} aria-hidden>
          <span />
          <chakra.div position="relative" mx="3">
            {scale.ticks.map((tick, index) => (
              <chakra.span key={tick} css={styles.tick} style={left(tick)}>
                {tickLabels[index]}
              </chakra.span>
            ))}
          </chakra.div>
        </chakra.div>
        <Track
          styles={styles}
          icon={Wifi}
          name="Connection"
          note={many(connection.offline.length, 'span offline', 'spans offline')}
        >
          <chakra.span css={styles.rail} />
          <Spans
            styles={styles}
            scale={scale}
            spans={connection.offline.map((span) => ({
              from: Date.parse(span.from),
              to: span.to === null ? null : Date.parse(span.to),
              words: `offline ${lengthOf(span.seconds)}, ${span.ops_kept} kept`,
            }))}
          />
        </Track>
        <Track
          styles={styles}
          icon={PackageCheck}
          name="Arrivals"
          note={delayed === 0 ? 'none delayed' : `${plural(delayed, 'change')} delayed`}
        >
          <chakra.span css={styles.rail} bg="border" h="1px" top="31px" />
          {connection.arrivals.map((arrival) => (
            <chakra.span
              key={arrival.received_at + arrival.made_from + arrival.verdict}
              css={styles.mark}
              data-shape={shapes[arrival.verdict]}
              style={left(Date.parse(arrival.received_at))}
            />
          ))}
          {arrivalLabels.map(({ at, words }) => (
            <chakra.span
              key={at}
              css={styles.note}
              style={scale.place(at) > 60 ? { right: `${100 - scale.place(at)}%` } : left(at)}
            >
              {words}
            </chakra.span>
          ))}
        </Track>
        {pauses.length > 0 && (
          <Track
            styles={styles}
            icon={CirclePause}
            name="Pauses"
            note={many(pauses.length, 'pause', 'pauses')}
          >
            <chakra.span css={styles.rail} bg="border" h="1px" top="31px" />
            <Spans
              styles={styles}
              scale={scale}
              spans={pauses.map((span) => ({
                ...span,
                words: `paused ${lengthOf(span.to === null ? null : (span.to - span.from) / 1000)}`,
              }))}
            />
          </Track>
        )}
        <Track styles={styles} icon={Eye} name="Signals" note={many(noticed.length, 'signal', 'signals')}>
          <chakra.span css={styles.rail} bg="border" h="1px" top="31px" />
          {noticed.map((item) => (
            <chakra.span
              key={`${item.at}${item.name}`}
              css={styles.mark}
              data-shape="bar"
              style={left(item.at)}
            />
          ))}
        </Track>
      </chakra.div>
    </Box>
  )
}
