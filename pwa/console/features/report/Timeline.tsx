import { Box, chakra, useSlotRecipe } from '@chakra-ui/react'
import { CirclePause, Eye, PackageCheck, Wifi } from 'lucide-react'
import { trackRecipe } from '#pwa/ui/recipes/track.ts'
import { formatSpan } from '../../format/dates.ts'
import type { Connection } from '../../views.ts'
import type { Span } from './pauses.ts'
import { Spans } from './Spans.tsx'
import type { Noticed } from './signals.ts'
import { Track } from './Track.tsx'
import { readable, type TimeScale, tickWords } from './timeScale.ts'

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

export function Timeline({ scale, connection, noticed, pauses }: Props) {
  const styles = useSlotRecipe({ recipe: trackRecipe })()
  const arrivalLabels = readable(
    connection.arrivals.map((arrival) => scale.place(Date.parse(arrival.received_at))),
    ARRIVAL_WIDTH,
  )
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
      <chakra.div css={styles.root}>
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
          note={connection.arrivals.length === 0 ? 'none delayed' : `${connection.arrivals.length} delayed`}
        >
          <chakra.span css={styles.rail} bg="border" h="1px" top="31px" />
          {connection.arrivals.map((arrival, index) => {
            const at = Date.parse(arrival.received_at)
            const isRight = scale.place(at) > 60
            const words = `${arrival.count}${scale.isBeyond(at) ? ' after the end' : ''}`
            return (
              <span key={arrival.received_at + arrival.made_from + arrival.verdict}>
                <chakra.span css={styles.mark} data-shape={shapes[arrival.verdict]} style={left(at)} />
                {arrivalLabels[index] && (
                  <chakra.span
                    css={styles.note}
                    style={isRight ? { right: `${100 - scale.place(at)}%` } : left(at)}
                  >
                    {words}
                  </chakra.span>
                )}
              </span>
            )
          })}
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
