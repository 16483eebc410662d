import {
  and,
  asc,
  type Column,
  desc,
  eq,
  exists,
  inArray,
  isNull,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { foldedName } from '#contract/names.ts'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { isAmong } from './among.ts'
import { beginningOf } from './beginning.ts'
import { jsonArray } from './jsonArray.ts'
import { containsText } from './like.ts'

/** Lists of the bank, as pickers show them. */

export const listTags = ({ orm }: Queries, organizationId: number) =>
  orm
    .select({ id: s.tags.id, name: s.tags.name })
    .from(s.tags)
    .where(eq(s.tags.organization_id, organizationId))
    .orderBy(asc(sql`lower(${s.tags.name})`), asc(s.tags.id))

export const listDifficulties = ({ orm }: Queries, organizationId: number) =>
  orm
    .select({ id: s.difficulties.id, name: s.difficulties.name })
    .from(s.difficulties)
    .where(eq(s.difficulties.organization_id, organizationId))
    .orderBy(asc(s.difficulties.id))

/** SQLite's own word for no limit. */
const ALL = -1

export interface BankScope {
  organizationId: number
  search: string
  difficulties: readonly string[]
  /** An item fits with any of them. */
  tags: readonly string[]
}

export interface BankPage extends BankScope {
  offset: number
  /** Without it: all. */
  limit: number | undefined
}

/** However the case is written. */
const isNamed = (column: SQLWrapper, names: readonly string[]): SQL =>
  inArray(sql`folded(${column})`, names.map(foldedName))

const named = (difficulties: readonly string[]): SQL | undefined =>
  difficulties.length > 0 ? isNamed(s.difficulties.name, difficulties) : undefined

const marks = sql<number>`(SELECT coalesce(sum(t.marks), 0) FROM test_cases t WHERE t.problem_id = ${s.problems.id} AND t.is_active = 1)`

/** An item with the drives that ask it, in any order and whatever became of them. */
export interface AskingDrives {
  drive_ids: number[]
}

/** The values that belong to an item stand in its row, so that a whole bank is gone through once. */
const ofProblem = {
  tags: jsonArray<string>(
    sql`SELECT json_group_array(t.name ORDER BY t.name) FROM problem_tags pt JOIN tags t ON t.id = pt.tag_id WHERE pt.problem_id = ${s.problems.id}`,
  ),
  drive_ids: jsonArray<number>(
    sql`SELECT json_group_array(drive_id) FROM drives_problems WHERE problem_id = ${s.problems.id}`,
  ),
}
const ofQuestion = {
  tags: jsonArray<string>(
    sql`SELECT json_group_array(t.name ORDER BY t.name) FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = ${s.questions.id}`,
  ),
  drive_ids: jsonArray<number>(
    sql`SELECT json_group_array(drive_id) FROM drives_questions WHERE question_id = ${s.questions.id}`,
  ),
}

/** The problems that fit a page's filter. Its query joins the difficulty. */
export function problemsThatFit({ orm }: Queries, of: BankScope): SQL | undefined {
  const tagged =
    of.tags.length > 0
      ? exists(
          orm
            .select({ one: sql`1` })
            .from(s.problemTags)
            .innerJoin(s.tags, eq(s.tags.id, s.problemTags.tag_id))
            .where(and(eq(s.problemTags.problem_id, s.problems.id), isNamed(s.tags.name, of.tags))),
        )
      : undefined
  return and(
    eq(s.problems.organization_id, of.organizationId),
    isNull(s.problems.deleted_at),
    containsText(of.search, s.problems.title, s.problems.description),
    named(of.difficulties),
    tagged,
  )
}

/** One page of the bank's problems, newest first. */
export async function listBankProblems(q: Queries, of: BankPage) {
  const { orm } = q
  const where = problemsThatFit(q, of)
  const from = () =>
    orm
      .select({
        id: s.problems.id,
        title: s.problems.title,
        description: beginningOf(s.problems.description),
        image_key: s.problems.image_key,
        difficulty: s.difficulties.name,
        time_in_minutes: s.problems.time_in_minutes,
        submission_count: s.problems.submission_count,
        marks,
        ...ofProblem,
      })
      .from(s.problems)
      .innerJoin(s.difficulties, eq(s.difficulties.id, s.problems.difficulty_id))
  const rows = await from()
    .where(where)
    .orderBy(desc(s.problems.id))
    .limit(of.limit ?? ALL)
    .offset(of.offset)
  const [counted] = await orm
    .select({ n: sql<number>`count(*)` })
    .from(s.problems)
    .innerJoin(s.difficulties, eq(s.difficulties.id, s.problems.difficulty_id))
    .where(where)
  return { rows, total: counted?.n ?? 0 }
}

/** The questions that fit a page's filter, as `problemsThatFit`. */
export function questionsThatFit({ orm }: Queries, of: BankScope): SQL | undefined {
  const tagged =
    of.tags.length > 0
      ? exists(
          orm
            .select({ one: sql`1` })
            .from(s.questionTags)
            .innerJoin(s.tags, eq(s.tags.id, s.questionTags.tag_id))
            .where(and(eq(s.questionTags.question_id, s.questions.id), isNamed(s.tags.name, of.tags))),
        )
      : undefined
  return and(
    eq(s.questions.organization_id, of.organizationId),
    isNull(s.questions.deleted_at),
    containsText(of.search, s.questions.description),
    named(of.difficulties),
    tagged,
  )
}

/** One page of the bank's questions, newest first. */
export async function listBankQuestions(q: Queries, of: BankPage) {
  const { orm } = q
  const where = questionsThatFit(q, of)
  const rows = await orm
    .select({
      id: s.questions.id,
      description: s.questions.description,
      image_key: s.questions.image_key,
      ...s.kindColumns,
      difficulty: s.difficulties.name,
      time_in_seconds: s.questions.time_in_seconds,
      marks: s.questions.marks,
      ...ofQuestion,
    })
    .from(s.questions)
    .innerJoin(s.difficulties, eq(s.difficulties.id, s.questions.difficulty_id))
    .where(where)
    .orderBy(desc(s.questions.id))
    .limit(of.limit ?? ALL)
    .offset(of.offset)
  const [counted] = await orm
    .select({ n: sql<number>`count(*)` })
    .from(s.questions)
    .innerJoin(s.difficulties, eq(s.difficulties.id, s.questions.difficulty_id))
    .where(where)
  return { rows, total: counted?.n ?? 0 }
}

/** Names of the tags of each of these problems. */
export const listProblemTags = ({ orm }: Queries, ids: readonly number[]) =>
  orm
    .select({ of: s.problemTags.problem_id, name: s.tags.name })
    .from(s.problemTags)
    .innerJoin(s.tags, eq(s.tags.id, s.problemTags.tag_id))
    .where(isAmong(s.problemTags.problem_id, ids))
    .orderBy(asc(s.tags.name))

/** Names of the tags of each of these questions. */
export const listQuestionTags = ({ orm }: Queries, ids: readonly number[]) =>
  orm
    .select({ of: s.questionTags.question_id, name: s.tags.name })
    .from(s.questionTags)
    .innerJoin(s.tags, eq(s.tags.id, s.questionTags.tag_id))
    .where(isAmong(s.questionTags.question_id, ids))
    .orderBy(asc(s.tags.name))

/** The part of a drive that asks problems, and the one that asks questions. */
export type ShownPart = 'allow_coding' | 'allow_mcq'

/** The drives and assessments among these that stand and show the part: three lists with a place for each of them. */
export async function findAskingDrives({ orm }: Queries, ids: readonly number[], shown: ShownPart) {
  const { id, name, institute_id, deleted_at } = s.drives
  const all = <T>(column: Column) => jsonArray<T>(sql`json_group_array(${column})`)
  const [drives] = await orm
    .select({
      ids: all<number>(id),
      names: all<string>(name),
      institute_ids: all<number | null>(institute_id),
    })
    .from(s.drives)
    .where(and(isAmong(id, ids), isNull(deleted_at), s.drives[shown]))
  if (!drives) throw new Error('A query of lists answered no row')
  return drives
}

/**
 * Ids of difficulties and tags by name, each made on its first use. One that stands is used again however its case is
 * written.
 * @returns look-ups that throw for a name that was not asked for
 */
export async function ensureNames(
  { orm }: Queries,
  organization_id: number,
  of: { difficulties: readonly string[]; tags: readonly string[] },
) {
  const ensure = async (table: typeof s.difficulties | typeof s.tags, given: readonly string[]) => {
    const read = async () =>
      new Map(
        (
          await orm
            .select({ id: table.id, name: table.name })
            .from(table)
            .where(eq(table.organization_id, organization_id))
            .orderBy(desc(table.id))
        ).map((row) => [foldedName(row.name), row.id]),
      )
    if (given.length === 0) return new Map<string, number>()
    const stands = await read()
    const fresh = new Map(given.map((name) => [foldedName(name), name.normalize('NFC')]))
    for (const key of stands.keys()) fresh.delete(key)
    if (fresh.size === 0) return stands
    await orm.insert(table).values([...fresh.values()].map((name) => ({ organization_id, name })))
    return read()
  }
  const difficulties = await ensure(s.difficulties, of.difficulties)
  const tags = await ensure(s.tags, of.tags)
  const read = (ids: Map<string, number>) => (name: string) => {
    const id = ids.get(foldedName(name))
    if (id === undefined) throw new Error(`No id for ${name}`)
    return id
  }
  return { difficulty: read(difficulties), tag: read(tags) }
}
