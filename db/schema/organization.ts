import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { boolColumn, count, key, time } from './columns.ts'

export const organizations = sqliteTable('organizations', {
  id: key(),
  name: text('name').notNull(),
  show_name: text('show_name'),
  description: text('description'),
  contact_number: text('contact_number'),
  credits: count('credits'),
  allow_coding: boolColumn('allow_coding').notNull().default(true),
  allow_mcq: boolColumn('allow_mcq').notNull().default(true),
  is_param_ai_allowed: boolColumn('is_param_ai_allowed').notNull().default(false),
  version: integer('version').notNull().default(1),
  created_at: time('created_at').notNull(),
  updated_at: time('updated_at').notNull(),
})

export const users = sqliteTable(
  'users',
  {
    id: key(),
    organization_id: integer('organization_id').references(() => organizations.id),
    email: text('email').notNull(),
    /** The address a second account may not take: trimmed, lower case, NFC. */
    email_key: text('email_key').notNull(),
    first_name: text('first_name').notNull().default(''),
    last_name: text('last_name').notNull().default(''),
    mobile_number: text('mobile_number'),
    role: text('role', { enum: ['Admin', 'SuperAdmin'] }).notNull(),
    password_hash: text('password_hash'),
    is_active: boolColumn('is_active').notNull().default(true),
    invitation_accepted: boolColumn('invitation_accepted').notNull().default(false),
    /** The hash and times of the Param key, which is shown once and kept only as a hash. */
    param_key_hash: text('param_key_hash'),
    param_key_made_at: time('param_key_made_at'),
    param_key_used_at: time('param_key_used_at'),
    first_login_at: time('first_login_at'),
    /** When it was switched off; the newest stands first among those. */
    deactivated_at: time('deactivated_at'),
    /** When it was switched on last, or made: the newest stands at the top. */
    activated_at: time('activated_at'),
    version: integer('version').notNull().default(1),
    created_at: time('created_at').notNull(),
    updated_at: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email_key),
    index('users_organization').on(t.organization_id),
    uniqueIndex('users_param_key').on(t.param_key_hash),
  ],
)

/** Credits set aside for invitations under way; what a crash leaves here goes back at the next start. */
export const creditHolds = sqliteTable('credit_holds', {
  id: key(),
  organization_id: integer('organization_id')
    .notNull()
    .references(() => organizations.id),
  credits: integer('credits').notNull(),
  created_at: time('created_at').notNull(),
})

/** Signed-in staff. Tokens stand here only as hashes. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: key(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token_hash: text('token_hash').notNull(),
    client: text('client').notNull(),
    expires_at: time('expires_at').notNull(),
    idle_ms: integer('idle_ms').notNull(),
    seen_at: time('seen_at').notNull(),
    created_at: time('created_at').notNull(),
  },
  (t) => [uniqueIndex('sessions_token').on(t.token_hash), index('sessions_user').on(t.user_id)],
)

/** One-time links: sign-up, invitation of a user, password reset, first account. No token stands in clear. */
export const accountTokens = sqliteTable(
  'account_tokens',
  {
    id: key(),
    kind: text('kind', { enum: ['signup', 'invite', 'reset', 'first_account'] }).notNull(),
    token_hash: text('token_hash').notNull(),
    /** Random; the token is derived from it and the installation's keys. null: a token made elsewhere. */
    ref: text('ref'),
    email: text('email'),
    user_id: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    organization_id: integer('organization_id').references(() => organizations.id),
    role: text('role', { enum: ['Admin', 'SuperAdmin'] }),
    is_param_ai_allowed: boolColumn('is_param_ai_allowed').notNull().default(false),
    expires_at: time('expires_at').notNull(),
    used_at: time('used_at'),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('account_tokens_hash').on(t.token_hash),
    uniqueIndex('account_tokens_ref').on(t.ref),
    index('account_tokens_email').on(t.email, t.kind),
  ],
)

/** Who asked for a sign-up link; where sign-up is closed a super admin answers. */
export const signUpRequests = sqliteTable(
  'sign_up_requests',
  {
    id: key(),
    email: text('email').notNull(),
    is_param_ai_allowed: boolColumn('is_param_ai_allowed').notNull().default(false),
    /** The reference of the account token whose mail answered it. */
    link_ref: text('link_ref'),
    created_at: time('created_at').notNull(),
  },
  (t) => [uniqueIndex('sign_up_requests_email').on(t.email)],
)

export const institutes = sqliteTable(
  'institutes',
  {
    id: key(),
    organization_id: integer('organization_id')
      .notNull()
      .references(() => organizations.id),
    name: text('name').notNull(),
    version: integer('version').notNull().default(1),
    deleted_at: time('deleted_at'),
    created_at: time('created_at').notNull(),
  },
  (t) => [index('institutes_organization').on(t.organization_id)],
)
