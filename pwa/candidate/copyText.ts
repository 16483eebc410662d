/**
 * Puts a text on the clipboard. Rejects where the browser refuses it, also where it has none to give, as over plain http from
 * another machine.
 */
export const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)
