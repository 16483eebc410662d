/** What the server says beyond how many are in: that they stood there already, which encoding was guessed. */
export const remarkOf = (message: string | undefined): string =>
  message?.replace(/^.*?imported successfully\.?/s, '').trim() ?? ''
