/** A pattern for LIKE … ESCAPE '\' that finds the text as it is: LIKE's own signs are searched for, not obeyed. */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
