import { Box, chakra, useSlotRecipe } from '@chakra-ui/react'
import { Eye, PackageCheck, Wifi } from 'lucide-react'
import { trackRecipe } from '#pwa/ui/recipes/track.ts'
import { formatMinute, formatSpan } from '../../format/dates.ts'
import type { Connection } from '../../views.ts'
import type { Noticed } from './signals.ts'
import { Track } from './Track.tsx'
import { readable, type TimeScale } from './timeScale.ts'

interface Props {
  scale: TimeScale
  connection: Connection
  noticed: readonly Noticed[]
}

/** About what a label takes, in percent of the line. */
const LABEL_WIDTH = 26

const shapes: Record<string, string> = { on_time: 'dot', on_time_claimed: 'diamond', late: 'square' }
const many = (n: number, one: string, more: string) =>
  n === 0 ? `no ${more}` : `${n} ${n === 1 ? one : more}`

export function Timeline({ scale, connection, noticed }: Props) {
  const styles = useSlotRecipe({ recipe: trackRecipe })()
  const spanLabels = readable(
    connection.offline.map((span) => scale.place(Date.parse(span.from))),
    LABEL_WIDTH,
  )
  const arrivalLabels = readable(
    connection.arrivals.map((arrival) => scale.place(Date.parse(arrival.received_at))),
    LABEL_WIDTH / 2,
  )
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
            {scale.ticks.map((tick) => (
              <chakra.span key={tick} css={styles.tick} style={left(tick)}>
                {formatMinute(new Date(tick))}
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
          {connection.offline.map((span, index) => {
            const from = scale.place(Date.parse(span.from))
            const to = span.to === null ? 100 : scale.place(Date.parse(span.to))
            const isRight = from > 60
            return (
              <span key={span.from}>
                <chakra.span css={styles.span} style={{ left: `${from}%`, width: `${to - from}%` }} />
                {spanLabels[index] && (
                  <chakra.span
                    css={styles.note}
                    style={isRight ? { right: `${100 - to}%` } : { left: `${from}%` }}
                  >
                    {`offline ${span.seconds === null ? 'until the end' : formatSpan(span.seconds)}, ${span.ops_kept} kept`}
                  </chakra.span>
                )}
              </span>
            )
          })}
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
