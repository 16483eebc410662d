import { createToaster } from '@chakra-ui/react'
import { consoleTexts } from '#contract/consoleTexts.ts'

/** In the middle: at its ends the head of a page has its way back and its buttons. */
export const toaster = createToaster({ placement: 'top', pauseOnPageIdle: true, overlap: false })

/**
 * Says a fault once: a second toast of the same words while one stands adds nothing.
 * @param description why, below the words
 */
export function toastError(title: string, description?: string): void {
  const id = [title, description].join(' ')
  if (!toaster.isVisible(id)) toaster.create({ id, title, description, type: 'error', closable: true })
}

/** Says that something was done, in the words of the server or of the specification; without a tick where no mail has left. */
export function toastDone(title: string): void {
  const type = title.includes(consoleTexts.notMailed) ? 'warning' : 'success'
  toaster.create({ title, type, closable: true, duration: 5_000 })
}
