import DOMPurify from 'dompurify'
import { EXAMPLE_PAIR } from './examples.ts'

export { bringsExample } from './examples.ts'

import { type Parse, parsePlain } from './parse.ts'

/** Mathematics stands between dollar signs; without one its renderer is never loaded. */
export const mayHoldMath = (text: string): boolean => text.includes('$')

let loading: Promise<Parse> | null = null

/** The parser that sets mathematics too; where it does not come through, the formulas stay as they were written. */
function loadMathParser(): Promise<Parse> {
  loading ??= import('./mathParser.ts').then(
    ({ parseWithMath }) => parseWithMath,
    () => {
      loading = null
      return parsePlain
    },
  )
  return loading
}

const signed = (text: string, url: string): string => text.replaceAll(url.replace(/\?.*/, ''), url)

/**
 * Markdown with mathematics to safe nodes, for the test and for every page of the console that shows it. Links lose
 * their address: following one would leave the test's window. Styles, forms and frames never come through.
 * @param pictures signed addresses of those that the text names without their signatures
 */
export async function renderMarkdown(
  text: string,
  pictures: readonly string[] = [],
): Promise<DocumentFragment> {
  const parse = mayHoldMath(text) ? await loadMathParser() : parsePlain
  const nodes = DOMPurify.sanitize(parse(pictures.reduce(signed, text)), {
    RETURN_DOM_FRAGMENT: true,
    USE_PROFILES: { html: true, mathMl: true },
    FORBID_TAGS: ['a', 'style', 'form', 'input', 'button', 'textarea', 'select', 'video', 'audio', 'dialog'],
    FORBID_ATTR: ['style', 'class', 'id', 'name', 'srcset', 'target', 'tabindex', 'autofocus'],
    ALLOW_DATA_ATTR: false,
  })
  for (const paragraph of nodes.querySelectorAll('p')) {
    // A bold line alone is how authors write a heading.
    const [only, more] = paragraph.childNodes
    if (!more && only instanceof HTMLElement && only.tagName === 'STRONG') paragraph.className = 'is-heading'
  }
  labelExamples(nodes)
  // A block that is wider than its place can be scrolled, by the keyboard as well.
  for (const block of nodes.querySelectorAll('pre')) block.tabIndex = 0
  return nodes
}

/**
 * Under the heading of an example two blocks follow each other: what goes in and what comes out. Authors write them
 * without words; a reader should not have to guess which is which.
 */
function labelExamples(nodes: DocumentFragment): void {
  for (const input of nodes.querySelectorAll('pre')) {
    const output = input.nextElementSibling
    if (output?.tagName !== 'PRE' || !followsExample(input)) continue
    const pair = document.createElement('div')
    pair.className = EXAMPLE_PAIR
    input.before(pair)
    pair.append(labelled('Input', input), labelled('Output', output))
  }
}

function followsExample(block: Element): boolean {
  const before = block.previousElementSibling
  if (before?.matches(`.${EXAMPLE_PAIR}`)) return true
  return before?.matches('h1, h2, h3, h4, h5, h6, .is-heading') === true && EXAMPLE.test(before.textContent)
}

const EXAMPLE = /^\s*(example|sample)/i

function labelled(label: string, block: Element): HTMLElement {
  const figure = document.createElement('figure')
  const caption = document.createElement('figcaption')
  caption.textContent = label
  figure.append(caption, block)
  return figure
}
