import { marked } from 'marked'

/** Markdown as authors write it, to HTML that is not safe yet: whoever shows it cleans it last. */
export type Parse = (text: string) => string

export const parsePlain: Parse = (text) => marked.parse(text, { async: false, gfm: true, breaks: false })
