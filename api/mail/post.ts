import {
  type MailRow,
  releaseMails,
  renewMail,
  setMailRefused,
  setMailSent,
  setMailWaiting,
  takeMail,
} from '#db/queries/mails.ts'
import type { Context } from '../context.ts'
import { formatErrorLine } from '../kit/formatError.ts'
import { PollLoop } from '../kit/pollLoop.ts'
import { onOneLine } from './address.ts'
import { MAX_DEFERRALS, pauseAfter, waitAfter } from './retry.ts'
import { MailError } from './transport/transport.ts'

type Parts = Pick<Context, 'db' | 'now' | 'log' | 'mailTransport' | 'meters'>

/** Makes a mail from its row and hands it over; `base` is where people reach this installation. @throws MailError */
type SendMail = (mail: MailRow, how: { base: string; signal: AbortSignal }) => Promise<void>

const LEASE_MS = 180_000
const SEND_LIMIT_MS = 120_000
const SLOTS = 4
const GRACE_MS = 2_000

/**
 * Takes mails from their rows and sends them, a few at once. Taken rows are leased and renewed, and at the next start
 * what was taken waits again: a mail is sent at least once. A crash between the server's answer and the mark in the
 * row sends it twice, with the same Message-ID; it is never lost. While the mail server takes nothing at all, one mail
 * at a time is tried, ever more rarely, and none is given up for it.
 */
export class MailPost {
  readonly #parts: Parts
  readonly #sendMail: SendMail
  readonly #sending = new Map<number, Promise<void>>()
  readonly #closing = new AbortController()
  readonly #due: PollLoop
  #base = ''
  /** Times in a row that the server took nothing. */
  #failures = 0
  #pausedUntil = 0

  constructor(parts: Parts, sendMail: SendMail) {
    this.#parts = parts
    this.#sendMail = sendMail
    this.#due = new PollLoop(
      () => this.#fill(),
      (error) => parts.log.warn({ error: formatErrorLine(error) }, 'no mail could be taken'),
    )
  }

  /** @param base where people reach this installation: links are made with it */
  async start(base: string): Promise<void> {
    this.#base = base
    await this.#parts.db.write((tx) => releaseMails(tx))
    this.#due.start()
  }

  /** Looks for mails that are due; cheap when there are none. */
  wake(): void {
    void this.#due.wake()
  }

  async #fill(): Promise<void> {
    const { db, now } = this.#parts
    // Links cannot be made before it is known where people reach this installation.
    if (this.#base === '') return
    while (!this.#due.closed && this.#sending.size < this.#slots() && now() >= this.#pausedUntil) {
      const mail = await db.write((tx) => takeMail(tx, { now: now(), leaseMs: LEASE_MS }))
      if (!mail) return
      // The clock leapt over its lease, as after a machine's sleep; taking it has renewed that.
      if (this.#sending.has(mail.id)) continue
      const work = this.#send(mail).finally(() => {
        this.#sending.delete(mail.id)
        this.wake()
      })
      this.#sending.set(mail.id, work)
    }
  }

  #slots(): number {
    return this.#failures > 0 ? 1 : SLOTS
  }

  async #send(mail: MailRow): Promise<void> {
    const { db, now, log, mailTransport, meters } = this.#parts
    const renewal = setInterval(() => {
      db.write((tx) => renewMail(tx, mail, now() + LEASE_MS)).catch(() => {})
    }, LEASE_MS / 3)
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(SEND_LIMIT_MS)])
    try {
      await this.#sendMail(mail, { base: this.#base, signal })
      this.#failures = 0
      meters.mailed('sent')
      await db.write((tx) => setMailSent(tx, mail.id, now(), mailTransport.keptHere))
    } catch (error) {
      // Given up at the end of the server: the row stays taken, and the next start releases it.
      if (this.#closing.signal.aborted) return
      await this.#keep(mail, error).catch((kept: unknown) => {
        log.warn(
          { mail: mail.id, error: String(kept) },
          'an email could not be marked; its lease will run out',
        )
      })
    } finally {
      clearInterval(renewal)
    }
  }

  /** Writes down why a mail did not go out, and when it is tried again. */
  async #keep(mail: MailRow, error: unknown): Promise<void> {
    const { db, now, log, meters } = this.#parts
    const kind = error instanceof MailError ? error.kind : 'deferred'
    const words = wordsOf(error)
    const about = { mail: mail.id, kind: mail.kind, tries: mail.tries, error: words }
    if (kind === 'unreachable') {
      meters.mailed(kind)
      if (this.#failures === 0) log.warn(about, 'the mail server takes no mail: mails wait until it does')
      // Those that were under way together find out the same thing together.
      if (now() >= this.#pausedUntil) this.#failures++
      this.#pausedUntil = now() + pauseAfter(this.#failures)
      // One that was tried often waits longer: if it is what breaks the connection, the others still go out.
      const notBefore = now() + pauseAfter(Math.max(this.#failures, mail.tries))
      const wait = { notBefore, reason: words, isDeferral: false }
      await db.write((tx) => setMailWaiting(tx, mail, wait))
      return
    }
    this.#failures = 0
    const deferrals = mail.deferrals + 1
    const isRefused = kind === 'refused' || deferrals >= MAX_DEFERRALS
    meters.mailed(isRefused ? 'refused' : 'deferred')
    if (isRefused) {
      const reason = kind === 'refused' ? words : `Given up after ${deferrals} tries: ${words}`
      log.warn(about, 'a mail was refused')
      await db.write((tx) => setMailRefused(tx, mail, reason))
      return
    }
    log.warn(about, 'a mail will be tried again')
    const wait = { notBefore: now() + waitAfter(deferrals), reason: words, isDeferral: true }
    await db.write((tx) => setMailWaiting(tx, mail, wait))
  }

  /** Stops taking mails and gives those under way a moment; the rest waits in its rows for the next start. */
  async close(): Promise<void> {
    this.#due.close()
    const grace = setTimeout(() => this.#closing.abort(), GRACE_MS)
    await Promise.all(this.#sending.values())
    clearTimeout(grace)
  }
}

/** A long run of such signs could be a token, if a server quotes a link it does not like. */
const TOKEN = /[\w-]{40,}/g

const wordsOf = (error: unknown): string =>
  onOneLine(error instanceof Error ? error.message : String(error), 300).replaceAll(TOKEN, '…')
