import { eq, like } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import { meta } from '../schema/index.ts'

/** The installation's own facts by name. */
export const readMeta = async ({ orm }: Queries, name: string): Promise<string | null> =>
  (await orm.select({ value: meta.value }).from(meta).where(eq(meta.name, name)).limit(1))[0]?.value ?? null

/** Those whose names begin so. */
export const listMeta = ({ orm }: Queries, prefix: string) =>
  orm
    .select()
    .from(meta)
    .where(like(meta.name, `${prefix}%`))

export const writeMeta = ({ orm }: Queries, name: string, value: string) =>
  orm.insert(meta).values({ name, value }).onConflictDoUpdate({ target: meta.name, set: { value } })

export const deleteMeta = ({ orm }: Queries, name: string) => orm.delete(meta).where(eq(meta.name, name))
