import { and, asc, eq, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import { insertedRow } from '../inserted.ts'
import * as s from '../schema/index.ts'

export type RuleRow = typeof s.rules.$inferSelect

const inOrder = [asc(s.rules.position), asc(s.rules.id)] as const

export const listDefaultRules = ({ orm }: Queries, organizationId: number) =>
  orm
    .select()
    .from(s.rules)
    .where(and(eq(s.rules.organization_id, organizationId), eq(s.rules.is_default, true)))
    .orderBy(...inOrder)

export const listDriveRules = ({ orm }: Queries, driveId: number) =>
  orm
    .select()
    .from(s.rules)
    .where(eq(s.rules.drive_id, driveId))
    .orderBy(...inOrder)

export const findRule = async ({ orm }: Queries, id: number, organizationId: number) =>
  (
    await orm
      .select()
      .from(s.rules)
      .where(and(eq(s.rules.id, id), eq(s.rules.organization_id, organizationId)))
      .limit(1)
  )[0]

/** Puts a rule behind the others of its list. */
export async function insertRule(
  { orm }: Queries,
  rule: { organization_id: number; drive_id: number | null; is_default: boolean; description: string },
): Promise<RuleRow> {
  const [last] = await orm
    .select({ position: sql<number>`coalesce(max(${s.rules.position}) + 1, 0)` })
    .from(s.rules)
    .where(
      rule.drive_id === null
        ? and(eq(s.rules.organization_id, rule.organization_id), eq(s.rules.is_default, true))
        : eq(s.rules.drive_id, rule.drive_id),
    )
  const rows = await orm
    .insert(s.rules)
    .values({ ...rule, position: last?.position ?? 0 })
    .returning()
  return insertedRow(rows)
}

export const updateRule = ({ orm }: Queries, id: number, description: string) =>
  orm.update(s.rules).set({ description }).where(eq(s.rules.id, id))

export const deleteRule = ({ orm }: Queries, id: number) => orm.delete(s.rules).where(eq(s.rules.id, id))

export const insertRules = async ({ orm }: Queries, rows: readonly (typeof s.rules.$inferInsert)[]) => {
  if (rows.length > 0) await orm.insert(s.rules).values([...rows])
}
