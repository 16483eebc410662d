import { createTransport, type NodemailerError } from 'nodemailer'
import type { Message } from '../message.ts'
import { envelopeOf } from './envelope.ts'
import { mailErrorOf } from './mailError.ts'
import { MailError, type MailHealth, type MailTransport } from './transport.ts'

export interface SmtpTimes {
  /** Until there is a connection, and then until the server greets. */
  connectMs: number
  /** Without a word of the server. */
  silenceMs: number
  /** How long /readyz waits for the server. */
  healthMs: number
  /** How long an answer about the server's health holds. */
  healthHoldsMs: number
}

const TIMES: SmtpTimes = { connectMs: 10_000, silenceMs: 60_000, healthMs: 3_000, healthHoldsMs: 15_000 }

/** Hands mails to the server of SMTP_URL, a connection each. */
export function smtpTransport(
  smtpUrl: string,
  now: () => number,
  times: Partial<SmtpTimes> = {},
): MailTransport {
  const { connectMs, silenceMs, healthMs, healthHoldsMs } = { ...TIMES, ...times }
  const url = new URL(smtpUrl)
  const server = url.port ? `${url.hostname}:${url.port}` : url.hostname
  const mailer = createTransport({
    // A password goes over a line that is encrypted, unless the address itself says otherwise.
    requireTLS: url.password !== '' && !isLocal(url.hostname),
    url: smtpUrl,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    dnsTimeout: connectMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const look = async (): Promise<MailHealth> => {
    const late = new Promise<string>((resolve) => {
      setTimeout(() => resolve('silent'), healthMs).unref()
    })
    const answer = mailer.verify().then(
      () => null,
      (error: NodemailerError) => error.originalCode ?? error.code ?? 'an odd answer',
    )
    const fault = await Promise.race([answer, late])
    if (fault === null) return { ok: true, detail: 'The mail server answers' }
    return {
      ok: false,
      detail: `The mail server is not responding properly (${fault}): emails wait until it does`,
      fault,
    }
  }
  let seen: { at: number; answer: ReturnType<typeof look> } | null = null
  return {
    where: `by ${server}`,
    async send(message: Message, signal: AbortSignal) {
      const sent = await mailer
        .sendMail({ ...envelopeOf(message), signal })
        .catch((error: NodemailerError) => {
          throw mailErrorOf(error)
        })
      if (sent.accepted.length === 0)
        throw new MailError('deferred', 'The mail server accepted no recipient.')
    },
    health() {
      if (!seen || now() - seen.at >= healthHoldsMs) seen = { at: now(), answer: look() }
      return seen.answer
    },
  }
}

const isLocal = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host)
