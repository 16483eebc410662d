import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Delivered {
  from: string
  to: string[]
  raw: string
  mail: Email
}

type Answer = number | 'cut' | null

/** A real mail server on a port of this machine, whose answers a test decides. */
export interface MailServer {
  url: string
  port: number
  /** The mails it took for good, in order. */
  delivered: Delivered[]
  /** Mails whose text it has, taken for good or not. */
  received: string[]
  /** Passwords it was told. */
  logins: { isEncrypted: boolean }[]
  /** Its words to a recipient, to a text: a status with its words, or null for yes; cut: it breaks the connection. */
  says: { recipient: (address: string) => Answer; text: (raw: string) => Answer; words?: string }
  /** Its answer to a text waits for this. */
  before: Promise<void>
  close(): Promise<void>
}

function fault(status: number, said?: string): Error {
  const words: Record<number, string> = {
    421: '4.3.2 closing',
    451: '4.7.1 Try again later',
    550: '5.1.1 No such user here',
    554: '5.7.1 Looks like spam',
  }
  return Object.assign(new Error(said ?? words[status] ?? 'no'), { responseCode: status })
}

export async function startMailServer(
  options: { port?: number; password?: string; encrypts?: boolean } = {},
): Promise<MailServer> {
  const { password } = options
  const state: Pick<MailServer, 'delivered' | 'received' | 'logins' | 'says' | 'before'> = {
    delivered: [],
    received: [],
    logins: [],
    says: { recipient: () => null, text: () => null },
    before: Promise.resolve(),
  }
  const server = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: [
      ...(password === undefined ? ['AUTH'] : []),
      // With a certificate that nobody signed.
      ...(options.encrypts ? [] : ['STARTTLS']),
    ],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth(auth, session, done) {
      state.logins.push({ isEncrypted: session.secure })
      if (auth.password === password) done(null, { user: auth.username })
      else done(Object.assign(new Error('wrong password'), { responseCode: 535 }))
    },
    onRcptTo(address, _session, done) {
      const answer = state.says.recipient(address.address)
      done(typeof answer === 'number' ? fault(answer) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => void take(Buffer.concat(chunks).toString('utf8')).catch(done))
      async function take(raw: string): Promise<void> {
        state.received.push(raw)
        const answer = state.says.text(raw)
        await state.before
        if (answer === 'cut') return server.connections.forEach((c) => void c.close())
        if (answer !== null) return done(fault(answer, state.says.words))
        const { mailFrom, rcptTo } = session.envelope
        state.delivered.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((r) => r.address),
          raw,
          mail: await PostalMime.parse(raw),
        })
        done(null)
      }
    },
  })
  // A client that goes away in the middle is part of these tests.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const login = password === undefined ? '' : `post:${password}@`
  return Object.assign(state, {
    url: `smtp://${login}127.0.0.1:${port}`,
    port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}
