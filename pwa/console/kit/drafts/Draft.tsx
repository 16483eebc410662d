import { Button } from '@chakra-ui/react'
import { PencilLine, RotateCcw } from 'lucide-react'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { formatTime } from '../format/dates.ts'

/** Says when a draft was kept on this device last; nothing where none is. */
export const DraftBadge = ({ keptAt }: { keptAt: number | null }) =>
  keptAt !== null && <StateBadge icon={PencilLine}>Draft kept {formatTime(new Date(keptAt))}</StateBadge>

export const DiscardDraft = ({ onDiscard }: { onDiscard: () => void }) => (
  <Button variant="ghost" onClick={onDiscard}>
    <RotateCcw aria-hidden />
    Discard draft
  </Button>
)
