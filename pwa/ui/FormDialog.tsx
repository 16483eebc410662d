import { Button, Dialog } from '@chakra-ui/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { DialogShell } from './DialogShell.tsx'
import { Locked } from './Locked.tsx'
import { ServerSays } from './ServerSays.tsx'
import { SteadyButton } from './SteadyButton.tsx'

/**
 * The way out of a dialog that was typed into: Escape and the cross are pressed by accident, so they ask first.
 * @param consequences said below the question
 * @returns what they do, and the question to stand in the dialog
 */
export function useDiscard(
  isDirty: boolean,
  leave: () => void,
  consequences?: string,
): { close: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  return {
    close: () => (isDirty ? setAsking(true) : leave()),
    question: (
      <ConfirmDialog
        isOpen={isAsking}
        title="Discard your changes?"
        action="Discard"
        onConfirm={() => {
          setAsking(false)
          leave()
        }}
        onCancel={() => setAsking(false)}
      >
        {consequences}
      </ConfirmDialog>
    ),
  }
}

interface Props {
  isOpen: boolean
  title: string
  /** The word on the button that does it. */
  action: string
  children: ReactNode
  /** Something was typed: Escape and the cross ask before it is gone. */
  isDirty?: boolean
  isBusy?: boolean
  isActionDisabled?: boolean
  /** The server's refusal that belongs to no field. */
  refusal?: string | undefined
  size?: 'sm' | 'md' | 'lg'
  onSubmit: (event: FormEvent) => void
  onCancel: () => void
}

/** A form over the page: what is typed is kept while it is open; Cancel leaves it, and so do Escape and the cross. */
export function FormDialog(props: Props) {
  const { isOpen, title, action, children, isBusy, isActionDisabled, refusal, size = 'md' } = props
  const { close, question } = useDiscard(props.isDirty ?? false, props.onCancel)
  return (
    <DialogShell
      isOpen={isOpen}
      onClose={close}
      isHeld
      size={size}
      title={title}
      onSubmit={props.onSubmit}
      over={question}
    >
      <Dialog.Body display="grid" gap="4" pt="0">
        <Locked when={isBusy ?? false}>{children}</Locked>
        <ServerSays>{refusal}</ServerSays>
      </Dialog.Body>
      <Dialog.Footer>
        <Button type="button" variant="outline" onClick={props.onCancel}>
          Cancel
        </Button>
        <SteadyButton type="submit" loading={isBusy} loadingText={action} disabled={isActionDisabled}>
          {action}
        </SteadyButton>
      </Dialog.Footer>
    </DialogShell>
  )
}
