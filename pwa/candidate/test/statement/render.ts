import DOMPurify from 'dompurify'
import { marked } from 'marked'

/**
 * Markdown to safe nodes. Links lose their address: following one would leave the test's window. Styles, forms
 * and frames never come through.
 */
export function renderMarkdown(text: string): DocumentFragment {
  const html = marked.parse(text, { async: false, gfm: true, breaks: false })
  const nodes = DOMPurify.sanitize(html, {
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
  return nodes
}
