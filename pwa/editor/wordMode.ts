import {
  Decoration,
  type DecorationSet,
  EditorView,
  type Extension,
  type Range,
  ViewPlugin,
} from '@uiw/react-codemirror'

/** Colours for languages without a grammar here: comments, texts, numbers and keywords, told by their looks, line by line. */

const KEYWORDS = {
  bash: 'if then elif else fi for while until do done case esac in function select return exit local export readonly declare read echo printf shift break continue',
  ruby: 'alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield puts gets',
  lua: 'and break do else elseif end false for function goto if in local nil not or repeat return then true until while',
  php: 'abstract and array as break case catch class const continue default do echo else elseif extends final finally fn for foreach function global if implements interface match namespace new null or private protected public return static switch throw trait try use var while yield true false',
  sql: 'and as asc between by case create cross default delete desc distinct drop else end except exists from full group having if in inner insert intersect into is join key left like limit not null offset on or order outer over partition primary recursive references right select set table then union unique update using values view when where with',
} as const
type WordLanguage = keyof typeof KEYWORDS
export const isWordLanguage = (mode: string): mode is WordLanguage => mode in KEYWORDS

/** A word, a text in quotation marks, a number, or the beginning of a comment. */
const PIECE = /[A-Za-z_]\w*|\d[\w.]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|#|--|\/\//g
const COMMENTS: Readonly<Record<WordLanguage, readonly string[]>> = {
  bash: ['#'],
  ruby: ['#'],
  lua: ['--'],
  php: ['#', '//'],
  sql: ['--'],
}

const marks = {
  comment: Decoration.mark({ class: 'cm-word-comment' }),
  text: Decoration.mark({ class: 'cm-word-text' }),
  number: Decoration.mark({ class: 'cm-word-number' }),
  keyword: Decoration.mark({ class: 'cm-word-keyword' }),
}
const colours = EditorView.baseTheme({
  '.cm-word-comment': { color: '#8791a1' },
  '.cm-word-text': { color: '#98c379' },
  '.cm-word-number': { color: '#d19a66' },
  '.cm-word-keyword': { color: '#c98fe6' },
})

function pieces(line: string, at: number, language: WordLanguage, isKeyword: (word: string) => boolean) {
  const found: Range<Decoration>[] = []
  for (const { 0: piece, index } of line.matchAll(PIECE)) {
    const from = at + index
    if (COMMENTS[language].includes(piece)) {
      found.push(marks.comment.range(from, at + line.length))
      return found
    }
    const kind = /^["']/.test(piece)
      ? 'text'
      : /^\d/.test(piece)
        ? 'number'
        : isKeyword(piece)
          ? 'keyword'
          : null
    if (kind) found.push(marks[kind].range(from, from + piece.length))
  }
  return found
}

export function wordMode(language: WordLanguage): Extension {
  const keywords = new Set(KEYWORDS[language].split(' '))
  // Its keywords are written in either case.
  const isKeyword = (word: string) => keywords.has(language === 'sql' ? word.toLowerCase() : word)
  const decorate = ({ state, visibleRanges }: EditorView): DecorationSet => {
    const found: Range<Decoration>[] = []
    for (const { from, to } of visibleRanges)
      for (let at = from; at <= to; ) {
        const line = state.doc.lineAt(at)
        found.push(...pieces(line.text, line.from, language, isKeyword))
        at = line.to + 1
      }
    return Decoration.set(found)
  }
  const plugin = ViewPlugin.define(
    (view) => ({
      decorations: decorate(view),
      update(update) {
        if (update.docChanged || update.viewportChanged) this.decorations = decorate(update.view)
      },
    }),
    { decorations: ({ decorations }) => decorations },
  )
  return [plugin, colours]
}
