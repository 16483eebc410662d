import { Button, Dialog, Portal } from '@chakra-ui/react'

interface Props {
  isOpen: boolean
  title: string
  /** The word on the button that does it. */
  action: string
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmDialog({ isOpen, title, action, isBusy, onConfirm, onCancel }: Props) {
  return (
    <Dialog.Root
      role="alertdialog"
      size="xs"
      placement="center"
      open={isOpen}
      onOpenChange={(to) => !to.open && onCancel()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title textStyle="lg">{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Footer>
              <Button variant="outline" onClick={onCancel}>
                Cancel
              </Button>
              <Button onClick={onConfirm} loading={isBusy} loadingText={action}>
                {action}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
