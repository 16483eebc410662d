import { marked } from 'marked'

/** Markdown as authors write it, to HTML that is not safe yet: whoever shows it cleans it last. */
export type Parse = (text: string) => string

export const parsePlain: Parse = (text) => marked.parse(text, { async: false, gfm: true, breaks: false })

/** Mathematics stands between dollar signs; without one its renderer is never loaded. */
export const mayHoldMath = (text: string): boolean => text.includes('$')

let loading: Promise<Parse> | null = null

/** The parser that sets mathematics too; where it does not come through, the formulas stay as they were written. */
export function loadMathParser(): Promise<Parse> {
  loading ??= import('./mathParser.ts').then(
    ({ parseWithMath }) => parseWithMath,
    () => {
      loading = null
      return parsePlain
    },
  )
  return loading
}
