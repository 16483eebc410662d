import katex from 'katex'
import { Marked, type Tokens } from 'marked'
import type { Parse } from './parse.ts'

/**
 * Markdown with `$…$` in a line and `$$…$$` on its own, set as MathML: browsers draw it with their own fonts, and it
 * needs no style that a page's policy would have to allow. As in other editors a dollar sign opens a formula only
 * before a letter, and closes none before a digit: prices stay prices.
 */

const INLINE = /^\$\$([^$]+?)\$\$|^\$((?:\\.|[^\\$\s])(?:(?:\\.|[^\\$\n])*?(?:\\.|[^\\$\s]))?)\$(?!\d)/
const BLOCK = /^ {0,3}\$\$([^$]+)\$\$[^\S\n]*(?:\n|$)/

/** The written form beside each formula would be shown as text by whoever drops the element round it. */
const WRITTEN = /<annotation[^>]*>[\s\S]*?<\/annotation>|<\/?semantics>/g

interface MathToken extends Tokens.Generic {
  text: string
  isBlock: boolean
}

function htmlOf(token: Tokens.Generic): string {
  const { text, isBlock } = token as MathToken
  const html = katex.renderToString(text, {
    output: 'mathml',
    displayMode: isBlock,
    throwOnError: false,
    strict: 'ignore',
    trust: false,
    maxExpand: 200,
    maxSize: 20,
  })
  const math = html.replace(WRITTEN, '')
  return isBlock ? `<p>${math}</p>\n` : math
}

const withMath = new Marked({
  gfm: true,
  breaks: false,
  extensions: [
    {
      name: 'blockMath',
      level: 'block',
      start: (src) => src.match(/(?:^|\n) {0,3}\$\$/)?.index,
      tokenizer(src) {
        const found = BLOCK.exec(src)
        if (!found) return undefined
        return { type: 'blockMath', raw: found[0], text: (found[1] ?? '').trim(), isBlock: true }
      },
      renderer: htmlOf,
    },
    {
      name: 'math',
      level: 'inline',
      start: (src) => {
        const at = src.indexOf('$')
        return at < 0 ? undefined : at
      },
      tokenizer(src) {
        const found = INLINE.exec(src)
        if (!found) return undefined
        return { type: 'math', raw: found[0], text: found[1] ?? found[2] ?? '', isBlock: false }
      },
      renderer: htmlOf,
    },
  ],
})

export const parseWithMath: Parse = (text) => withMath.parse(text, { async: false })
