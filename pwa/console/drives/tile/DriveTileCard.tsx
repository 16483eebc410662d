import { Button, chakra, Skeleton, Stack, useSlotRecipe } from '@chakra-ui/react'
import { ArrowRight, CalendarDays, Clock, Radio } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { DriveTile as Drive, DriveTile } from '#contract/views/drive.ts'
import { tileRecipe } from '#pwa/ui/recipes/tile.ts'
import { useAfter } from '#pwa/ui/Skeletons.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { formatDate, formatEnd, formatWait, useNow } from '../../kit/format/dates.ts'
import { urls } from '../../urls.ts'
import { DriveActions } from './DriveActions.tsx'
import { KeptResults } from './KeptResults.tsx'
import { NobodyInvited, TileCounts } from './TileCounts.tsx'

/** How far the candidates of a drive are; the three parts make up the invited. */
export function progressOf(drive: Pick<DriveTile, 'invitation_sent' | 'appeared' | 'total_submissions'>) {
  const finished = drive.total_submissions
  const working = Math.max(0, drive.appeared - finished)
  return { finished, working, notStarted: Math.max(0, drive.invitation_sent - finished - working) }
}

const sections: Record<string, string> = { problems: 'Coding', mcq: 'MCQ', problems_mcq: 'Coding and MCQ' }

export function DriveTileCard({ drive }: { drive: Drive }) {
  const styles = useSlotRecipe({ recipe: tileRecipe })()
  const nameId = useId()
  const start = new Date(drive.start_time)
  const end = new Date(drive.end_time)
  const about = [drive.institute_name, sections[drive.question_type]].filter(Boolean).join(' · ')
  const action = (name: string, to: string) => (
    <Button variant="outline" size="sm" asChild>
      <Link to={to} aria-describedby={nameId}>
        {name}
      </Link>
    </Button>
  )
  return (
    <chakra.article css={styles.root} aria-labelledby={nameId}>
      <chakra.div css={styles.body}>
        <div>
          <chakra.h3 css={styles.title} id={nameId} title={drive.name}>
            {drive.name}
          </chakra.h3>
          <chakra.div css={styles.line} justifyContent="space-between">
            <chakra.span overflowWrap="anywhere" minW="0">
              {about}
            </chakra.span>
            <TimeBadge drive={drive} />
          </chakra.div>
        </div>
        <chakra.div css={styles.dates} title={`${formatDate(start)} to ${formatDate(end)}`}>
          <CalendarDays size={14} aria-hidden />
          <time dateTime={drive.start_time}>{formatDate(start)}</time>
          <ArrowRight size={12} aria-label="to" />
          <time dateTime={drive.end_time}>{formatEnd(start, end)}</time>
        </chakra.div>
        <TileCounts of={drive} />
        {drive.drive_status === 'ongoing' && drive.invitation_sent > 0 && (
          <ProgressBar parts={progressOf(drive)} />
        )}
        {drive.drive_status !== 'completed' && drive.invitation_sent === 0 && (
          <NobodyInvited to={urls.candidates(drive.id)} nameId={nameId} />
        )}
        {(drive.drive_status === 'completed' || drive.appeared > 0) && (
          <KeptResults of={drive} kind="drive" />
        )}
      </chakra.div>
      <chakra.div css={styles.foot}>
        {action('Candidates', urls.candidates(drive.id))}
        {action('Result', urls.result(drive.id))}
        {drive.drive_status === 'completed' && action('Details', urls.driveDetails(drive.id))}
        <DriveActions drive={drive} />
      </chakra.div>
    </chakra.article>
  )
}

/** How long a drive still runs, or when it begins. */
function TimeBadge({ drive }: { drive: DriveTile }) {
  const now = useNow(30_000)
  if (drive.drive_status === 'completed') return null
  const isOngoing = drive.drive_status === 'ongoing'
  const ms = Date.parse(isOngoing ? drive.end_time : drive.start_time) - now
  // The page's clock may run ahead of the server's, which moves the drive to its next column.
  if (ms <= 0) return null
  return isOngoing ? (
    <StateBadge icon={Radio} tone="ok">
      {formatWait(ms)} left
    </StateBadge>
  ) : (
    <StateBadge icon={Clock}>in {formatWait(ms)}</StateBadge>
  )
}

/** Finished, working and not started of an ongoing drive, each also in words. */
function ProgressBar({ parts }: { parts: ReturnType<typeof progressOf> }) {
  const shown = [
    { n: parts.finished, word: 'finished', bg: 'sea' },
    { n: parts.working, word: 'working', bg: 'color-mix(in srgb, var(--sea) 50%, var(--surface))' },
    { n: parts.notStarted, word: 'not started', bg: 'border' },
  ]
  return (
    <chakra.div>
      <chakra.div
        display="flex"
        gap="1px"
        h="6px"
        borderRadius="full"
        overflow="hidden"
        bg="border"
        aria-hidden
      >
        {shown.map(({ n, word, bg }) =>
          n > 0 ? <chakra.span key={word} bg={bg} flex="1" style={{ flexGrow: n }} /> : null,
        )}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" columnGap="3" mt="2" textStyle="xs" color="fg.muted">
        {shown.map(({ n, word, bg }) =>
          n > 0 ? (
            <chakra.span key={word} display="inline-flex" alignItems="center" gap="1.5">
              <chakra.span boxSize="8px" borderRadius="2px" bg={bg} aria-hidden />
              {n} {word}
            </chakra.span>
          ) : null,
        )}
      </chakra.div>
    </chakra.div>
  )
}

export function TileSkeletons({ n }: { n: number }) {
  const isShown = useAfter(200)
  if (!isShown) return null
  return (
    <Stack gap="2" aria-hidden>
      {Array.from({ length: n }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <Skeleton key={index} height="196px" borderRadius="8px" />
      ))}
    </Stack>
  )
}
