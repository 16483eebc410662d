import type { z } from 'zod'
import type { problemCard, questionCard } from '#contract/views/drive.ts'
import * as bank from '#db/queries/bank.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { imageUrl } from '../storage/links.ts'

/** The organization's bank as a drive's pickers show it. */

export interface BankQuery {
  search: string
  difficulty_list: string[]
  tag_list: string[]
  offset: number
  limit?: number | undefined
}

const pageOf = (actor: StaffActor, query: BankQuery): bank.BankPage => ({
  organizationId: actor.organizationId,
  search: query.search,
  difficulties: query.difficulty_list,
  tags: query.tag_list,
  offset: query.offset,
  limit: query.limit,
})

interface Use {
  names: string[]
  institute_ids: (number | null)[]
}

/** Rows by the item they are about; a whole bank has tens of thousands. */
function byItem<T extends { of: number }>(rows: readonly T[]): (id: number) => readonly T[] {
  const lists = new Map<number, T[]>()
  for (const row of rows) {
    const list = lists.get(row.of)
    if (list) list.push(row)
    else lists.set(row.of, [row])
  }
  return (id) => lists.get(id) ?? []
}

/** Where an item is asked, if anywhere; an assessment has no institute. */
const usedAt = (use: Use | undefined) => ({
  times_asked: use?.names.length ?? 0,
  drive_names: use?.names ?? [],
  asked_institute_ids: use?.institute_ids.filter((id) => id !== null) ?? [],
})

export async function problemsListOf(ctx: Context, actor: StaffActor, query: BankQuery) {
  const q = ctx.db.read
  const { rows, total } = await bank.listBankProblems(q, pageOf(actor, query))
  const ids = rows.map((row) => row.id)
  const tags = byItem(await bank.listProblemTags(q, ids))
  const uses = new Map((await bank.listProblemUses(q, ids)).map((use) => [use.of, use]))
  const problems = rows.map(
    ({ image_key, ...row }): z.input<typeof problemCard> => ({
      ...row,
      image_url: imageUrl(ctx, image_key),
      difficulty_list: [row.difficulty],
      tags: tags(row.id).map((tag) => tag.name),
      ...usedAt(uses.get(row.id)),
    }),
  )
  return { problems, total }
}

export async function questionsListOf(ctx: Context, actor: StaffActor, query: BankQuery) {
  const q = ctx.db.read
  const { rows, total } = await bank.listBankQuestions(q, pageOf(actor, query))
  const ids = rows.map((row) => row.id)
  const tags = byItem(await bank.listQuestionTags(q, ids))
  const uses = new Map((await bank.listQuestionUses(q, ids)).map((use) => [use.of, use]))
  const questions = rows.map(
    ({ image_key, difficulty, ...row }): z.input<typeof questionCard> => ({
      ...row,
      image_url: imageUrl(ctx, image_key),
      difficulty_list: [difficulty],
      tag_list: tags(row.id).map((tag) => tag.name),
      ...usedAt(uses.get(row.id)),
    }),
  )
  return { questions, total }
}
