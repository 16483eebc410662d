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
  of: number
  name: string
  institute_id: number | null
}

/** Where items are asked, by item. */
function usesBy(uses: readonly Use[], id: number) {
  const own = uses.filter((use) => use.of === id)
  return {
    times_asked: own.length,
    drive_names: own.map((use) => use.name),
    asked_institute_ids: [...new Set(own.flatMap((use) => use.institute_id ?? []))],
  }
}

export async function problemsListOf(ctx: Context, actor: StaffActor, query: BankQuery) {
  const q = ctx.db.read
  const { rows, total } = await bank.listBankProblems(q, pageOf(actor, query))
  const ids = rows.map((row) => row.id)
  const tags = await bank.listProblemTags(q, ids)
  const uses = await bank.listProblemUses(q, ids)
  const problems = rows.map(
    ({ image_key, ...row }): z.input<typeof problemCard> => ({
      ...row,
      image_url: imageUrl(ctx, image_key),
      difficulty_list: [row.difficulty],
      tags: tags.filter((tag) => tag.of === row.id).map((tag) => tag.name),
      ...usesBy(uses, row.id),
    }),
  )
  return { problems, total }
}

export async function questionsListOf(ctx: Context, actor: StaffActor, query: BankQuery) {
  const q = ctx.db.read
  const { rows, total } = await bank.listBankQuestions(q, pageOf(actor, query))
  const ids = rows.map((row) => row.id)
  const tags = await bank.listQuestionTags(q, ids)
  const uses = await bank.listQuestionUses(q, ids)
  const questions = rows.map(
    ({ image_key, difficulty, ...row }): z.input<typeof questionCard> => ({
      ...row,
      image_url: imageUrl(ctx, image_key),
      difficulty_list: [difficulty],
      tag_list: tags.filter((tag) => tag.of === row.id).map((tag) => tag.name),
      ...usesBy(uses, row.id),
    }),
  )
  return { questions, total }
}
