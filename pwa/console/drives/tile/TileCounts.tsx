import { chakra, useSlotRecipe } from '@chakra-ui/react'
import { tileRecipe } from '#pwa/ui/recipes/tile.ts'
import { formatMinutes } from '../../kit/format/dates.ts'

interface Props {
  of: { appeared: number; invitation_sent: number; total_submissions: number; duration: number }
}

/** How many were invited to a drive or an assessment and came, and how long it takes. */
export function TileCounts({ of }: Props) {
  const styles = useSlotRecipe({ recipe: tileRecipe })()
  const counts = [
    ['Appeared', of.appeared],
    ['Invitation', of.invitation_sent],
    ['Submissions', of.total_submissions],
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
