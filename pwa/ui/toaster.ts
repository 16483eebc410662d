import { createToaster } from '@chakra-ui/react'

export const toaster = createToaster({ placement: 'top-end', pauseOnPageIdle: true, overlap: false })

/** Says a fault once: a second toast of the same words while one stands adds nothing. */
export function toastError(title: string): void {
  if (!toaster.isVisible(title)) toaster.create({ id: title, title, type: 'error', closable: true })
}
