/** The two ways in which a person's work leaves the browser: as a file, and by the clipboard. */

/** Hands a file to the browser, which puts it where downloads go. */
export function offerFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/**
 * Puts a text on the clipboard; over plain http from another machine, where the browser has none to give, in the way of
 * before there was one. Rejects where the browser refuses it.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  // Whatever is selected on the page: this text goes in its place.
  const give = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    event.clipboardData?.setData('text/plain', text)
  }
  addEventListener('copy', give, { capture: true })
  try {
    if (!document.execCommand('copy')) throw new TypeError('The browser refused the clipboard')
  } finally {
    removeEventListener('copy', give, { capture: true })
  }
}
