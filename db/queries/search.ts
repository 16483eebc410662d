/** A pattern for LIKE with ESCAPE '\\' that finds the text anywhere; LIKE's own signs are searched for as they are. */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
