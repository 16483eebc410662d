/** A statement as one runs over it in a list: its words without the signs that format them. */
export const plainWords = (markdown: string): string =>
  markdown
    .replace(/^```.*$/gm, ' ')
    .replace(/^#{1,6}\s+|^>\s?/gm, '')
    .replace(/\*\*|__|`|\$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
