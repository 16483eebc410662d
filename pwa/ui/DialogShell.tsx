import { CloseButton, chakra, Dialog, Portal } from '@chakra-ui/react'
import { type ComponentProps, type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'

type Root = Dialog.RootProps

interface Props {
  isOpen?: boolean
  /** Escape, the cross, and a press beside the dialog unless `isHeld`; without it the dialog is left by its buttons alone. */
  onClose?: () => void
  /** It holds what was typed: a press beside it does not close it. */
  isHeld?: boolean
  role?: 'dialog' | 'alertdialog'
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | 'full'
  placement?: 'center' | 'top'
  /** The part that scrolls when the window is too low: the body, or the dialog as a whole. */
  scrolls?: 'body' | 'whole'
  /** The title of a dialog whose head holds nothing more. */
  title?: ReactNode
  /** The cross at its corner; null: there is none. */
  cross?: ComponentProps<typeof CloseButton> | null
  /** Its parts are those of a form, and laid out as the dialog's own. */
  onSubmit?: (event: FormEvent) => void
  onKeyDown?: (event: KeyboardEvent) => void
  /** Another dialog that opens over it. */
  over?: ReactNode
  children: ReactNode
}

/** The focused element; for a menu's entry, which is gone when the dialog closes, the button that opened the menu. */
function focusedOpener(): Element | null {
  const focused = document.activeElement
  const opensMenu = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return opensMenu ? document.getElementById(opensMenu) : focused
}

/** Which element the dialog was opened from, and gets the focus back. */
function useOpener(isOpen: boolean): () => HTMLElement | null {
  const [opener, setOpener] = useState(isOpen ? focusedOpener : null)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpener(focusedOpener)
  }
  return () =>
    opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : null
}

/**
 * The parts that all dialogs share: the veil over the page, the place on it, the ways out. Head, body and foot are the
 * children; they are made when it opens, and gone when it is closed.
 */
export function DialogShell({
  isOpen = true,
  onClose,
  isHeld = false,
  role = 'dialog',
  size = 'md',
  placement = 'center',
  scrolls = 'body',
  title,
  cross = {},
  onSubmit,
  onKeyDown,
  over,
  children,
}: Props) {
  const opener = useOpener(isOpen)
  const held: Pick<Root, 'closeOnInteractOutside'> = isHeld ? { closeOnInteractOutside: false } : {}
  const parts = (
    <>
      {title !== undefined && (
        <Dialog.Header>
          <Dialog.Title textStyle="lg">{title}</Dialog.Title>
        </Dialog.Header>
      )}
      {children}
      {cross && (
        <Dialog.CloseTrigger asChild>
          <CloseButton size="sm" {...cross} />
        </Dialog.CloseTrigger>
      )}
    </>
  )
  return (
    <Dialog.Root
      role={role}
      size={size}
      placement={placement}
      scrollBehavior={scrolls === 'body' ? 'inside' : 'outside'}
      open={isOpen}
      onOpenChange={(to) => !to.open && onClose?.()}
      finalFocusEl={opener}
      {...held}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px={size === 'full' ? undefined : '4'}>
          <Dialog.Content onKeyDown={onKeyDown}>
            {onSubmit ? (
              <chakra.form display="contents" onSubmit={onSubmit} noValidate>
                {parts}
              </chakra.form>
            ) : (
              parts
            )}
          </Dialog.Content>
          {over}
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
