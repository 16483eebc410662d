import { onOneLine } from '../address.ts'
import type { Attachment, Letter } from '../message.ts'
import type { Block } from './blocks.ts'
import { toHtml } from './html.ts'
import { toText } from './text.ts'

const LONGEST_SUBJECT = 150

/** A letter of these blocks, as text and as HTML. */
export function letter(
  subject: string,
  blocks: readonly Block[],
  attachments: readonly Attachment[] = [],
): Letter {
  const title = onOneLine(subject, LONGEST_SUBJECT)
  return {
    subject: title,
    text: toText(blocks),
    html: toHtml(title, blocks),
    attachments: [...attachments],
  }
}
