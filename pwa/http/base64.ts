/** @throws DOMException where it is no base64 */
export const bytesOfBase64 = (base64: string) =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
