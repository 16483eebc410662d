import { chakra, useSlotRecipe } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { stateBadgeRecipe } from './recipes/stateBadge.ts'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'quiet'

interface Props {
  icon: LucideIcon
  tone?: Tone
  /** Without its ground, for table cells. */
  bare?: boolean
  children: ReactNode
}

export function StateBadge({ icon: Icon, tone = 'quiet', bare = false, children }: Props) {
  const styles = useSlotRecipe({ recipe: stateBadgeRecipe })({ tone, bare })
  return (
    <chakra.span css={styles.root}>
      <chakra.span css={styles.shape} asChild>
        <Icon aria-hidden />
      </chakra.span>
      {children}
    </chakra.span>
  )
}
