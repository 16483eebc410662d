import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Message } from '../message.ts'
import { envelopeOf } from './envelope.ts'
import { MailError, type MailTransport } from './transport.ts'

/**
 * Writes each mail as an .eml file that mail programs open, for an installation without a mail server. A file stands
 * there whole or not at all, for this account alone: it holds the link.
 */
export function folderTransport(folder: string): MailTransport {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    where: `written to ${folder}`,
    keptHere: 'No mail server is set up: it was not sent, and is kept on this server.',
    async send(message: Message) {
      const { message: content } = await writer.sendMail({
        ...envelopeOf(message),
        text: { raw: unbroken(message.text) },
      })
      if (!Buffer.isBuffer(content)) throw new Error('The mail was not made as one piece')
      await write(folder, fileName(message), content).catch((error: unknown) => {
        throw new MailError('unreachable', `The file could not be written: ${(error as Error).message}`)
      })
    },
    forget: ({ id, date }) => rm(join(folder, nameOf(String(id), date)), { force: true }),
    health: async () => ({ ok: true, detail: 'Mails are written into the data directory' }),
  }
}

/** The text as it is, where a mail server would break its lines: whoever opens the file in an editor copies the link. */
const unbroken = (text: string): string =>
  ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', text].join('\n')

/** By time and id; the same at every try, so that a repeated one takes the place of the first. */
const fileName = ({ date, messageId }: Message): string =>
  nameOf(messageId.slice(1, messageId.indexOf('.')), date)

const nameOf = (id: string, date: Date): string =>
  `${date.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${id.padStart(6, '0')}.eml`

async function write(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const whole = join(folder, name)
  const part = `${whole}.part`
  const file = await open(part, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, whole)
}
