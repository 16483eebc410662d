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
