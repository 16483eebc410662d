import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { hashPassword } from '#api/auth/password.ts'
import { type CallName, paths, urlOf } from '#contract/paths.ts'
import { insertUser } from '#db/queries/users.ts'
import {
  type Answer,
  type CallInput,
  call,
  type Organization,
  PASSWORD,
  type TestApp,
  toAnswer,
  waitFor,
} from '../../factories/index.ts'

/** Shared by the tests of accounts. */

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

/** Sends a file as a form of the browser would; without one a form of fields alone. */
export async function upload(
  app: TestApp,
  name: CallName,
  headers: Record<string, string>,
  file: NonNullable<CallInput['file']> | null,
  body: Record<string, string> = {},
): Promise<Answer> {
  if (file) return call(app.send, name, { file, body, headers })
  const form = new FormData()
  for (const [field, value] of Object.entries(body)) form.set(field, value)
  return toAnswer(await app.send(urlOf(name), { method: paths[name][0], headers, body: form }))
}

/** A file that a call answers, as its text. */
export async function fileOf(
  app: TestApp,
  name: CallName,
  headers: Record<string, string>,
  query: Record<string, string> = {},
): Promise<{ text: string; bytes: Uint8Array; headers: Headers; status: number }> {
  const response = await app.send(urlOf(name, {}, query), { headers })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return { text, bytes, headers: response.headers, status: response.status }
}
