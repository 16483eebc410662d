/** 0 is A, 25 is Z, 26 is AA: options as people name them, and the columns of a spreadsheet. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter
}
