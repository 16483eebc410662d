import { eq, like } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import { meta } from '../schema/index.ts'

/** The installation's own facts by name. */
export const readMeta = async ({ orm }: Queries, name: string): Promise<string | null> =>
  (await orm.select({ value: meta.value }).from(meta).where(eq(meta.name, name)).limit(1))[0]?.value ?? null

/** The names that begin so. */
export const listMetaNames = async ({ orm }: Queries, prefix: string): Promise<string[]> =>
  (
    await orm
      .select({ name: meta.name })
      .from(meta)
      .where(like(meta.name, `${prefix}%`))
  ).map(({ name }) => name)

export const writeMeta = ({ orm }: Queries, name: string, value: string) =>
  orm.insert(meta).values({ name, value }).onConflictDoUpdate({ target: meta.name, set: { value } })

export const deleteMeta = ({ orm }: Queries, name: string) => orm.delete(meta).where(eq(meta.name, name))
