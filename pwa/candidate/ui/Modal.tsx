import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Announcer } from './Announcer.tsx'
import './modal.css'

interface ModalProps {
  title: string
  children: ReactNode
  /** The buttons, the safe one first. */
  actions?: ReactNode
  /** Absent where nobody may leave it unanswered: a static modal. */
  onClose?: () => void
  /** For what is spoken at once. */
  alert?: boolean
  wide?: boolean
}

/** A native dialog: the browser keeps focus inside and everything behind it inert. */
export function Modal({ title, children, actions, onClose, alert = false, wide = false }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useId()

  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    if (dialog && !dialog.open) dialog.showModal()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose?.()
  }

  return (
    <dialog
      ref={ref}
      className={wide ? 'modal is-wide' : 'modal'}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={heading}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <h2 id={heading}>{title}</h2>
      <div className="modal-body">{children}</div>
      <Announcer />
      {actions && <div className="modal-actions">{actions}</div>}
    </dialog>
  )
}
