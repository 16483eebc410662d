import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { waitFor } from '../../factories/wait.ts'
import type { TestServer } from './server.ts'

/** The newest mail to an address, once it was written into the data directory. */
export const mailTo = (server: TestServer, address: string, subject: RegExp): Promise<Email> =>
  waitFor(`a mail to ${address}`, async () => {
    for (const name of written(server).toReversed()) {
      const mail = await PostalMime.parse(readFileSync(join(server.data, 'mail', name)))
      if (mail.to?.[0]?.address === address && subject.test(mail.subject ?? '')) return mail
    }
    return null
  })

/** @throws where the mail has no such link */
export function linkIn(mail: Email, path: string): string {
  const link = new RegExp(`https?://\\S+${path}/[\\w-]{43}\\S*`).exec(mail.text ?? '')?.[0]
  if (!link) throw new Error(`${mail.subject} has no link to ${path}`)
  return link
}

function written(server: TestServer): string[] {
  try {
    return readdirSync(join(server.data, 'mail'))
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
  } catch {
    return []
  }
}
