import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { hashPassword } from '#api/auth/password.ts'
import { insertUser } from '#db/queries/authoring.ts'
import { type Answer, type Organization, PASSWORD, type TestApp, waitFor } from '../../factories/index.ts'

/** What the tests of accounts share. */

/** The answer without what differs each time. */
export function said(answer: Answer) {
  const { request_id: _, ...body } = (answer.json ?? {}) as Record<string, unknown>
  return { status: answer.status, body }
}

/** The token of the newest link of a kind that an address was given, as the mail would carry it. */
export async function tokenOf(app: TestApp, kind: string, email: string): Promise<string> {
  const [row] = await app.rows<{ ref: string }>(
    'SELECT ref FROM account_tokens WHERE kind = ? AND email = ? ORDER BY id DESC LIMIT 1',
    kind,
    email,
  )
  if (!row) throw new Error(`${email} has no link of the kind ${kind}`)
  return app.ctx.keys.accountToken(kind, row.ref)
}

/** Mails that wait for an address, by kind. */
export const queuedFor = async (app: TestApp, email: string): Promise<string[]> =>
  (await app.rows<{ kind: string }>('SELECT kind FROM mails WHERE recipient = ? ORDER BY id', email)).map(
    (row) => row.kind,
  )

/** Another admin of an organization; signs in with the factories' password. */
export async function addAdmin(app: TestApp, org: Pick<Organization, 'id'>, name: string) {
  const email = `${name}@staff.example`
  const password_hash = await hashPassword(PASSWORD)
  const now = app.ctx.now()
  const id = await app.ctx.db.write((tx) =>
    insertUser(tx, {
      organization_id: org.id,
      email,
      email_key: email,
      first_name: name,
      last_name: 'Berg',
      role: 'Admin',
      password_hash,
      invitation_accepted: true,
      created_at: now,
      updated_at: now,
    }),
  )
  return { id, email, password: PASSWORD }
}

/** The mails that were written into the data directory, once there are so many; oldest first. */
export const writtenMails = (app: TestApp, n: number) =>
  waitFor(`${n} mails`, async () => {
    const folder = join(app.data, 'mail')
    const files = safeList(folder).filter((name) => name.endsWith('.eml'))
    if (files.length < n) return null
    return Promise.all(files.toSorted().map((name) => PostalMime.parse(readFileSync(join(folder, name)))))
  })

function safeList(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
