import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/Button.tsx'

interface PaneHeadProps {
  /** 'Problem' or 'Question' */
  noun: string
  index: number
  total: number
  onStep: (by: -1 | 1) => void
  children?: ReactNode
}

export function PaneHead({ noun, index, total, onStep, children }: PaneHeadProps) {
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
  const name = noun.toLowerCase()
  return (
    <div className="pane-head">
      <IconButton
        size="small"
        variant="plain"
        label={`Previous ${name}`}
        icon={<ChevronLeft {...icon} />}
        disabledReason={index === 0 ? `This is the first ${name}` : undefined}
        onClick={() => onStep(-1)}
      />
      <IconButton
        size="small"
        variant="plain"
        label={`Next ${name}`}
        icon={<ChevronRight {...icon} />}
        disabledReason={index + 1 >= total ? `This is the last ${name}` : undefined}
        onClick={() => onStep(1)}
      />
      <strong className="pane-count tabular">
        {noun} {index + 1}/{total}
      </strong>
      {children}
    </div>
  )
}
