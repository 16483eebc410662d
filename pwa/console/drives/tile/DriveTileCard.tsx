import { Button, chakra, useSlotRecipe } from '@chakra-ui/react'
import { ArrowRight, CalendarDays } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { DriveTile as Drive } from '#contract/views/drive.ts'
import { tileRecipe } from '#pwa/ui/recipes/tile.ts'
import { formatDate, formatEnd } from '../../kit/format/dates.ts'
import { urls } from '../../urls.ts'
import { DriveActions } from './DriveActions.tsx'
import { NobodyInvited } from './NobodyInvited.tsx'
import { ProgressBar } from './ProgressBar.tsx'
import { progressOf } from './progress.ts'
import { TileCounts } from './TileCounts.tsx'
import { TimeBadge } from './TimeBadge.tsx'

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
            <chakra.span truncate title={about}>
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
