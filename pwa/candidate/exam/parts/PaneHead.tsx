import { ChevronLeft, ChevronRight, Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'
import './pane-head.css'

interface PaneHeadProps {
  /** 'Problem' or 'Question' */
  noun: string
  index: number
  total: number
  onStep: (by: -1 | 1) => void
  isFlagged: boolean
  onFlag: () => void
  children?: ReactNode
}

export function PaneHead({ noun, index, total, onStep, isFlagged, onFlag, children }: PaneHeadProps) {
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
      <Button
        variant="quiet"
        size="small"
        icon={<Flag {...icon} size={14} fill={isFlagged ? 'currentColor' : 'none'} />}
        aria-pressed={isFlagged}
        aria-keyshortcuts="Alt+G"
        title={`Flag this ${name} to come back to`}
        onClick={onFlag}
      >
        {isFlagged ? 'Flagged' : 'Flag'}
      </Button>
      {children}
    </div>
  )
}
