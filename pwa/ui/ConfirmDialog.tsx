import { Button, Dialog } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { DialogShell } from './DialogShell.tsx'
import { SteadyButton } from './SteadyButton.tsx'

interface Props {
  isOpen: boolean
  title: ReactNode
  /** The consequences of the action, below the question. */
  children?: ReactNode
  /** The word on the button that does it. */
  action: string
  /** Nothing brings back what it takes away. */
  isDestructive?: boolean
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmDialog({
  isOpen,
  title,
  children,
  action,
  isDestructive,
  isBusy,
  onConfirm,
  onCancel,
}: Props) {
  return (
    <DialogShell role="alertdialog" size="xs" scrolls="whole" isOpen={isOpen} onClose={onCancel} cross={null}>
      <Dialog.Header>
        <Dialog.Title textStyle="lg" overflowWrap="anywhere">
          {title}
        </Dialog.Title>
      </Dialog.Header>
      {children !== undefined && (
        <Dialog.Body pt="0" color="fg.muted">
          {children}
        </Dialog.Body>
      )}
      <Dialog.Footer>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <SteadyButton
          colorPalette={isDestructive ? 'red' : undefined}
          onClick={onConfirm}
          loading={isBusy}
          loadingText={action}
        >
          {action}
        </SteadyButton>
      </Dialog.Footer>
    </DialogShell>
  )
}
