import { Button, Dialog } from '@chakra-ui/react'
import type { FormEvent, ReactNode } from 'react'
import { DialogShell } from './DialogShell.tsx'
import { Locked } from './Locked.tsx'
import { ServerSays } from './ServerSays.tsx'
import { SteadyButton } from './SteadyButton.tsx'
import { useDiscard } from './useDiscard.tsx'

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
