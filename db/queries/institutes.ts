import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import { insertedId } from '../inserted.ts'
import * as s from '../schema/index.ts'

/** Institutes that stand: a deleted one keeps its row for the drives that were held there. */

const standing = (organizationId: number) =>
  and(eq(s.institutes.organization_id, organizationId), isNull(s.institutes.deleted_at))

export const listInstitutes = ({ orm }: Queries, organizationId: number) =>
  orm
    .select({ id: s.institutes.id, name: s.institutes.name })
    .from(s.institutes)
    .where(standing(organizationId))
    .orderBy(asc(s.institutes.id))

export const findInstitute = async ({ orm }: Queries, id: number, organizationId: number) =>
  (
    await orm
      .select()
      .from(s.institutes)
      .where(and(eq(s.institutes.id, id), standing(organizationId)))
      .limit(1)
  )[0]

/** Names of the organization's other institutes. */
export const listOtherInstituteNames = async ({ orm }: Queries, organizationId: number, id: number | null) =>
  (
    await orm
      .select({ name: s.institutes.name })
      .from(s.institutes)
      .where(and(standing(organizationId), id === null ? undefined : ne(s.institutes.id, id)))
  ).map((row) => row.name)

export const renameInstitute = ({ orm }: Queries, id: number, name: string) =>
  orm.update(s.institutes).set({ name }).where(eq(s.institutes.id, id))

export const retireInstitute = ({ orm }: Queries, id: number, at: number) =>
  orm.update(s.institutes).set({ deleted_at: at }).where(eq(s.institutes.id, id))

export const insertInstitute = async ({ orm }: Queries, row: typeof s.institutes.$inferInsert) =>
  insertedId(await orm.insert(s.institutes).values(row).returning({ id: s.institutes.id }))
