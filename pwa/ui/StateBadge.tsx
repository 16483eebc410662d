import { chakra, defineSlotRecipe, useSlotRecipe } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const tone = (fg: string, bg: string) => ({ root: { color: fg, bg } })

/** A state: shape, word, colour, in that order of weight. */
const stateBadgeRecipe = defineSlotRecipe({
  className: 'hf-badge',
  slots: ['root', 'shape'],
  base: {
    root: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1.5',
      px: '2',
      minH: '20px',
      borderRadius: 'l1',
      textStyle: 'xs',
      fontWeight: '500',
      whiteSpace: 'nowrap',
      verticalAlign: 'middle',
    },
    shape: { flexShrink: '0', width: '3.5', height: '3.5' },
  },
  variants: {
    tone: {
      ok: tone('fg.success', 'bg.success'),
      warn: tone('fg.warning', 'bg.warning'),
      bad: tone('fg.error', 'bg.error'),
      info: tone('fg.info', 'bg.info'),
      quiet: tone('fg.muted', 'bg.muted'),
    },
    bare: { true: { root: { bg: 'transparent', px: '0' } } },
  },
  defaultVariants: { tone: 'quiet' },
})

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
