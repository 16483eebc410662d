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

/** The name the server gave a file: the one for every alphabet where there is one. */
export function fileNameOf(disposition: string | null, otherwise: string): string {
  const wide = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (wide) return decodeURIComponent(wide)
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? otherwise
}
