import { html } from 'hono/html'
import { onOneLine } from '../address.ts'
import type { Block } from './blocks.ts'

type Html = ReturnType<typeof html>

const LONGEST_LINE = 2_000
const line = (text: string): string => onOneLine(text, LONGEST_LINE)

/** Colours stay the reader's own, by day and by night; only the button brings both of its own. */
const cell =
  'padding:4px 16px 4px 0;text-align:left;vertical-align:top;border-bottom:1px solid rgba(128,128,128,.35)'
const styles = {
  body: 'margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
  sheet: 'max-width:560px;margin:0 auto',
  head: cell,
  // An address is broken rather than pushing the columns behind it out of sight.
  cell: `${cell};overflow-wrap:anywhere`,
  button:
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#0f6b5c;color:#ffffff;text-decoration:none',
  note: 'font-size:13px;opacity:.8;overflow-wrap:anywhere',
}

/** The HTML of a mail: no picture, no script, nothing that is fetched. Every value is escaped by the tag itself. */
export function toHtml(title: string, blocks: readonly Block[]): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${line(title)}</title>
</head>
<body style="${styles.body}">
<div style="${styles.sheet}">
${blocks.map(blockHtml)}
</div>
</body>
</html>
`
  if (page instanceof Promise) throw new Error('A mail waits for nothing while it is written')
  return page.toString()
}

function blockHtml(block: Block): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p>${line(block.text)}</p>
`
    case 'note':
      return html`<p style="${styles.note}">${line(block.text)}</p>
`
    case 'facts':
      return html`<table role="presentation" cellspacing="0">${block.facts.map(
        ([
          label,
          value,
        ]) => html`<tr><th style="${styles.head}">${line(label)}</th><td style="${styles.cell}">${line(value)}</td></tr>
`,
      )}</table>
`
    case 'link':
      return html`<p><a href="${block.url}" style="${styles.button}">${line(block.label)}</a></p>
<p style="${styles.note}">${block.url}</p>
`
    case 'table':
      return html`<table cellspacing="0"><tr>${block.head.map((cell) => html`<th style="${styles.head}">${line(cell)}</th>`)}</tr>
${block.rows.map(
  (row) => html`<tr>${row.map((cell) => html`<td style="${styles.cell}">${line(cell)}</td>`)}</tr>
`,
)}</table>
`
  }
}
