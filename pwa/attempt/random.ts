/** Random url-safe text of so many bytes. */
export function randomText(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes))
  let text = ''
  for (const value of values) text += String.fromCharCode(value)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Randomness for the sync core. */
export const deviceRandom = { number: () => Math.random(), text: () => randomText(16) }

/** This page load. */
export const bootId: string = randomText(12)
