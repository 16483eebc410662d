/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, content: Blob | string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after the click; then nothing holds it any more.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
