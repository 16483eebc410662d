import { Box, Heading, Text } from '@chakra-ui/react'
import { CircleCheck, CircleX, LoaderCircle, TriangleAlert } from 'lucide-react'
import { plural } from '#contract/plural.ts'
import type { BackupState, ShippedLogState } from '#contract/views/verification.ts'
import { Facts } from '#pwa/ui/Facts.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { dateOr } from '../../kit/format/dates.ts'

function stateOf({ is_running, is_too_old, newest, fault, log }: BackupState) {
  if (is_running) return { icon: LoaderCircle, tone: 'quiet', word: 'A backup is being made …' } as const
  if (fault?.is_made)
    return { icon: TriangleAlert, tone: 'warn', word: 'The last backup was made; see the fault' } as const
  if (fault) return { icon: CircleX, tone: 'bad', word: 'The last backup could not be made' } as const
  if (!newest) return { icon: TriangleAlert, tone: 'warn', word: 'There is no backup yet' } as const
  if (is_too_old) return { icon: TriangleAlert, tone: 'warn', word: 'The newest backup is too old' } as const
  if (log?.is_late) return { icon: TriangleAlert, tone: 'warn', word: 'The log is not shipped' } as const
  return { icon: CircleCheck, tone: 'ok', word: 'Backups are up to date' } as const
}

/** The backups that the server makes by itself, and how the last one went. */
export function Backups({ state }: { state: BackupState | null }) {
  return (
    <Box as="section" mt="8" aria-labelledby="backups">
      <Heading as="h2" id="backups" textStyle="lg" mb="3">
        Backups
      </Heading>
      {state ? <Made {...state} /> : <NoneMade />}
    </Box>
  )
}

const NoneMade = () => (
  <Text color="fg.muted" maxW="44rem">
    This server makes no backups by itself. Whoever runs it sets <code>HOLDFAST_BACKUPS</code> to a folder on
    another disk or machine, or to S3-compatible storage.
  </Text>
)

function Made(state: BackupState) {
  const { icon, tone, word } = stateOf(state)
  const { folder, every_hours, keep, newest, fault, log } = state
  return (
    <>
      <Box role="status" mb="4">
        <StateBadge icon={icon} tone={tone}>
          {word}
        </StateBadge>
      </Box>
      <Facts
        width="160px"
        facts={[
          ['Newest', newest ? `${dateOr(newest.made_at, '-')}, ${sizeOf(newest.bytes)}` : '-'],
          ...(newest ? [['Encrypted', newest.is_encrypted ? 'yes' : 'no'] as const] : []),
          ['Made', every_hours === 1 ? 'every hour' : `every ${plural(every_hours, 'hour')}`],
          ['Kept', keep],
          ['Place', folder],
          ...(log ? [['In between', shippedText(log)] as const] : []),
          ...(fault ? [['Fault', `${dateOr(fault.at, '-')}: ${fault.words}`] as const] : []),
        ]}
      />
    </>
  )
}

/** The time of what is shipped, told only where it is no moment ago. */
function shippedText({ until, is_late, fault }: ShippedLogState): string {
  if (!is_late) return 'every change, within a second'
  const since = until ? `everything until ${dateOr(until, '-')}, nothing since` : 'nothing yet'
  return fault ? `${since}: ${fault}` : since
}

const sizeOf = (bytes: number): string => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`
