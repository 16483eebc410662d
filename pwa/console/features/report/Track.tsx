import { chakra, type SystemStyleObject } from '@chakra-ui/react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  styles: Record<'row' | 'label' | 'labelNote' | 'line', SystemStyleObject>
  icon: LucideIcon
  name: string
  note: string
  children: ReactNode
}

/** One row of the timeline. Its content is drawing; the tables below say the same in words. */
export function Track({ styles, icon: Icon, name, note, children }: Props) {
  return (
    <chakra.div css={styles.row}>
      <chakra.div css={styles.label}>
        <Icon size={16} aria-hidden />
        <span>
          {name}
          <chakra.span css={styles.labelNote}>{note}</chakra.span>
        </span>
      </chakra.div>
      <chakra.div css={styles.line} aria-hidden>
        {children}
      </chakra.div>
    </chakra.div>
  )
}
