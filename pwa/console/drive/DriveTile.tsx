import { Button, chakra, useSlotRecipe } from '@chakra-ui/react'
import { ArrowRight, CalendarDays, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { tileRecipe } from '#pwa/ui/recipes/tile.ts'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { formatDate, formatEnd } from '../format/dates.ts'
import { urls } from '../urls.ts'
import type { DriveTile as Drive } from '../views.ts'
import { DriveActions } from './DriveActions.tsx'
import { ProgressBar } from './ProgressBar.tsx'
import { progressOf } from './progress.ts'
import { TileCounts } from './TileCounts.tsx'
import { TimeBadge } from './TimeBadge.tsx'

const sections: Record<string, string> = { problems: 'Coding', mcq: 'MCQ', problems_mcq: 'Coding and MCQ' }

export function DriveTile({ drive }: { drive: Drive }) {
  const styles = useSlotRecipe({ recipe: tileRecipe })()
  const nameId = useId()
  const start = new Date(drive.start_time)
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
            <chakra.span truncate title={about}>
              {about}
            </chakra.span>
            <TimeBadge drive={drive} />
          </chakra.div>
        </div>
        <chakra.div css={styles.line} color="fg.muted" minH="0" columnGap="1.5" flexWrap="wrap">
          <CalendarDays size={14} aria-hidden />
          <time dateTime={drive.start_time}>{formatDate(start)}</time>
          <ArrowRight size={12} aria-label="to" />
          <time dateTime={drive.end_time}>{formatEnd(start, new Date(drive.end_time))}</time>
        </chakra.div>
        <TileCounts of={drive} />
        {drive.drive_status === 'ongoing' && drive.invitation_sent > 0 && (
          <ProgressBar parts={progressOf(drive)} />
        )}
        {drive.drive_status !== 'completed' && drive.invitation_sent === 0 && (
          <StateBadge icon={TriangleAlert} tone="warn" bare>
            No candidates invited
          </StateBadge>
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
