/** The name the server gave a file: the one for every alphabet where there is one. */
export function fileNameOf(disposition: string | null, otherwise: string): string {
  const wide = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (wide) return decodeURIComponent(wide)
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? otherwise
}
