import { chakra, useSlotRecipe } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { KeptFields } from '#contract/views/drive.ts'
import { tileRecipe } from '#pwa/ui/recipes/tile.ts'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { formatMinutes } from '../../kit/format/dates.ts'
import { areErased } from './formatKept.ts'

interface Props {
  of: { appeared: number; invitation_sent: number; total_submissions: number; duration: number } & KeptFields
}

/** How many were invited to a drive or an assessment and came, and how long it takes. */
export function TileCounts({ of }: Props) {
  const styles = useSlotRecipe({ recipe: tileRecipe })()
  // How many they were stands in the audit log.
  const left = (n: number) => (areErased(of) ? '-' : n)
  const counts = [
    ['Appeared', left(of.appeared)],
    ['Invitation', left(of.invitation_sent)],
    ['Submissions', left(of.total_submissions)],
    ['Duration (min)', formatMinutes(of.duration)],
  ] as const
  return (
    <chakra.dl css={styles.counts}>
      {counts.map(([name, n]) => (
        <chakra.div key={name} css={styles.count}>
          <chakra.dt css={styles.countName}>{name}</chakra.dt>
          <chakra.dd css={styles.countNumber}>{n}</chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

/**
 * A note that a drive or an assessment lacks candidates, and the way to them.
 * @param to its candidates
 * @param nameId of its heading
 */
export function NobodyInvited({ to, nameId }: { to: string; nameId: string }) {
  return (
    <chakra.span justifySelf="start" _hover={{ textDecoration: 'underline' }} color="fg.warning" asChild>
      <Link to={to} aria-describedby={nameId}>
        <StateBadge icon={TriangleAlert} tone="warn" bare>
          No candidates invited
        </StateBadge>
      </Link>
    </chakra.span>
  )
}
