import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { deleteSessionsOf, findUserByEmail } from '#db/queries/accounts.ts'
import { setPassword } from '#db/queries/users.ts'
import { checkPassword, hashPassword } from '../auth/password.ts'
import type { Context } from '../context.ts'
import { writeWhole } from '../kit/wholeFile.ts'

export const ADMIN = 'admin@northgate.example'
export const SUPER_ADMIN = 'super@holdfast.example'

const account = z.object({ email: z.string(), password: z.string().min(1) })
const demoFile = z.object({
  base_url: z.string(),
  admin: account,
  super_admin: account,
  candidate_links: z.array(z.string()),
})

/** The facts that a demo start prints and keeps in the data directory (0600). */
export type DemoFile = z.infer<typeof demoFile>

const pathOf = (ctx: Context): string => join(ctx.config.dataDirectory, 'demo.json')

export const writeDemoFile = (ctx: Context, file: DemoFile): Promise<void> =>
  writeWhole(pathOf(ctx), `${JSON.stringify(file, null, 2)}\n`)

/** null where it is gone, or is not what was written. */
export async function readDemoFile(ctx: Context): Promise<DemoFile | null> {
  try {
    return demoFile.parse(JSON.parse(await readFile(pathOf(ctx), 'utf8')))
  } catch {
    return null
  }
}

/** The line that a start prints of an account: its first password only while it opens the account. */
export async function formatSignIn(ctx: Context, { email, password }: DemoFile['admin']): Promise<string> {
  const user = await findUserByEmail(ctx.db.read, email)
  if (!user) return `${email}   (its address has been changed)`
  if (!user.is_active) return `${email}   (switched off)`
  const isFirst = await checkPassword(user.password_hash, password)
  return `${email}   ${isFirst ? password : '(its password has been changed)'}`
}

/**
 * Gives the demo's accounts new passwords, which stand nowhere else: a start that ends between the seed's commit and
 * its file, or a file that was lost, would leave accounts nobody can sign in to. Their sessions end with the old ones.
 */
export async function renewAccounts(ctx: Context): Promise<DemoFile> {
  const admin = { email: ADMIN, password: ctx.random(9) }
  const superAdmin = { email: SUPER_ADMIN, password: ctx.random(9) }
  const hashed = await Promise.all(
    [admin, superAdmin].map(async ({ email, password }) => ({ email, hash: await hashPassword(password) })),
  )
  await ctx.db.write(async (tx) => {
    for (const { email, hash } of hashed) {
      await setPassword(tx, email, hash, ctx.now())
      // Who held the old password holds nothing any more.
      const user = await findUserByEmail(tx, email)
      if (user) await deleteSessionsOf(tx, user.id)
    }
  })
  ctx.log.warn("demo.json was missing or unreadable: the demo's accounts have new passwords")
  return { base_url: '', admin, super_admin: superAdmin, candidate_links: [] }
}
