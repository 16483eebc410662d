import { CloseButton, chakra, Dialog, Portal } from '@chakra-ui/react'

interface Props {
  src: string
  /** What is seen on it, in words. */
  alt: string
  isOpen: boolean
  onClose: () => void
}

/** A picture as large as the window allows; Escape closes it, and the focus goes back to what opened it. */
export function LargePicture({ src, alt, isOpen, onClose }: Props) {
  return (
    <Dialog.Root
      size="xl"
      placement="center"
      open={isOpen}
      onOpenChange={({ open }) => !open && onClose()}
      // A page may hold hundreds.
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title textStyle="lg" truncate pe="8">
                {alt}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0" pb="6">
              <chakra.img src={src} alt={alt} width="full" maxH="75dvh" objectFit="contain" bg="white" />
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
