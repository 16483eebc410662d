import { findAccountToken, findOrganization, findUserByEmail, useAccountToken } from '#db/queries/accounts.ts'
import { insertInstitute, insertOrganization, insertUser } from '#db/queries/authoring.ts'
import { Buckets } from '../auth/limits.ts'
import { hashPassword } from '../auth/password.ts'
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../errors.ts'
import { sha256 } from '../keys.ts'

const SIGN_UP_CREDITS = 100
const failures = new WeakMap<Context, Buckets>()

/** Guessing is limited by address; only look-ups that find nothing count. */
async function requireLink(ctx: Context, token: string, address: string) {
  let limits = failures.get(ctx)
  if (!limits) {
    limits = new Buckets(20, 10, ctx.now)
    failures.set(ctx, limits)
  }
  const wait = limits.wait(address)
  if (wait > 0)
    throw new Refusal('too_many_requests', `Too many tries. Wait ${wait} seconds.`, {
      retryAfterSeconds: wait,
    })
  const link = await findAccountToken(ctx.db.read, sha256(token), ctx.now())
  if (!link || link.kind === 'reset') {
    limits.take(address)
    throw notFound('This invitation')
  }
  return link
}

export async function checkInvite(ctx: Context, token: string, address: string) {
  const link = await requireLink(ctx, token, address)
  const organization =
    link.organization_id === null ? undefined : await findOrganization(ctx.db.read, link.organization_id)
  return {
    email: link.email ?? '',
    organization_name: organization ? (organization.show_name ?? organization.name) : null,
  }
}

export interface SignUp {
  invitation_token: string
  first_name: string
  last_name: string
  mobile_number: string
  password: string
  show_name?: string
}

/**
 * Makes the account of a one-time link: an invited person joins the inviter's organization, anybody else begins one.
 * The link is used up in the same transaction.
 */
export async function signUp(ctx: Context, given: SignUp, address: string): Promise<{ email: string }> {
  const link = await requireLink(ctx, given.invitation_token, address)
  const email = link.email
  if (email === null) throw notFound('This invitation')
  if (link.organization_id === null && !given.show_name)
    throw new Refusal('invalid', 'Organization Name is required', {
      errors: { show_name: ['Organization Name is required'] },
    })
  const password_hash = await hashPassword(given.password)
  const now = ctx.now()
  await ctx.db.write(async (tx) => {
    const fresh = await findAccountToken(tx, sha256(given.invitation_token), now)
    if (!fresh) throw notFound('This invitation')
    if (await findUserByEmail(tx, email))
      throw new Refusal('conflict', 'There is an account for this address already.')
    await useAccountToken(tx, fresh.id, now)
    const organization_id = fresh.organization_id ?? (await beginOrganization(tx, given.show_name ?? '', now))
    await insertUser(tx, {
      organization_id,
      email,
      email_key: email,
      first_name: given.first_name,
      last_name: given.last_name,
      mobile_number: given.mobile_number,
      role: fresh.role ?? 'Admin',
      password_hash,
      invitation_accepted: true,
      created_at: now,
      updated_at: now,
    })
  })
  return { email }
}

type Transaction = Parameters<Parameters<Context['db']['write']>[0]>[0]

async function beginOrganization(tx: Transaction, name: string, now: number): Promise<number> {
  const id = await insertOrganization(tx, {
    name,
    show_name: name,
    credits: SIGN_UP_CREDITS,
    created_at: now,
    updated_at: now,
  })
  await insertInstitute(tx, { organization_id: id, name: 'Main institute', created_at: now })
  return id
}
