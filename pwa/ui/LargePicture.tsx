import { Button, chakra, Dialog, HStack } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { DialogShell } from './DialogShell.tsx'

export interface Shown {
  src: string
  /** The picture's content in words. */
  alt: string
}

interface Props {
  /** One, or all that stand beside it. */
  pictures: readonly Shown[]
  /** Which of them is open; null: none. */
  at: number | null
  onMove: (at: number | null) => void
  /** Told of one whose file could not be loaded. */
  onBroken?: (src: string) => void
}

/**
 * A picture as large as the window allows, and the way to those before and after it, also by the arrow keys. Escape closes
 * it, and the focus goes back to what opened it.
 */
export function LargePicture({ pictures, at, onMove, onBroken }: Props) {
  // While it closes the last one still stands there.
  const [last, setLast] = useState(at)
  if (at !== null && at !== last) setLast(at)
  const shown = pictures[at ?? last ?? 0]
  const go = (by: number): void => {
    if (at !== null && pictures[at + by]) onMove(at + by)
  }
  const byKey = ({ key }: KeyboardEvent): void => {
    if (key === 'ArrowLeft') go(-1)
    if (key === 'ArrowRight') go(1)
  }
  return (
    <DialogShell
      size="xl"
      scrolls="whole"
      isOpen={at !== null}
      onClose={() => onMove(null)}
      onKeyDown={byKey}
    >
      <Dialog.Header>
        <Dialog.Title textStyle="lg" truncate pe="8">
          {shown?.alt}
        </Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pt="0" pb={pictures.length > 1 ? '3' : '6'}>
        <chakra.img
          src={shown?.src}
          alt={shown?.alt}
          width="full"
          maxH="75dvh"
          objectFit="contain"
          bg="white"
          onError={() => shown && onBroken?.(shown.src)}
        />
      </Dialog.Body>
      {at !== null && pictures.length > 1 && (
        <Dialog.Footer pt="0" justifyContent="center">
          <HStack gap="3" textStyle="sm">
            <Step name="Previous picture" isThere={at > 0} onStep={() => go(-1)}>
              <ChevronLeft aria-hidden />
            </Step>
            <chakra.span role="status" fontVariantNumeric="tabular-nums">
              {at + 1} of {pictures.length}
            </chakra.span>
            <Step name="Next picture" isThere={at < pictures.length - 1} onStep={() => go(1)}>
              <ChevronRight aria-hidden />
            </Step>
          </HStack>
        </Dialog.Footer>
      )}
    </DialogShell>
  )
}

interface StepProps {
  name: string
  isThere: boolean
  onStep: () => void
  children: ReactNode
}

/** At an end it does nothing, and keeps the focus. */
const Step = ({ name, isThere, onStep, children }: StepProps) => (
  <Button
    variant="ghost"
    px="0"
    aria-label={name}
    title={name}
    aria-disabled={!isThere || undefined}
    onClick={onStep}
  >
    {children}
  </Button>
)
