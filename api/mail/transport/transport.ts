import type { Message } from '../message.ts'

/** Whether mails can be handed over, in words, with the fault's name where there is one. */
export interface MailHealth {
  ok: boolean
  detail: string
  fault?: string
}

/** The way mails leave: a mail server, or a folder. */
export interface MailTransport {
  /** In words, for whoever starts the server; holds no password. */
  readonly where: string
  /** The words for staff about a mail, if mails reach nobody's mailbox. */
  readonly keptHere?: string
  /**
   * Hands one mail over; resolves when it is taken over for good.
   * @throws MailError
   */
  send(message: Message, signal: AbortSignal): Promise<void>
  /** Removes what is kept here of a mail that was sent; a mail server has its own. */
  forget?(mail: { id: number; date: Date }): Promise<void>
  /** Whether mails can be handed over now, in words that anybody may read; never rejects, and answers within a few seconds. */
  health(): Promise<MailHealth>
}

/**
 * Why a mail did not go out. `refused`: never will, by what the server or its address says. `deferred`: the server
 * wants this mail later. `unreachable`: the server takes no mail at all now; this one is not at fault.
 */
export class MailError extends Error {
  readonly kind: 'refused' | 'deferred' | 'unreachable'

  constructor(kind: MailError['kind'], words: string) {
    super(words)
    this.kind = kind
  }
}
