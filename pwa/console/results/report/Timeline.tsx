import { Box, chakra, useSlotRecipe } from '@chakra-ui/react'
import { CirclePause, Eye, PackageCheck, Wifi } from 'lucide-react'
import { plural } from '#contract/plural.ts'
import type { ReportConnection } from '#contract/views/admin.ts'
import { trackRecipe } from '#pwa/ui/recipes/track.ts'
import { arrivalLabel, formatStretches, pauseLabel, stretchLabel } from './connectionLabels.ts'
import type { Noticed } from './signals.ts'
import { Labels, Spans, Track } from './Track.tsx'
import { labelsOf, type Span, type TimeScale, tickLabels } from './timeScale.ts'

interface Props {
  scale: TimeScale
  connection: ReportConnection
  noticed: readonly Noticed[]
  pauses: readonly Span[]
}

const shapes: Record<string, string> = {
  on_time: 'dot',
  on_time_claimed: 'diamond',
  accepted_late: 'diamond',
  late: 'square',
  after_end: 'dot',
}
const many = (n: number, one: string, more: string) =>
  n === 0 ? `no ${more}` : `${n} ${n === 1 ? one : more}`

function arrivalLabelsOf(arrivals: ReportConnection['arrivals'], scale: TimeScale) {
  const marks = arrivals.map(({ count, received_at }) => {
    const at = Date.parse(received_at)
    return { count, place: scale.place(at), isBeyond: scale.isBeyond(at) }
  })
  return labelsOf(marks, ({ place }) => place, arrivalLabel)
}

const secondsOf = ({ from, to }: Span): number | null => (to === null ? null : (to - from) / 1000)

export function Timeline({ scale, connection, noticed, pauses }: Props) {
  const styles = useSlotRecipe({ recipe: trackRecipe })()
  const delayed = connection.arrivals.reduce((sum, { count }) => sum + count, 0)
  const labels = tickLabels(scale.ticks)
  const left = (ms: number) => ({ left: `${scale.place(ms)}%` })
  return (
    <Box
      overflowX="auto"
      px={{ base: '4', md: '6' }}
      pb="3"
      tabIndex={0}
      role="region"
      aria-label="Timeline chart"
    >
      <chakra.div css={styles.root} data-drawn>
        <chakra.div css={styles.scale} aria-hidden>
          <span />
          <chakra.div position="relative" mx="3">
            {scale.ticks.map((tick, index) => (
              <chakra.span key={tick} css={styles.tick} style={left(tick)}>
                {labels[index]}
              </chakra.span>
            ))}
          </chakra.div>
        </chakra.div>
        <Track styles={styles} icon={Wifi} name="Connection" note={formatStretches(connection.offline)}>
          <chakra.span css={styles.rail} />
          <Spans
            styles={styles}
            scale={scale}
            spans={connection.offline.map((span) => ({
              ...span,
              from: Date.parse(span.from),
              to: span.to === null ? null : Date.parse(span.to),
            }))}
            words={stretchLabel}
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
          <Labels styles={styles} labels={arrivalLabelsOf(connection.arrivals, scale)} />
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
              spans={pauses}
              words={(some) => pauseLabel(some.map(secondsOf))}
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
