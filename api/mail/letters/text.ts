import { onOneLine } from '../address.ts'
import type { Block } from './blocks.ts'

const LONGEST_LINE = 2_000

/** The plain text of a mail. Values stay on their line: none can begin one that looks like ours. */
export const toText = (blocks: readonly Block[]): string => `${blocks.map(blockText).join('\n\n')}\n`

const line = (text: string): string => onOneLine(text, LONGEST_LINE)

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return line(block.text)
    case 'facts':
      return block.facts.map(([label, value]) => `${line(label)}: ${line(value)}`).join('\n')
    case 'link':
      return `${line(block.label)}:\n${block.url}`
    case 'table':
      return block.rows.map((row) => rowText(block.head, row)).join('\n')
  }
}

/** `First cell: Second 12, Third x`: rows of text that need no fixed width. */
function rowText(head: readonly string[], row: readonly string[]): string {
  const rest = row.slice(1).map((cell, i) => `${line(head[i + 1] ?? '')} ${line(cell)}`)
  return `- ${line(row[0] ?? '')}: ${rest.join(', ')}`
}
