import type { Queries } from '#db/connect.ts'
import {
  type AccountTokenRow,
  findAccountToken,
  findAccountTokenByRef,
  insertAccountToken,
  voidAccountTokens,
} from '#db/queries/accounts.ts'
import { unknownToken } from '../auth/lookups.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../kit/errors.ts'
import { sha256 } from '../kit/keys.ts'
import { pageLinks } from '../mail/links.ts'
import { queueMail } from '../mail/queue.ts'

const DAY_MS = 86_400_000
const HOLDS_MS = { signup: 7 * DAY_MS, invite: 7 * DAY_MS, reset: 30 * 60_000, first_account: DAY_MS }

type LinkKind = AccountTokenRow['kind']

export interface NewAccountLink {
  /** signup begins an organization, invite joins one, reset leads to a new password, first_account is printed. */
  kind: LinkKind
  /** null: whoever uses the link says it. */
  email: string | null
  organizationId: number | null
  /** The user who waits for a reset or an invitation. */
  userId?: number
  /** The rights that an invitation gives. */
  role?: 'Admin' | 'SuperAdmin'
  isParamAi?: boolean
}

/**
 * Makes a one-time link in the caller's transaction; its token is derived from a random reference and stands nowhere in
 * clear. A new link ends the older ones of its kind.
 * @returns the reference
 */
export async function makeAccountLink(
  ctx: Pick<Context, 'keys' | 'random'>,
  tx: Queries,
  given: NewAccountLink,
  now: number,
): Promise<string> {
  const { kind } = given
  const email = given.email === null ? null : given.email.trim().normalize('NFC').toLowerCase()
  const ref = ctx.random(16)
  // Two organizations may invite one address: each link ends its own.
  const whose = kind === 'invite' && given.userId !== undefined ? { userId: given.userId } : { email }
  await voidAccountTokens(tx, { kind, ...whose }, now)
  await insertAccountToken(tx, {
    kind,
    token_hash: sha256(ctx.keys.accountToken(kind, ref)),
    ref,
    email,
    user_id: given.userId ?? null,
    organization_id: given.organizationId,
    role: given.role ?? null,
    is_param_ai_allowed: given.isParamAi ?? false,
    expires_at: now + HOLDS_MS[kind],
    created_at: now,
  })
  return ref
}

/**
 * The same with the mail that carries it, in one transaction.
 * @returns the reference, under which `mailStateOf` finds the mail
 */
export async function sendAccountLink(
  ctx: Pick<Context, 'keys' | 'random'>,
  tx: Queries,
  given: NewAccountLink & { kind: 'signup' | 'invite' | 'reset'; email: string },
  now: number,
): Promise<string> {
  const ref = await makeAccountLink(ctx, tx, given, now)
  const to = given.email.trim().normalize('NFC').toLowerCase()
  const mail = { to, organizationId: given.organizationId, subjectRef: ref, data: {} }
  if (given.kind === 'reset') await queueMail(tx, { kind: 'password_reset', ...mail }, now)
  else await queueMail(tx, { kind: 'sign_up', ...mail }, now)
  return ref
}

/**
 * The address of a link that was made, for handing it over by other means than mail.
 * @param ref of the link; null where none was made
 * @throws DomainError conflict where it does not hold
 */
export async function addressOfLink(
  { keys }: Pick<Context, 'keys'>,
  q: Queries,
  ref: string | null | undefined,
  at: { base: string; now: number },
): Promise<string> {
  const row = ref == null ? undefined : await findAccountTokenByRef(q, ref)
  if (ref == null || !row) throw new DomainError('conflict', 'No link has been created yet. Send one first.')
  if (row.used_at !== null) throw new DomainError('conflict', 'The link no longer works. Send a new one.')
  if (at.now >= row.expires_at) throw new DomainError('conflict', 'The link has expired. Send a new one.')
  return pageLinks.signUp(at.base, keys.accountToken(row.kind, ref), row.is_param_ai_allowed)
}

/**
 * The link of a token, if it holds and is of one of these kinds. A look-up that finds nothing counts for the address.
 * @param refusal what is said where there is none
 * @throws DomainError the one given, too_many_requests
 */
export async function requireLink<K extends LinkKind>(
  ctx: Context,
  token: string,
  kinds: readonly K[],
  refusal: DomainError,
  address: string,
): Promise<AccountTokenRow & { kind: K }> {
  const link = await findAccountToken(ctx.db.read, sha256(token), ctx.now())
  if (!link || !isOf(link, kinds)) throw unknownToken(ctx, address, refusal)
  return link
}

const isOf = <K extends LinkKind>(
  link: AccountTokenRow,
  kinds: readonly K[],
): link is AccountTokenRow & { kind: K } => (kinds as readonly LinkKind[]).includes(link.kind)
