import { Button, chakra, Text } from '@chakra-ui/react'
import { Images } from 'lucide-react'
import { Link, useParams } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import { SnapshotFigure } from '../../snapshot/SnapshotFigure.tsx'
import { urls } from '../../urls.ts'
import type { ReportView } from '../../views.ts'
import { Section } from './Section.tsx'

export function SnapshotsSection({ report }: { report: ReportView }) {
  const { driveId, token = '' } = useParams()
  const { snapshots } = report
  const stored = snapshots.filter((snapshot) => snapshot.status === 'stored').length
  return (
    <Section
      id="snapshots"
      title="Snapshots"
      beside={snapshots.length > 0 && `${stored} of ${snapshots.length} received`}
      actions={
        snapshots.length > 0 && (
          <Button variant="outline" size="sm" asChild>
            <Link
              to={urls.snapshots(report.drive_id, report.candidate_id)}
              state={{ drive: report.drive_name, report: token, of: driveId }}
            >
              <Images aria-hidden />
              Open gallery
            </Link>
          </Button>
        )
      }
    >
      {snapshots.length === 0 ? (
        <Text px={{ base: '4', md: '6' }} pb="5" color="fg.muted">
          {texts.nothingToShow}
        </Text>
      ) : (
        <chakra.div display="flex" flexWrap="wrap" gap="3" px={{ base: '4', md: '6' }} pb="5">
          {snapshots.map((snapshot) => (
            <SnapshotFigure
              key={snapshot.created_at + snapshot.image_url}
              snapshot={snapshot}
              width="148px"
              isPrinted
            />
          ))}
        </chakra.div>
      )}
    </Section>
  )
}
