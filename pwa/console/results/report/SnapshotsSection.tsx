import { Button, chakra, Text } from '@chakra-ui/react'
import { Images } from 'lucide-react'
import { Link, useParams } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import type { ReportView } from '#contract/views/admin.ts'
import { urls } from '../../urls.ts'
import { Snapshots } from '../snapshots/Snapshots.tsx'
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
          <Snapshots snapshots={snapshots} width="148px" isPrinted />
        </chakra.div>
      )}
    </Section>
  )
}
