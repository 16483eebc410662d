import { RESCUE_MAX_BYTES } from '#contract/rescue.ts'

/** A page that was not opened over https has no encryption, and so no rescue file. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined

/**
 * Why there is no rescue file, for whoever wants one; null where there is.
 * @param isTooLarge the server would not take it
 */
export function whyNoFile(isTooLarge: boolean): string | null {
  if (!canEncrypt())
    return 'This page was not opened over https, so the browser cannot make a rescue file here.'
  return isTooLarge
    ? `A rescue file would be larger than the ${RESCUE_MAX_BYTES / 1_000_000} MB that the server takes, so none was made.`
    : null
}

/** The way to take the work out of a browser that cannot send it, as its button says. */
export const takeOut = (): string =>
  canEncrypt() ? 'download the rescue file' : 'copy your work or download it as text'
