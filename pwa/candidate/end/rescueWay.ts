/** A page that was not opened over https has no encryption, and so no rescue file. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined

/** What takes the work out of a browser that cannot send it, as its button says. */
export const takeOut = (): string =>
  canSeal() ? 'download the rescue file' : 'copy your work or download it as text'
