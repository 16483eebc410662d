import { Button } from '@chakra-ui/react'
import { PencilLine, RotateCcw } from 'lucide-react'
import { useDiscard } from '#pwa/ui/FormDialog.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { formatTime } from '../format/dates.ts'

/** Says when a draft was kept on this device last; nothing where none is. */
export const DraftBadge = ({ keptAt }: { keptAt: number | null }) =>
  keptAt !== null && <StateBadge icon={PencilLine}>Draft kept {formatTime(new Date(keptAt))}</StateBadge>

interface DiscardProps {
  /** The form's content afterwards, in words. */
  children: string
  onDiscard: () => void
}

/** Takes back all that was typed, once that was asked: it stands beside other buttons, and nothing brings it back. */
export function DiscardDraft({ children, onDiscard }: DiscardProps) {
  const { close, question } = useDiscard(true, onDiscard, children)
  return (
    <>
      <Button variant="ghost" onClick={close}>
        <RotateCcw aria-hidden />
        Discard draft
      </Button>
      {question}
    </>
  )
}
