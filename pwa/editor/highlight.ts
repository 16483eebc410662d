import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/**
 * Colours of what is worth finding: words of the language, texts, numbers, functions, types, comments. Names, operators and
 * brackets keep the colour of the page: each word with a colour of its own is an element more to be laid out and painted at
 * every key.
 */
export const syntaxColours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self], color: '#c98fe6' },
    { tag: [tags.string, tags.inserted], color: '#98c379' },
    { tag: [tags.special(tags.string), tags.regexp, tags.escape], color: '#56b6c2' },
    { tag: [tags.number, tags.atom, tags.bool, tags.null], color: '#d19a66' },
    {
      tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))],
      color: '#61afef',
    },
    { tag: [tags.typeName, tags.className, tags.namespace, tags.annotation, tags.meta], color: '#e5c07b' },
    { tag: tags.comment, color: '#8791a1' },
    { tag: [tags.invalid, tags.deleted], color: '#ff9a93' },
  ]),
)
