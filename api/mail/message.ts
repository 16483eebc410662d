import type { Mailbox } from './address.ts'

export interface Attachment {
  filename: string
  contentType: string
  content: string | Buffer
}

/** A template's result: everything of a mail but its addresses. */
export interface Letter {
  subject: string
  text: string
  html: string
  attachments: Attachment[]
}

/** A mail as it is handed to the transport. */
export interface Message extends Letter {
  /** The same at every try, so that one that came twice can be recognised. */
  messageId: string
  from: Mailbox
  to: string
  replyTo: Mailbox | null
  date: Date
}
