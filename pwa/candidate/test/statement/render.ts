import DOMPurify from 'dompurify'
import { marked } from 'marked'

/**
 * Markdown to safe nodes. Links lose their address: following one would leave the test's window. Styles, forms
 * and frames never come through.
 */
export function renderMarkdown(text: string): DocumentFragment {
  const html = marked.parse(text, { async: false, gfm: true, breaks: false })
  return DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    USE_PROFILES: { html: true, mathMl: true },
    FORBID_TAGS: ['a', 'style', 'form', 'input', 'button', 'textarea', 'select', 'video', 'audio', 'dialog'],
    FORBID_ATTR: ['style', 'class', 'id', 'name', 'srcset', 'target', 'tabindex', 'autofocus'],
    ALLOW_DATA_ATTR: false,
  })
}
