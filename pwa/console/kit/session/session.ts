import { consoleTexts } from '#contract/consoleTexts.ts'
import type { SessionView } from '#contract/views/account.ts'

/** The console's own keys in local storage; the names are the specification's. Nothing else is ever cleared. */
export const staffSessionKeys = {
  accessToken: 'accessToken',
  tokenType: 'tokenType',
  client: 'client',
  expiry: 'expiry',
  uid: 'uid',
  userDetails: 'userDetails',
  /** Which organization a super admin edits. */
  organizationId: 'organizationId',
} as const

export interface Session {
  accessToken: string
  tokenType: string
  client: string
  expiry: string
  uid: string
  user: SessionView
}

const headerNames = {
  accessToken: 'access-token',
  tokenType: 'token-type',
  client: 'client',
  expiry: 'expiry',
  uid: 'uid',
} as const
const fields = ['accessToken', 'tokenType', 'client', 'expiry', 'uid'] as const

/** The five headers that every call of the staff carries. */
export const headersOf = (session: Session): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [headerNames[field], session[field]]))

/** The session a sign-in answered; null where a header is missing. */
export function sessionFrom(headers: Headers, user: SessionView): Session | null {
  const [accessToken, tokenType, client, expiry, uid] = fields.map((field) => headers.get(headerNames[field]))
  if (!accessToken || !tokenType || !client || !expiry || !uid) return null
  return { accessToken, tokenType, client, expiry, uid, user }
}

function isUser(value: unknown): value is SessionView {
  return (
    typeof value === 'object' &&
    value !== null &&
    'role' in value &&
    (value.role === 'Admin' || value.role === 'SuperAdmin')
  )
}

/** The session in the storage, or null if it holds no whole one. */
export function readStaffSession(storage: Pick<Storage, 'getItem'>): Session | null {
  const [accessToken, tokenType, client, expiry, uid] = fields.map((field) =>
    storage.getItem(staffSessionKeys[field]),
  )
  if (!accessToken || !client || !uid) return null
  try {
    const user: unknown = JSON.parse(storage.getItem(staffSessionKeys.userDetails) ?? '')
    if (!isUser(user)) return null
    return { accessToken, tokenType: tokenType ?? 'Bearer', client, expiry: expiry ?? '', uid, user }
  } catch {
    return null
  }
}

export function writeStaffSession(storage: Pick<Storage, 'setItem'>, session: Session): void {
  for (const field of fields) storage.setItem(staffSessionKeys[field], session[field])
  storage.setItem(staffSessionKeys.userDetails, JSON.stringify(session.user))
}

/** Clears the console's keys and nothing of a test that runs on the same computer. */
export function clearStaffSession(storage: Pick<Storage, 'removeItem'>): void {
  for (const key of Object.values(staffSessionKeys)) storage.removeItem(key)
}

export const fullName = (user: Pick<SessionView, 'first_name' | 'last_name'>): string =>
  [user.first_name, user.last_name].filter(Boolean).join(' ') || consoleTexts.superAdmin
