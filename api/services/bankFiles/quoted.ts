/** So much of a value tells which one is meant. */
const MOST = 80

/** The words that an error quotes of a file: cut if they are longer than anybody reads. */
export function quoted(text: string): string {
  // Twice as many units hold as many signs, whatever signs they are.
  const signs = [...text.slice(0, 2 * MOST + 2)]
  return signs.length > MOST ? `${signs.slice(0, MOST).join('')}…` : text
}
