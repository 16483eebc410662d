import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
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
  /**
   * Set if it is opened from inside something that a click acts on, as an option's label: it stands outside of that,
   * and keeps its events to itself, because React hands them on to the parent in its own tree wherever the element
   * stands.
   */
  apart?: boolean
}

const stop = (event: SyntheticEvent) => event.stopPropagation()

/** A native dialog: the browser keeps focus inside and everything behind it inert. */
export function Modal(props: ModalProps) {
  const { title, children, actions, onClose, alert = false, wide = false, apart = false } = props
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
    if (apart) stop(event)
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose?.()
  }

  const dialog = (
    <dialog
      ref={ref}
      className={wide ? 'modal is-wide' : 'modal'}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={heading}
      onCancel={(event) => event.preventDefault()}
      onClick={apart ? stop : undefined}
      onKeyDown={onKeyDown}
    >
      <h2 id={heading}>{title}</h2>
      <div className="modal-body">{children}</div>
      <Announcer />
      {actions && <div className="modal-actions">{actions}</div>}
    </dialog>
  )
  return apart ? createPortal(dialog, document.body) : dialog
}
